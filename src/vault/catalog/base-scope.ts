/**
 * All versions that the base has in one scope, in memory, for a scope whose answer names all of them at once: read in a
 * few statements a thousand resources instead of several for each. Read in slices, between which others get their turn.
 */
import { setImmediate } from 'node:timers/promises'
import type { Digest } from '../../model/digest.ts'
import type { PartName } from '../../model/resource.ts'
import { type Connection, prepareOnce } from './connection.ts'
import { IN_BASE } from './current.ts'
import { losses } from './lost.ts'
import type { Terms } from './terms.ts'

export interface BaseResource {
  resource: number
  content: number
  digest: Digest
  /** Null: it is lost in part. See `CHANGE` in current.ts. */
  changeDigest: Digest | null
  parts: readonly BasePart[]
}

interface BasePart {
  name: PartName
  content: number
  digest: Digest
}

/** By platform id. */
export type BaseScope = ReadonlyMap<string, BaseResource>

const NONE: readonly BasePart[] = []

interface Place {
  snapshot: number
  anchor: number
  kind: number
}

interface Slice extends Place {
  /** Key of the last resource of the slice before. */
  after: number
  most: number
}

/** A statement's worth: some milliseconds. */
const ROWS_A_SLICE = 500

/** `snapshot`: the running one. What it writes meanwhile changes nothing of what its base has. */
export async function loadBaseScope(db: Connection, terms: Terms, place: Place): Promise<BaseScope> {
  const found = new Map<string, BaseResource>()
  const slice: Slice = { ...place, after: 0, most: ROWS_A_SLICE }
  const lost = new Set(losses(db).map(({ content }) => content))
  for (let rows = versionsIn(db, slice); rows.length > 0; rows = versionsIn(db, slice)) {
    const parts = partsIn(db, terms, slice)
    for (const [resource, id, content, digest, change] of rows) {
      slice.after = resource
      // Without its content a version is not there: see `find` of BaseVersions.
      if (digest === '') continue
      const own = { resource, content, digest, parts: parts.get(resource) ?? NONE }
      found.set(id, { ...own, changeDigest: isLostIn(lost, own) ? null : change })
    }
    await setImmediate()
  }
  return found
}

function isLostIn(
  lost: ReadonlySet<number>,
  { content, parts }: Pick<BaseResource, 'content' | 'parts'>,
): boolean {
  if (lost.size === 0) return false
  return lost.has(content) || parts.some(part => lost.has(part.content))
}

/** Digests as text: bytes would be a Buffer each, with memory of its own. An empty one: its row is gone. */
type VersionRow = [resource: number, id: string, content: number, digest: Digest | '', change: Digest]
type PartRow = [resource: number, name: number, content: number, digest: Digest]

/** The same resources in both statements, in the order of their keys. */
const IN_SLICE = `
  FROM resource CROSS JOIN version ON version.resource = resource.id AND ${IN_BASE}
  WHERE resource.anchor = +:anchor AND resource.kind = +:kind AND resource.id > +:after
  ORDER BY resource.id LIMIT :most`

function versionsIn(db: Connection, slice: Slice): VersionRow[] {
  return prepareOnce<[Slice], VersionRow>(
    db,
    `SELECT found.id, found.platform_id, found.content, lower(hex(content.digest)), lower(hex(found.change_digest))
     FROM (SELECT resource.id, platform_id, version.content, change_digest ${IN_SLICE}) AS found
     LEFT JOIN content ON content.id = found.content`,
  )
    .raw()
    .all(slice)
}

function partsIn(db: Connection, terms: Terms, slice: Slice): Map<number, BasePart[]> {
  const rows = prepareOnce<[Slice], PartRow>(
    db,
    `SELECT found.id, part.name, part.content, lower(hex(content.digest))
     FROM (SELECT resource.id, version.since ${IN_SLICE}) AS found
     CROSS JOIN part ON part.resource = found.id AND part.since = found.since
     CROSS JOIN content ON content.id = part.content`,
  )
    .raw()
    .all(slice)
  const parts = new Map<number, BasePart[]>()
  for (const [resource, name, content, digest] of rows) {
    const part = { name: terms.text(name), content, digest }
    const own = parts.get(resource)
    if (own === undefined) parts.set(resource, [part])
    else own.push(part)
  }
  return parts
}
