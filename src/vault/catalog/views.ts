/**
 * Resources as a snapshot has them: streamed in an order that no internal key decides, found by name or by key.
 */
import type { Digest } from '../../model/digest.ts'
import type { Kind, PartName, ResourceRef } from '../../model/resource.ts'
import { type Connection, prepareFree, prepareOnce } from './connection.ts'
import { type ScopeRow, scopeRows } from './scopes.ts'

export interface ViewRow {
  key: number
  kind: Kind
  id: string
  parent: number | null
  parentKind: Kind | null
  parentId: string | null
  since: number
  content: number
  digest: Digest
  change: Digest
  /** For `parsePartRows`. */
  parts: string
}

export interface PartRow {
  name: PartName
  content: number
  digest: Digest
  bytes: number
}

/** `path` names the parents, outermost first: `/["kind","id"]` for each, which no two different paths share. */
export type PathRow = ViewRow & { path: string }

export interface ViewFilter {
  kind?: Kind | undefined
  parent?: number | null | undefined
}

/** What `:snapshot` has. */
export const VISIBLE = visibleIn('version', ':snapshot')

/** SQL: whether a snapshot has what rows of a table with `since` and `until` say. */
export function visibleIn(table: string, snapshot: string): string {
  return `${table}.since <= +${snapshot} AND (${table}.until IS NULL OR ${table}.until > +${snapshot})`
}

/** Of the version in the outer query. One row instead of several: calls cost more than what they read. */
export const PARTS = `
  (SELECT json_group_array(json_array(term.text, part.content, lower(hex(held.digest)), held.bytes))
   FROM part CROSS JOIN term ON term.id = part.name CROSS JOIN content AS held ON held.id = part.content
   WHERE part.resource = version.resource AND part.since = version.since) AS parts`

const COLUMNS = `
  resource.id AS key, kind.text AS kind, resource.platform_id AS id, resource.parent AS parent,
  (SELECT text FROM term WHERE id = parent.kind) AS parentKind, parent.platform_id AS parentId,
  version.since, version.content, lower(hex(content.digest)) AS digest,
  lower(hex(version.change_digest)) AS change, ${PARTS}`

const JOINS = joinsOf(`version.resource = resource.id AND ${VISIBLE}`)

function joinsOf(versions: string): string {
  return `
  JOIN term AS kind ON kind.id = resource.kind
  LEFT JOIN resource AS parent ON parent.id = resource.parent
  JOIN version ON ${versions}
  JOIN content ON content.id = version.content`
}

// Texts that are made once: one is looked up for each scope, and a text that is put together anew has to be hashed for that.
const ROWS_UNDER = rowsWhere(':kind IS NULL')
const ROWS_OF_KIND_UNDER = rowsWhere('resource.kind = (SELECT id FROM term WHERE text = +:kind)')

function rowsWhere(ofKind: string): string {
  return `SELECT ${COLUMNS} FROM resource ${JOINS}
    WHERE resource.anchor = +:anchor AND ${ofKind}
    ORDER BY kind.text, resource.platform_id`
}

interface Place {
  snapshot: number
  organization: number
}

/** Ordered by kind, path and id, a scope after the other: what waits in memory is a scope. Several may be open. */
export function* viewRows(db: Connection, place: Place, filter: ViewFilter = {}): IterableIterator<ViewRow> {
  const { kind, parent } = filter
  if (parent !== undefined)
    return yield* rowsUnder(db, place, { kind, anchor: parent ?? -place.organization })
  // As long as it is gone through, all that is read here is of one moment.
  for (const scope of scopeRows(db, place.organization, kind)) yield* rowsUnder(db, place, scope)
}

/** In which the snapshot has something, ordered by kind and path. */
export function* scopesIn(db: Connection, place: Place): IterableIterator<ScopeRow> {
  const first = prepareOnce<[Place & ScopeRow], { id: number }>(
    db,
    `SELECT resource.id FROM resource
     CROSS JOIN version ON version.resource = resource.id AND ${VISIBLE}
     WHERE resource.anchor = +:anchor AND resource.kind = (SELECT id FROM term WHERE text = +:kind) LIMIT 1`,
  )
  for (const scope of [...scopeRows(db, place.organization, undefined)])
    if (first.get({ ...place, ...scope }) !== undefined) yield scope
}

