/**
 * The digests that make a sealed snapshot evident to tamper with.
 *
 * `contents` is the SHA-256 of one line of JSON a resource, `[kind, path, id, content digest, [[part, digest], …]]`
 * and a line feed, in the order of kind, path and id (UTF-8 bytes); `path` is `/["kind","id"]` for each parent,
 * outermost first. No internal key enters it: vaults that hold the same have the same.
 * `versions` is the SHA-256 of the version rows themselves, in that order: resource, since, content and change digest.
 * `digest` is the SHA-256 of one JSON array: the organization's id, the gaps, and every column of the snapshot's row by
 * name that `covers` lists, `digest` aside; of a snapshot without `covers`, what the older rule below says.
 */
import { createHash, type Hash } from 'node:crypto'
import { canonicalJson, type Digest, digestOf } from '../../model/digest.ts'
import type { CountsByKind } from '../../model/resource.ts'
import type { Connection } from './connection.ts'
import { gapsOf } from './gaps.ts'
import { type SnapshotRow, summarize } from './snapshots.ts'
import { type PathRow, parsePartRows, pathRows, pathRowsOfBoth } from './views.ts'

export interface SealedContents {
  contents: Digest
  versions: Digest
  resources: CountsByKind
  count: number
}

const FLUSH_CHARACTERS = 1 << 16

export function digestContents(db: Connection, snapshot: number, organization: number): SealedContents {
  const digests = makeDigests()
  for (const row of pathRows(db, { snapshot, organization })) digests.add(row, lineOf(row))
  return digests.end()
}

/** In one walk, because most of what one snapshot holds the other holds too. */
export function digestBoth(
  db: Connection,
  place: { snapshot: number; base: number; organization: number },
): { own: SealedContents; base: SealedContents } {
  const { snapshot, base, organization } = place
  const [own, before] = [makeDigests(), makeDigests()]
  for (const row of pathRowsOfBoth(db, { snapshot, other: base, organization })) {
    const line = lineOf(row)
    if (isIn(row, snapshot)) own.add(row, line)
    if (isIn(row, base)) before.add(row, line)
  }
  return { own: own.end(), base: before.end() }
}

function isIn({ since, until }: { since: number; until: number | null }, snapshot: number): boolean {
  return since <= snapshot && (until === null || until > snapshot)
}

function lineOf(row: PathRow): string {
  const parts = parsePartRows(row.parts).map(part => [part.name, part.digest])
  return `${JSON.stringify([row.kind, row.path, row.id, row.digest, parts])}\n`
}

function makeDigests() {
  const contents = makeTextHash()
  const versions = makeTextHash()
  const resources: CountsByKind = {}
  let count = 0
  return {
    add(row: PathRow, line: string): void {
      contents.add(line)
      versions.add(`${row.key} ${row.since} ${row.content} ${row.change}\n`)
      resources[row.kind] = (resources[row.kind] ?? 0) + 1
      count++
    },
    end: (): SealedContents => ({ contents: contents.end(), versions: versions.end(), resources, count }),
  }
}

function makeTextHash() {
  const hash: Hash = createHash('sha256')
  let text = ''
  return {
    add(line: string): void {
      text += line
      if (text.length < FLUSH_CHARACTERS) return
      hash.update(text)
      text = ''
    },
    end: (): Digest => hash.update(text).digest('hex'),
  }
}

/** Every column there is: nobody who adds one has to remember it here. */
export function columnsToCover(db: Connection): string {
  const names = db
    .prepare<[], { name: string }>(`SELECT name FROM pragma_table_info('snapshot') ORDER BY name`)
    .all()
    .map(row => row.name)
  return JSON.stringify(names.filter(name => name !== 'digest'))
}

/** Of a row in its sealed form. */
export function digestSeal(db: Connection, row: SnapshotRow): Digest {
  if (row.covers === null) return digestOlderSeal(db, row)
  const covered: unknown = JSON.parse(row.covers)
  const values = new Map<string, unknown>(Object.entries(row))
  const columns = (Array.isArray(covered) ? covered : []).map(name => [name, plain(values.get(name))])
  return digestOf(canonicalJson([row.organization_id, gapsOf(db, row.id), columns]))
}

function plain(value: unknown): unknown {
  return Buffer.isBuffer(value) ? value.toString('hex') : (value ?? null)
}

function digestOlderSeal(db: Connection, row: SnapshotRow): Digest {
  const summary = summarize(db, row)
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
