/**
 * The line of each resource that a scope's digest is taken over (scope-digests.ts), of one resource or of all of a scope:
 * of most, a few statements a thousand cost a third of one for each.
 */
import type { Digest } from '../../model/digest.ts'
import type { PartName } from '../../model/resource.ts'
import { type Connection, prepareOnce } from './connection.ts'
import { leafHash, type NodeHash } from './merkle.ts'
import { PARTS, parsePartRows, VISIBLE } from './views.ts'

/** Resources of one kind below one parent. */
export interface ScopeName {
  anchor: number
  /** A row of `term`. */
  kind: number
}

export interface Leaf {
  since: number
  /** What is hashed, and its hash. */
  text: string
  leaf: NodeHash
  /** For `versions`. */
  line: string
}

export type KeyedLeaf = Leaf & { key: number }

export interface VersionOf {
  id: string
  content: number
  /** Empty: its row is gone. */
  digest: Digest | ''
  change: Digest
}

type PartOf = readonly [name: PartName, digest: Digest]

export function leafOf(db: Connection, key: number, since: number): Leaf {
  const row = prepareOnce<[number, number], VersionOf & { parts: string }>(
    db,
    `SELECT resource.platform_id AS id, version.content, lower(hex(content.digest)) AS digest,
       lower(hex(version.change_digest)) AS change, ${PARTS}
     FROM version JOIN resource ON resource.id = version.resource LEFT JOIN content ON content.id = version.content
     WHERE version.resource = +? AND version.since = +?`,
  ).get(key, since)
  if (row === undefined) return { since, text: '', leaf: leafHash(''), line: '' }
  const parts = parsePartRows(row.parts).map((part): PartOf => [part.name, part.digest])
  return leafFrom(key, since, row, parts)
}

/** `parts`: in the order of their names. */
export function leafFrom(
  key: number,
  since: number,
  { id, content, digest, change }: VersionOf,
  parts: readonly PartOf[],
): Leaf {
  const text = JSON.stringify([id, digest, parts])
  return {
    since,
    text,
    leaf: leafHash(text),
    line: `${key} ${since} ${content} ${change}\n`,
  }
}

interface Slice extends ScopeName {
  snapshot: number
  /** Key of the last resource of the slice before. */
  after: number
  most: number
}

/** A statement's worth: some milliseconds. */
const ROWS_A_SLICE = 200

/** In the order of keys, a slice at a time. */
export function* leavesIn(db: Connection, scope: ScopeName, snapshot: number): Generator<KeyedLeaf[]> {
  const slice: Slice = { ...scope, snapshot, after: 0, most: ROWS_A_SLICE }
  for (let rows = versionsIn(db, slice); rows.length > 0; rows = versionsIn(db, slice)) {
    const parts = partsIn(db, slice)
    const leaves = rows.map(([key, since, id, content, digest, change]) => {
      const own = parts.get(key)?.sort(([a], [b]) => (a < b ? -1 : 1)) ?? []
      return { key, ...leafFrom(key, since, { id, content, digest, change }, own) }
    })
    yield leaves
    slice.after = leaves.at(-1)?.key ?? slice.after
  }
}

/** The same resources in both statements, in the order of their keys. */
const IN_SLICE = `
  FROM resource CROSS JOIN version ON version.resource = resource.id AND ${VISIBLE}
  WHERE resource.anchor = +:anchor AND resource.kind = +:kind AND resource.id > +:after
  ORDER BY resource.id LIMIT :most`

type Row = [key: number, since: number, id: string, content: number, digest: Digest | '', change: Digest]

function versionsIn(db: Connection, slice: Slice): Row[] {
  return prepareOnce<[Slice], Row>(
    db,
    `SELECT found.id, found.since, found.platform_id, found.content, lower(hex(content.digest)),
       lower(hex(found.change_digest))
     FROM (SELECT resource.id, version.since, platform_id, version.content, change_digest ${IN_SLICE}) AS found
     LEFT JOIN content ON content.id = found.content`,
  )
    .raw()
    .all(slice)
}

function partsIn(db: Connection, slice: Slice): Map<number, PartOf[]> {
  const rows = prepareOnce<[Slice], [key: number, name: PartName, digest: Digest]>(
    db,
    `SELECT found.id, term.text, lower(hex(held.digest))
     FROM (SELECT resource.id, version.since ${IN_SLICE}) AS found
     CROSS JOIN part ON part.resource = found.id AND part.since = found.since
     CROSS JOIN term ON term.id = part.name CROSS JOIN content AS held ON held.id = part.content`,
  )
    .raw()
    .all(slice)
  const parts = new Map<number, PartOf[]>()
  for (const [key, name, digest] of rows) {
    const part: PartOf = [name, digest]
    const own = parts.get(key)
    if (own === undefined) parts.set(key, [part])
    else own.push(part)
  }
  return parts
}
