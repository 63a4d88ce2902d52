/**
 * The digests that make a sealed snapshot evident to tamper with.
 *
 * `contents` is the SHA-256 of one line of JSON a resource, `[kind, path, id, content digest, [[part, digest], …]]`
 * and a line feed, in the order of kind, path and id (UTF-8 bytes); `path` is `/["kind","id"]` for each parent,
 * outermost first. No internal key enters it: vaults that hold the same have the same.
 * `digest` is the SHA-256 of one JSON array: the digest before it, `contents`, and what the snapshot says of itself.
 */
import { createHash } from 'node:crypto'
import { canonicalJson, type Digest, digestOf } from '../../model/digest.ts'
import type { Kind } from '../../model/resource.ts'
import type { SnapshotSummary } from '../../model/snapshot.ts'
import type { Connection } from './database.ts'
import { parsePartRows, pathRows } from './views.ts'

export interface SealedContents {
  contents: Digest
  resources: Record<Kind, number>
  count: number
}

const FLUSH_CHARACTERS = 1 << 16

export function digestContents(db: Connection, snapshot: number, organization: number): SealedContents {
  const hash = createHash('sha256')
  const resources: Record<Kind, number> = {}
  let count = 0
  let text = ''
  for (const row of pathRows(db, { snapshot, organization })) {
    const parts = parsePartRows(row.parts).map(part => [part.name, part.digest])
    text += `${JSON.stringify([row.kind, row.path, row.id, row.digest, parts])}\n`
    resources[row.kind] = (resources[row.kind] ?? 0) + 1
    count++
    if (text.length < FLUSH_CHARACTERS) continue
    hash.update(text)
    text = ''
  }
  return { contents: hash.update(text).digest('hex'), resources, count }
}

/** Of a summary in its sealed form, its own `digest` aside. */
export function digestSeal(summary: SnapshotSummary): Digest {
  return digestOf(
    canonicalJson([
      summary.previous,
      summary.contents,
      summary.organization,
      summary.organizationTitle,
      summary.snapshot,
      summary.base,
      summary.state,
      summary.trigger,
      summary.started,
      summary.sealed,
      summary.resources,
      summary.gaps,
      summary.not_offered,
      [summary.added, summary.modified, summary.removed, summary.carried],
      ...(summary.proof === null ? [] : [summary.proof]),
    ]),
  )
}
