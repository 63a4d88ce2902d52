/**
 * What differs between two snapshots of one organization, from the versions that begin or end in between. A scope
 * that is a gap on either side is `unknown`, once, and nothing else is said of it.
 */
import type { ResourceChange, ResourceState } from '../../model/change.ts'
import { differsInDeferredOnly } from '../../model/deferred-part.ts'
import type { Kind } from '../../model/resource.ts'
import type { Connection } from './connection.ts'
import { type Candidate, type CoveredGap, type GapCover, makeGapCover } from './gap-cover.ts'
import { makeRowAt, parsePartRows, type RowAt, type ViewRow } from './views.ts'

export interface ChangeRange {
  a: number
  b: number
  organization: number
  kinds?: readonly Kind[] | undefined
  /** Snapshots whose gaps count; default both. */
  gapsOf?: readonly number[] | undefined
  /** Also pages that gained or lack nothing but their Markdown. */
  withDeferred?: boolean | undefined
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
  if (before && after && (before.change === after.change || isDeferred(before, after, range))) return null
  const type = before && after ? 'modified' : after ? 'added' : 'removed'
  if (cover.hides(candidate, type)) return null
  const rows = { before, after }
  return { ...nameOf(row), type, resource: row.key, before: stateOf(before), after: stateOf(after), rows }
}

function isDeferred(before: ViewRow, after: ViewRow, { withDeferred = false }: ChangeRange): boolean {
  return !withDeferred && differsInDeferredOnly(comparableOf(before), comparableOf(after))
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

/** A resource whose versions begin or end in between need not differ: it may have changed and changed back. */
function candidates(db: Connection, range: ChangeRange): IterableIterator<Candidate> {
  const [low, high] = [Math.min(range.a, range.b), Math.max(range.a, range.b)]
  return db
    .prepare<[{ low: number; high: number; organization: number }], Candidate>(
      `SELECT resource.id AS key, kind.text AS kind, kind.id AS kindId, resource.anchor, resource.platform_id AS id
       FROM (
         SELECT resource FROM version WHERE since > :low AND since <= :high
         UNION SELECT resource FROM version WHERE until > :low AND until <= :high
       ) AS touched
       JOIN resource ON resource.id = touched.resource
       JOIN term AS kind ON kind.id = resource.kind
       LEFT JOIN resource AS parent ON parent.id = resource.parent
       WHERE resource.organization = :organization
       ORDER BY kind.text, parent.platform_id, resource.platform_id, resource.id`,
    )
    .iterate({ low, high, organization: range.organization })
}

function stateOf(row: ViewRow | undefined): ResourceState | null {
  if (row === undefined) return null
  const parts = parsePartRows(row.parts).map(part => [part.name, part.digest])
  return { content: row.digest, parts: Object.fromEntries(parts) }
}
