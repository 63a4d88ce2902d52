/**
 * When a scope was last read and at which token, as of any snapshot. A running snapshot writes rows of its own,
 * so that they can be rolled back; once it is sealed they are joined with the ones before where the token is the same. A
 * mark that is not as it was written says nothing: its scope counts as never read.
 */
import { DiskRefused } from '../../model/disk-errors.ts'
import { lazily } from '../../model/lazily.ts'
import type { Kind } from '../../model/resource.ts'
import type { CatalogWriter } from './catalog-writer.ts'
import { type Connection, prepareOnce } from './connection.ts'
import { insertSummed, rowSum } from './coverage.ts'

export interface ReadMarkRow {
  token: string | null
  at: number | null
  exact_at: number | null
  last: number
}

export interface NewReadMark {
  anchor: number
  kind: number
  snapshot: number
  token: string | null
  exact: boolean
  now: number
}

const NEWEST_MARK = lazily(
  () =>
    `SELECT token, at, ${exactAtAsOf(':upTo')} AS exact_at, min(last, :upTo) AS last, sum = ${rowSum('read_mark')} AS sound FROM read_mark
       WHERE anchor = +:anchor AND kind = +:kind AND since <= +:upTo ORDER BY since DESC LIMIT 1`,
)

/** The newest mark of a scope in snapshot `upTo` or before; null when never read, or gone with its parent. */
export function findReadMark(db: Connection, anchor: number, kind: number, upTo: number): ReadMarkRow | null {
  const row = prepareOnce<
    [{ anchor: number; kind: number; upTo: number }],
    ReadMarkRow & { sound: number | null }
  >(db, NEWEST_MARK()).get({ anchor, kind, upTo })
  if (row === undefined || row.at === null || row.sound !== 1) return null
  return { token: row.token, at: row.at, exact_at: row.exact_at, last: row.last }
}

export function writeReadMark(db: Connection, mark: NewReadMark): void {
  const before = findReadMark(db, mark.anchor, mark.kind, mark.snapshot - 1)
  const exactAt = mark.exact ? mark.now : (before?.exact_at ?? null)
  const { anchor, kind, snapshot, token, now } = mark
  putMark(db, { anchor, kind, since: snapshot, last: snapshot, token, at: now, exact_at: exactAt })
}

/** Of scopes under `gone`: a mark without a time keeps a parent that comes back with an old token from being taken for unchanged below. */
export function closeReadMarks(db: Connection, snapshot: number): void {
  const scopes = prepareOnce<[], { anchor: number; kind: number }>(
    db,
    'SELECT DISTINCT anchor, kind FROM read_mark WHERE anchor IN (SELECT resource FROM gone)',
  ).all()
  for (const scope of scopes)
    putMark(db, { ...scope, since: snapshot, last: snapshot, token: null, at: null, exact_at: null })
}

const PUT_MARK = lazily(() => insertSummed('read_mark', ['anchor', 'kind', 'since']))

type Mark = Record<'anchor' | 'kind' | 'since' | 'last', number> & Omit<ReadMarkRow, 'last'>

function putMark(db: Connection, mark: Mark): void {
  prepareOnce<[Mark], never>(db, PUT_MARK()).run(mark)
}

/**
 * SQL for when a scope was last read in full as of a snapshot. A row that a later one extended was read in full in each
 * snapshot up to its last full reading, in this one too if that came later; then not before it was begun.
 */
function exactAtAsOf(snapshot: string, prefix = ''): string {
  const begun = `ifnull((SELECT started FROM snapshot WHERE id = +${snapshot}), ${prefix}exact_at)`
  return `iif(${prefix}last > ${snapshot}, min(${prefix}exact_at, ${begun}), ${prefix}exact_at)`
}

/**
 * Of a sealed snapshot: a token read again extends the row of the time before, where that leaves true what the row says of
 * the snapshots in between: a full reading only next to another one. Rows that are not joined say the same: where the disk is
 * full, they stay as they are.
 */
export function joinReadMarks({ db, transact }: CatalogWriter, snapshot: number): void {
  try {
    transact(() => join(db, snapshot))
  } catch (error) {
    if (!(error instanceof DiskRefused)) throw error
  }
}

