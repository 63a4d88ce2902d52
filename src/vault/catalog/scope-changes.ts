/** What changed in the scopes between two snapshots, read from the versions that begin and end: as much work as there are of them. */
import { type Connection, prepareOnce } from './connection.ts'
import { type KeyedLeaf, leafFrom, type ScopeName, type VersionOf } from './scope-leaves.ts'
import { PARTS, parsePartRows } from './views.ts'

/** Of a scope: what the later snapshot has and the earlier has not, and the other way round. */
export interface ScopeChange {
  begun: KeyedLeaf[]
  ended: { key: number; since: number }[]
}

export interface Span {
  after: number
  /** Later than `after`. */
  upTo: number
}

/** By `scopeKey`. Null: more than so many versions begin or end, which are then not held at once. */
export function scopeChanges(db: Connection, span: Span, most: number): Map<string, ScopeChange> | null {
  const begun = begunIn(db, span, most)
  const ended = endedIn(db, span, most)
  if (begun.length > most || ended.length > most) return null
  const changes = new Map<string, ScopeChange>()
  const changeOf = (scope: ScopeName): ScopeChange => {
    const change = changes.get(scopeKey(scope)) ?? { begun: [], ended: [] }
    changes.set(scopeKey(scope), change)
    return change
  }
  for (const row of begun) {
    const parts = parsePartRows(row.parts).map(part => [part.name, part.digest] as const)
    changeOf(row).begun.push({ key: row.key, ...leafFrom(row.key, row.since, row, parts) })
  }
  for (const row of ended) changeOf(row).ended.push({ key: row.key, since: row.since })
  return changes
}

export function scopeKey({ anchor, kind }: ScopeName): string {
  return `${anchor} ${kind}`
}

type Limited = Span & { limit: number }
type Begun = ScopeName & VersionOf & { key: number; since: number; parts: string }
type Ended = ScopeName & { key: number; since: number }

function begunIn(db: Connection, span: Span, most: number): Begun[] {
  return prepareOnce<[Limited], Begun>(
    db,
    `SELECT resource.anchor, resource.kind, resource.id AS key, version.since, resource.platform_id AS id, version.content,
       lower(hex(content.digest)) AS digest, lower(hex(version.change_digest)) AS change, ${PARTS}
     FROM version CROSS JOIN resource ON resource.id = version.resource LEFT JOIN content ON content.id = version.content
     WHERE version.since > +:after AND version.since <= +:upTo AND (version.until IS NULL OR version.until > +:upTo)
     LIMIT :limit`,
  ).all({ ...span, limit: most + 1 })
}

function endedIn(db: Connection, span: Span, most: number): Ended[] {
  return prepareOnce<[Limited], Ended>(
    db,
    `SELECT resource.anchor, resource.kind, resource.id AS key, version.since
     FROM version CROSS JOIN resource ON resource.id = version.resource
     WHERE version.until > +:after AND version.until <= +:upTo AND version.since <= +:after
     LIMIT :limit`,
  ).all({ ...span, limit: most + 1 })
}
