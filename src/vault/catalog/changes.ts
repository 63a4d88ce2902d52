/**
 * What differs between two snapshots of one organization, from the versions that begin or end in between. A scope
 * that is a gap on either side is `unknown`, once, and nothing else is said of it.
 */
import type { ChangeType, ResourceChange, ResourceState } from '../../model/change.ts'
import { isSameButForBody } from '../../model/deferred-part.ts'
import { DamageFound } from '../../model/errors.ts'
import type { Kind } from '../../model/resource.ts'
import { type Connection, prepareOnce } from './connection.ts'
import { type Candidate, type CoveredGap, type GapCover, makeGapCover } from './gap-cover.ts'
import { makeRowAt, parsePartRows, type RowAt, type ViewRow, visibleIn } from './views.ts'

export interface ChangeRange {
  a: number
  b: number
  organization: number
  kinds?: readonly Kind[] | undefined
  /** Snapshots whose gaps count; default both. */
  gapsOf?: readonly number[] | undefined
  /** Also pages that gained or lost nothing but one of their bodies. */
  withBodies?: boolean | undefined
  /** Of these alone; gaps come all the same. */
  resources?: readonly number[] | undefined
}

export type KeyedChange = ResourceChange & {
  resource: number | null
  /** As they were read to find the change; none of what is unknown. */
  rows: { before: ViewRow | undefined; after: ViewRow | undefined }
}

export function* changesBetween(db: Connection, range: ChangeRange): Generator<KeyedChange> {
  if (range.a === range.b) return
  const cover = makeGapCover(db, range.gapsOf ?? [range.a, range.b])
  const rowAt = makeRowAt(db)
  for (const unknown of cover.gaps()) {
    if (range.kinds && !range.kinds.includes(unknown.kind)) continue
    yield unknownChange(rowAt, unknown, range)
  }
  for (const candidate of candidates(db, range)) {
    if (range.kinds && !range.kinds.includes(candidate.kind)) continue
    const change = changeOf(rowAt, candidate, range, cover)
    if (change) yield change
  }
}

function changeOf(
  rowAt: RowAt,
  candidate: Candidate,
  range: ChangeRange,
  cover: GapCover,
): KeyedChange | null {
  const before = rowAt(range.a, candidate.key)
  const after = rowAt(range.b, candidate.key)
  const row = after ?? before
  if (row === undefined) return null
  if (before && after && (before.change === after.change || onlyBodyCameOrWent(before, after, range)))
    return null
  const type = before && after ? 'modified' : after ? 'added' : 'removed'
  if (cover.hides(candidate, type)) return null
  const rows = { before, after }
  return { ...nameOf(row), type, resource: row.key, before: stateOf(before), after: stateOf(after), rows }
}

function onlyBodyCameOrWent(before: ViewRow, after: ViewRow, { withBodies = false }: ChangeRange): boolean {
  return !withBodies && isSameButForBody(comparableOf(before), comparableOf(after))
}

function comparableOf({ digest, parts }: ViewRow) {
  return { contentDigest: digest, parts: parsePartRows(parts) }
}

function nameOf(row: ViewRow): Pick<KeyedChange, 'kind' | 'id' | 'parentKind' | 'parent'> {
  return { kind: row.kind, id: row.id, parentKind: row.parentKind, parent: row.parentId }
}

function unknownChange(rowAt: RowAt, gap: CoveredGap, range: ChangeRange): KeyedChange {
  const at = (snapshot: number) => (gap.resource === null ? null : stateOf(rowAt(snapshot, gap.resource)))
  const rows = { before: undefined, after: undefined }
  return { ...gap, type: 'unknown', before: at(range.a), after: at(range.b), rows }
}

/** Resources whose versions begin or end in between. They need not differ: they may have changed and changed back. */
const TOUCHED = `(
  SELECT resource FROM version WHERE since > +:low AND since <= +:high
  UNION SELECT resource FROM version WHERE until > +:low AND until <= +:high
)`
const NAMED = '(SELECT value AS resource FROM json_each(:resources))'

function candidates(db: Connection, range: ChangeRange): IterableIterator<Candidate> {
  const [low, high] = [Math.min(range.a, range.b), Math.max(range.a, range.b)]
  const { organization, resources } = range
  return db
    .prepare<[{ low: number; high: number; organization: number; resources: string }], Candidate>(
      `SELECT resource.id AS key, kind.text AS kind, kind.id AS kindId, resource.anchor, resource.platform_id AS id
       FROM ${resources === undefined ? TOUCHED : NAMED} AS touched
       JOIN resource ON resource.id = touched.resource
       JOIN term AS kind ON kind.id = resource.kind
       LEFT JOIN resource AS parent ON parent.id = resource.parent
       WHERE resource.organization = +:organization
       ORDER BY kind.text, parent.platform_id, resource.platform_id, resource.id`,
    )
    .iterate({ low, high, organization, resources: JSON.stringify(resources ?? []) })
}