function join(db: Connection, snapshot: number): void {
  const mine = `
    WITH ${SCOPES}, mine AS MATERIALIZED (
      SELECT read_mark.* FROM scope CROSS JOIN read_mark
        ON read_mark.anchor = scope.anchor AND read_mark.kind = scope.kind AND read_mark.since = +:snapshot)`
  const same = `
    (old.exact_at IS mine.exact_at OR (old.last = (SELECT base FROM snapshot WHERE id = +:snapshot)
      AND old.exact_at >= (SELECT started FROM snapshot WHERE id = old.last))) AND
    mine.at IS NOT NULL AND old.at IS NOT NULL AND old.token IS mine.token
    AND old.sum = ${rowSum('read_mark', column => `old.${column}`)} AND old.anchor = mine.anchor AND old.kind = mine.kind AND old.since = (
      SELECT max(since) FROM read_mark WHERE anchor = mine.anchor AND kind = mine.kind AND since < +:snapshot)`
  const after = new Map([
    ['last', 'CAST(:snapshot AS INTEGER)'],
    ['at', 'mine.at'],
    ['exact_at', 'mine.exact_at'],
  ])
  const joined = rowSum('read_mark', column => after.get(column) ?? `old.${column}`)
  db.prepare<[{ snapshot: number }]>(
    `${mine} UPDATE read_mark AS old SET last = :snapshot, at = mine.at, exact_at = mine.exact_at, sum = ${joined}
     FROM mine WHERE ${same}`,
  ).run({ snapshot })
  db.prepare<[{ snapshot: number }]>(
    `${mine} DELETE FROM read_mark WHERE (anchor, kind, since) IN (
       SELECT anchor, kind, since FROM mine
       WHERE EXISTS (SELECT 1 FROM read_mark AS old WHERE old.last = +:snapshot AND old.anchor = mine.anchor
         AND old.kind = mine.kind AND old.since < +:snapshot))`,
  ).run({ snapshot })
}

/**
 * SQL: every scope that was ever read, once, as `scope(anchor, kind)`. Found by steps along the key: of each there is a row
 * for most nights in which it changed.
 */
const SCOPES = `RECURSIVE
  step_anchor(anchor) AS (
    SELECT min(anchor) FROM read_mark
    UNION ALL SELECT (SELECT min(mark.anchor) FROM read_mark AS mark WHERE mark.anchor > step_anchor.anchor)
    FROM step_anchor WHERE anchor IS NOT NULL),
  step_kind(anchor, kind) AS (
    SELECT anchor, (SELECT min(mark.kind) FROM read_mark AS mark WHERE mark.anchor = step_anchor.anchor)
    FROM step_anchor WHERE anchor IS NOT NULL
    UNION ALL SELECT anchor, (
      SELECT min(mark.kind) FROM read_mark AS mark WHERE mark.anchor = step_kind.anchor AND mark.kind > step_kind.kind)
    FROM step_kind WHERE kind IS NOT NULL),
  scope AS (SELECT anchor, kind FROM step_kind WHERE kind IS NOT NULL)`

/** SQL: the newest row of each, of those that are meant, as `mark`. */
function newestMarks(meant = 'true'): string {
  return `scope CROSS JOIN read_mark AS mark ON mark.anchor = scope.anchor AND mark.kind = scope.kind AND mark.since = (
    SELECT max(later.since) FROM read_mark AS later
    WHERE later.anchor = scope.anchor AND later.kind = scope.kind AND ${meant})`
}

/** Over the scopes whose parent the snapshot holds. */
export function oldestReads(
  db: Connection,
  place: { snapshot: number; organization: number },
): { kind: Kind; at: number }[] {
  return db
    .prepare<[{ snapshot: number; organization: number }], { kind: Kind; at: number }>(
      `WITH ${SCOPES} SELECT term.text AS kind, min(${exactAtAsOf(':snapshot', 'mark.')}) AS at
       FROM ${newestMarks('later.since <= +:snapshot')} JOIN term ON term.id = mark.kind
       LEFT JOIN resource AS parent ON parent.id = mark.anchor
       WHERE mark.exact_at IS NOT NULL
       AND mark.sum = ${rowSum('read_mark', column => `mark.${column}`)}
       AND ifnull(parent.organization, -mark.anchor) = +:organization
       GROUP BY mark.kind`,
    )
    .all(place)
}

/** Scopes that the running snapshot holds and did not read: a running one writes marks of its own. */
export function unreadScopes(
  db: Connection,
  place: { snapshot: number; organization: number },
): { kind: Kind; scopes: number; at: number }[] {
  return db
    .prepare<[{ snapshot: number; organization: number }], { kind: Kind; scopes: number; at: number }>(
      `WITH ${SCOPES} SELECT term.text AS kind, count(*) AS scopes, min(mark.at) AS at
       FROM ${newestMarks()} JOIN term ON term.id = mark.kind
       LEFT JOIN resource AS parent ON parent.id = mark.anchor
       WHERE mark.since < +:snapshot AND mark.at IS NOT NULL
       AND ifnull(parent.organization, -mark.anchor) = +:organization
       AND NOT EXISTS (SELECT 1 FROM gap WHERE gap.snapshot = +:snapshot AND gap.anchor = mark.anchor
         AND gap.kind = mark.kind AND gap.resource = '')
       AND (mark.anchor < 0 OR EXISTS (SELECT 1 FROM version WHERE version.resource = mark.anchor AND until IS NULL))
       GROUP BY mark.kind ORDER BY term.text`,
    )
    .all(place)
}
