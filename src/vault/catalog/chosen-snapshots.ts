/**
 * Which snapshots there are, of those that somebody means: chosen by SQLite, so that who wants the newest one costs the same
 * after thousands of nights. As much of each is read as is asked for: a summary has some kilobytes, a moment some words.
 */
import { type MarkedMoment, READING, type SnapshotFilter, type SnapshotMoment } from '../../model/snapshot.ts'
import { type Connection, prepareOnce } from './connection.ts'
import { withSummary } from './packed-summaries.ts'
import { type SnapshotRow, timeOf } from './snapshots.ts'

export interface RowFilter extends SnapshotFilter {
  /** Whether those that were pruned, or those that were not. Default both. */
  pruned?: boolean
}

const PRUNED = 'EXISTS (SELECT 1 FROM pruned WHERE pruned.snapshot = snapshot.id)'
const NO_READING = `substr(snapshot.started_by, 1, ${READING.length}) <> '${READING}'`

/** What is asked for, after `FROM snapshot JOIN organization`. Oldest first. */
function chosenRows<Row>(db: Connection, columns: string, filter: RowFilter): Row[] {
  const { organization, state, from, to, startedBefore, newest, oldest } = filter
  const bound = {
    ...(organization !== undefined && { organization }),
    ...(state !== undefined && { state }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(startedBefore !== undefined && { started: Date.parse(startedBefore) }),
  }
  const conditions = [
    ...Object.keys(bound).map(name => CONDITIONS[name]),
    ...(filter.backups ? [`snapshot.state IN ('complete', 'partial') AND ${NO_READING}`] : []),
    ...(filter.pruned === undefined ? [] : [filter.pruned ? PRUNED : `NOT ${PRUNED}`]),
  ]
  // One row after the other, the newest first: what is at the end is found without a look at what came before.
  const statement = prepareOnce<[Record<string, unknown>], Row>(
    db,
    `SELECT ${columns} FROM snapshot CROSS JOIN organization ON organization.id = snapshot.organization
     ${conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`}
     ORDER BY snapshot.id ${newest === undefined ? '' : 'DESC'} LIMIT :most`,
  )
  const rows = statement.all({ ...bound, most: newest ?? oldest ?? -1 })
  return newest === undefined ? rows : rows.toReversed()
}

const CONDITIONS: Readonly<Record<string, string>> = {
  organization: 'organization.platform_id = +:organization',
  state: 'snapshot.state = +:state',
  from: 'snapshot.id >= +:from',
  to: 'snapshot.id <= +:to',
  started: 'snapshot.started < +:started',
}

/** Oldest first. */
export function snapshotRows(db: Connection, filter: RowFilter = {}): SnapshotRow[] {
  const columns = 'snapshot.*, organization.platform_id AS organization_id'
  return chosenRows<SnapshotRow>(db, columns, filter).map(row => withSummary(db, row))
}

/** What names of snapshots are about; oldest first. */
export function rowsToName(db: Connection, filter: RowFilter): RowToName[] {
  return chosenRows(db, 'snapshot.id, organization, state, sealed, started_by', filter)
}

export type RowToName = Pick<SnapshotRow, 'id' | 'organization' | 'state' | 'sealed' | 'started_by'>

/** Of which more is kept than readings; in the order in which they came. */
export function organizationsKept(db: Connection): string[] {
  return db
    .prepare<[], string>(
      // The first one is soon found; EXISTS would have an index made of all snapshots for it.
      `SELECT platform_id FROM organization WHERE 1 = (
         SELECT 1 FROM snapshot WHERE snapshot.organization = organization.id AND NOT ${PRUNED} AND ${NO_READING}
         ORDER BY snapshot.id LIMIT 1)
       ORDER BY id`,
    )
    .pluck()
    .all()
}

/** Without those that were pruned; oldest first. No summary is unpacked for it. */
export function momentRows(db: Connection, filter: SnapshotFilter = {}): MomentRow[] {
  const columns = `snapshot.id, platform_id AS organization_id, title, started, state, started_by, tick, base`
  return chosenRows(db, columns, { ...filter, pruned: false })
}

export type MomentRow = Pick<
  SnapshotRow,
  'id' | 'organization_id' | 'title' | 'started' | 'state' | 'started_by' | 'tick' | 'base'
>

export function momentOf(row: MomentRow): SnapshotMoment {
  return {
    snapshot: row.id,
    organization: row.organization_id,
    started: timeOf(row, 'started') ?? '',
    state: row.state,
    trigger: row.started_by,
  }
}

/** Nothing of what stands beside the row. */
export function unmarkedMomentOf(row: MomentRow): MarkedMoment {
  return {
    ...momentOf(row),
    organizationTitle: row.title,
    ...(row.tick === null ? {} : { tick: timeOf(row, 'tick') ?? '' }),
    base: row.base,
  }
}