/** Above what may differ: whatever the one snapshot has and the other has not begins or ends in between. */
export function changedUnder(db: Connection, { a, b, organization }: ChangeRange): Set<number> {
  const parents = db
    .prepare<[{ low: number; high: number; organization: number }], number>(
      `SELECT DISTINCT resource.parent FROM ${TOUCHED} AS touched
       CROSS JOIN resource ON resource.id = touched.resource
       WHERE resource.organization = +:organization AND resource.parent IS NOT NULL`,
    )
    .pluck()
    .all({ low: Math.min(a, b), high: Math.max(a, b), organization })
  return new Set(parents)
}

/** A change, and nothing of what it consists of. */
export interface NamedChange extends Pick<Candidate, 'key' | 'kind' | 'id'> {
  type: Exclude<ChangeType, 'unknown'>
  parent: number | null
  parentKind: Kind | null
  parentId: string | null
  /** The JSON is as it was, or a body came or went: it may be that nothing else did. */
  doubtful: boolean
}

/** Many: as lists, which cost less to make than objects. */
type ChangedRow = [
  key: number,
  kindId: number,
  anchor: number,
  id: string,
  parent: number | null,
  had: 0 | 1,
  has: 0 | 1,
  doubtful: 0 | 1,
]

const partsOf = (version: string) =>
  `(SELECT count(*) FROM part WHERE part.resource = ${version}.resource AND part.since = ${version}.since)`

const CHANGED = `
  SELECT resource.id AS key, resource.kind AS kindId, resource.anchor, resource.platform_id AS id, resource.parent,
    before.resource IS NOT NULL AS had, after.resource IS NOT NULL AS has,
    CASE WHEN before.resource IS NULL OR after.resource IS NULL THEN 0 WHEN before.content = after.content THEN 1
      ELSE ${partsOf('before')} <> ${partsOf('after')} END AS doubtful
  FROM ${NAMED} AS touched
  CROSS JOIN resource ON resource.id = touched.resource
  LEFT JOIN version AS before ON before.resource = touched.resource AND ${visibleIn('before', ':a')}
  LEFT JOIN version AS after ON after.resource = touched.resource AND ${visibleIn('after', ':b')}
  WHERE resource.organization = +:organization AND before.change_digest IS NOT after.change_digest`

/** So many are looked up at once. */
const TOGETHER = 1000

/**
 * The same changes as `changesBetween` but for what is unknown, in no order, at a small part of the cost: for who has to
 * count many of them. `doubtful`: it has to be compared to know whether it is a change at all. No statement is open while
 * somebody pauses.
 */
export function* changedNames(db: Connection, { a, b, organization }: ChangeRange): Generator<NamedChange> {
  if (a === b) return
  const cover = makeGapCover(db, [a, b])
  const names = makeNames(db)
  const [low, high] = [Math.min(a, b), Math.max(a, b)]
  const touched = db
    .prepare<[{ low: number; high: number }], number>(`SELECT resource FROM ${TOUCHED} ORDER BY resource`)
    .pluck()
    .all({ low, high })
  const named = prepareOnce<[Omit<ChangeRange, 'resources'> & { resources: string }], ChangedRow>(
    db,
    CHANGED,
  ).raw()
  for (let at = 0; at < touched.length; at += TOGETHER) {
    const resources = JSON.stringify(touched.slice(at, at + TOGETHER))
    for (const row of named.all({ a, b, organization, resources })) {
      const [key, kindId, anchor, id, parent, had, has, isDoubtful] = row
      const kind = names.kind(kindId)
      const type = had && has ? 'modified' : has ? 'added' : 'removed'
      if (cover.hides({ key, kind, kindId, anchor, id }, type)) continue
      const above = parent === null ? null : names.resource(parent)
      const doubtful = isDoubtful === 1
      const parentKind = above?.kind ?? null
      yield { type, key, kind, id, parent, parentKind, parentId: above?.id ?? null, doubtful }
    }
  }
}

/** Of many rows, which name few kinds and parents: each is read once. */
function makeNames(db: Connection) {
  const kinds = new Map<number, Kind>()
  const resources = new Map<number, { kind: Kind; id: string } | null>()
  const kindOf = prepareOnce<[number], { text: Kind }>(db, 'SELECT text FROM term WHERE id = +?')
  const resourceOf = prepareOnce<[number], { kindId: number; id: string }>(
    db,
    'SELECT kind AS kindId, platform_id AS id FROM resource WHERE id = +?',
  )
  const kind = (id: number): Kind => {
    const known = kinds.get(id) ?? kindOf.get(id)?.text
    if (known === undefined) throw new DamageFound(`the catalog has no kind ${id}`)
    kinds.set(id, known)
    return known
  }
  return {
    kind,
    resource(key: number) {
      const known = resources.get(key)
      if (known !== undefined) return known
      const row = resourceOf.get(key)
      const found = row === undefined ? null : { kind: kind(row.kindId), id: row.id }
      resources.set(key, found)
      return found
    },
  }
}

function stateOf(row: ViewRow | undefined): ResourceState | null {
  if (row === undefined) return null
  const parts = parsePartRows(row.parts).map(part => [part.name, part.digest])
  return { content: row.digest, parts: Object.fromEntries(parts) }
}