function rowsUnder(
  db: Connection,
  place: Place,
  { kind, anchor }: { kind: Kind | undefined; anchor: number },
): IterableIterator<ViewRow> {
  return prepareFree<[Place & { anchor: number; kind: Kind | null }], ViewRow>(
    db,
    kind === undefined ? ROWS_UNDER : ROWS_OF_KIND_UNDER,
  ).iterate({ ...place, anchor, kind: kind ?? null })
}

/** Platform ids of what stands in a scope, in no order: for who counts, or looks for some. */
export function idsIn(db: Connection, place: Place & { anchor: number; kind: Kind }): string[] {
  return prepareOnce<[typeof place], string>(
    db,
    `SELECT resource.platform_id FROM resource CROSS JOIN version ON version.resource = resource.id AND ${VISIBLE}
     WHERE resource.anchor = +:anchor AND resource.kind = (SELECT id FROM term WHERE text = +:kind)`,
  )
    .pluck()
    .all(place)
}

export interface ScopeSize {
  anchor: number
  size: number
}

/** Of a kind, in the order of `viewRows`. */
export function scopeSizes(db: Connection, place: Place, kind: Kind): ScopeSize[] {
  const count = prepareOnce<[Place & { anchor: number; kind: Kind }], number>(
    db,
    `SELECT count(*) FROM resource CROSS JOIN version ON version.resource = resource.id AND ${VISIBLE}
     WHERE resource.anchor = +:anchor AND resource.kind = (SELECT id FROM term WHERE text = +:kind)`,
  ).pluck()
  const scopes = [...scopeRows(db, place.organization, kind)]
  return scopes.map(({ anchor }) => ({ anchor, size: count.get({ ...place, anchor, kind }) ?? 0 }))
}

/** Whether the snapshots in which a version begins and ends were pruned, as of the moment in which it is read. */
export interface PrunedEnds {
  sincePruned: 0 | 1
  untilPruned: 0 | 1
}

/** Of `version`. */
export const PRUNED_ENDS = `
  EXISTS (SELECT 1 FROM pruned WHERE pruned.snapshot = version.since) AS sincePruned,
  EXISTS (SELECT 1 FROM pruned WHERE pruned.snapshot = version.until) AS untilPruned`

export type StateRow = ViewRow & PrunedEnds & { until: number | null }

const STATE_COLUMNS = `${COLUMNS}, version.until, ${PRUNED_ENDS}`
const ANY_VERSION = joinsOf('version.resource = resource.id')

/** Every version of what is of a kind, ordered by path, id and age, pruned ones too. */
export function* stateRows(db: Connection, organization: number, kind: Kind): Generator<StateRow> {
  for (const { anchor } of scopeRows(db, organization, kind))
    yield* prepareFree<[{ anchor: number; kind: Kind }], StateRow>(
      db,
      `SELECT ${STATE_COLUMNS} FROM resource ${ANY_VERSION}
       WHERE resource.anchor = +:anchor AND resource.kind = (SELECT id FROM term WHERE text = +:kind)
       ORDER BY resource.platform_id, version.since`,
    ).iterate({ anchor, kind })
}

/** Of one resource, pruned ones too, oldest first. */
export function statesOf(db: Connection, resource: number): StateRow[] {
  return prepareOnce<[number], StateRow>(
    db,
    `SELECT ${STATE_COLUMNS} FROM resource ${ANY_VERSION} WHERE resource.id = +? ORDER BY version.since`,
  ).all(resource)
}

/** Every resource, ordered by kind, path and id. */
export function pathRows(db: Connection, place: Place): IterableIterator<PathRow> {
  return db
    .prepare<[Place], PathRow>(
      // Depth first: what waits for its turn is then a few scopes, and not all resources of a level. A row is made
      // after the one above it: a damaged catalog in which that is not so must not make a walk without end.
      `WITH RECURSIVE tree(id, path, depth) AS (
         SELECT id, '', 0 FROM resource WHERE anchor = -:organization
         UNION ALL
         SELECT child.id, tree.path || '/' || json_array(term.text, above.platform_id), tree.depth + 1
         FROM tree JOIN resource AS above ON above.id = tree.id JOIN term ON term.id = above.kind
         JOIN resource AS child ON child.anchor = tree.id AND child.id > tree.id
         ORDER BY 3 DESC
       )
       SELECT ${COLUMNS}, tree.path FROM tree JOIN resource ON resource.id = tree.id ${JOINS}
       ORDER BY kind.text, tree.path, resource.platform_id`,
    )
    .iterate(place)
}

