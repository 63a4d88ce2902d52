/**
 * The digests of all that a snapshot holds, from a walk through all of it: seal format 1, of before there were digests
 * of scopes. Snapshots that were sealed then are proved by it.
 *
 * `contents` is the SHA-256 of one line of JSON a resource, `[kind, path, id, content digest, [[part, digest], …]]`
 * and a line feed, in the order of kind, path and id (UTF-8 bytes); `path` is `/["kind","id"]` for each parent,
 * outermost first. No internal key enters it: vaults that hold the same have the same.
 * `versions` is the SHA-256 of the version rows themselves, in that order: resource, since, content and change digest.
 */
import { createHash } from 'node:crypto'
import type { Connection } from './connection.ts'
import { type PathRow, parsePartRows, pathRows } from './views.ts'

export interface WalkedContents {
  contents: Buffer
  versions: Buffer
}

export function walkContents(db: Connection, snapshot: number, organization: number): WalkedContents {
  const contents = createHash('sha256')
  const versions = createHash('sha256')
  for (const row of pathRows(db, { snapshot, organization })) {
    contents.update(lineOf(row))
    versions.update(`${row.key} ${row.since} ${row.content} ${row.change}\n`)
  }
  return { contents: contents.digest(), versions: versions.digest() }
}

function lineOf(row: PathRow): string {
  const parts = parsePartRows(row.parts).map(part => [part.name, part.digest])
  return `${JSON.stringify([row.kind, row.path, row.id, row.digest, parts])}\n`
}