export function findRows(db: Connection, place: Place, kind: Kind, id: string): ViewRow[] {
  return prepareOnce<[Place & { kind: Kind; id: string }], ViewRow>(
    db,
    `SELECT ${COLUMNS} FROM resource ${JOINS}
       WHERE resource.platform_id = +:id AND kind.text = +:kind AND resource.organization = +:organization
       ORDER BY resource.id`,
  ).all({ ...place, kind, id })
}

/** Of what stands in a scope, those that are called so, in no order. */
export function namedRows(
  db: Connection,
  place: Place,
  { kind, anchor, ids }: ScopeRow & { ids: readonly string[] },
): ViewRow[] {
  return prepareOnce<[Place & { kind: Kind; anchor: number; ids: string }], ViewRow>(
    db,
    `SELECT ${COLUMNS} FROM json_each(:ids) AS wanted CROSS JOIN resource ${JOINS}
       WHERE resource.platform_id = wanted.value AND resource.anchor = +:anchor
       AND resource.kind = (SELECT id FROM term WHERE text = +:kind)`,
  ).all({ ...place, kind, anchor, ids: JSON.stringify(ids) })
}

export type RowAt = (snapshot: number, key: number) => ViewRow | undefined

export function makeRowAt(db: Connection): RowAt {
  const row = db.prepare<[{ snapshot: number; key: number }], ViewRow>(
    `SELECT ${COLUMNS} FROM resource ${JOINS} WHERE resource.id = +:key`,
  )
  return (snapshot, key) => row.get({ snapshot, key })
}

/** Ordered by name. */
export function parsePartRows(text: string): PartRow[] {
  const rows: [string, number, string, number][] = JSON.parse(text)
  return rows
    .map(([name, content, digest, bytes]) => ({ name, content, digest, bytes }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

export interface VersionRow extends PrunedEnds {
  since: number
  until: number | null
  content: number
  digest: Digest
}

export interface SpanRow extends PrunedEnds {
  key: number
  since: number
  until: number | null
  kind: Kind
  parent: number | null
  organization: string
}

const SPANS = `
  SELECT resource.id AS key, since, until, ${PRUNED_ENDS}, kind.text AS kind, resource.parent,
    organization.platform_id AS organization
  FROM json_each(?) AS wanted CROSS JOIN resource ON resource.id = wanted.value
  CROSS JOIN term AS kind ON kind.id = resource.kind
  CROSS JOIN organization ON organization.id = resource.organization
  CROSS JOIN version ON version.resource = resource.id
  ORDER BY wanted.key, since`

/** As `versionRows`, of many: with what never changes of a resource. Each call costs more than its rows. */
export function spanRows(db: Connection, resources: readonly number[]): SpanRow[] {
  return prepareOnce<[string], SpanRow>(db, SPANS).all(JSON.stringify(resources))
}

/** Oldest first. */
export function versionRows(db: Connection, resource: number): VersionRow[] {
  return prepareOnce<[number], VersionRow>(
    db,
    `SELECT since, until, version.content, lower(hex(content.digest)) AS digest, ${PRUNED_ENDS}
       FROM version JOIN content ON content.id = version.content WHERE resource = +? ORDER BY since`,
  ).all(resource)
}

export function refOf(db: Connection, key: number): ResourceRef {
  const row = prepareOnce<[number], { kind: Kind; id: string; parent: number | null }>(
    db,
    `SELECT term.text AS kind, platform_id AS id, parent
       FROM resource JOIN term ON term.id = resource.kind WHERE resource.id = +?`,
  ).get(key)
  if (row === undefined) return { kind: 'resource', id: `#${key}`, parent: null }
  return { kind: row.kind, id: row.id, parent: row.parent === null ? null : refOf(db, row.parent) }
}
