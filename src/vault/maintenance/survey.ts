/**
 * Where everything lies that snapshots which stay need, and what there is besides: read once, from the catalog's rows and
 * indexes alone, before anything is decided. Costs about ten bytes of memory for each content.
 *
 * Throws DamageFound where something that is needed is not there: then nothing may go.
 */
import { setImmediate } from 'node:timers/promises'
import type { Connection } from '../catalog/connection.ts'
import { highestGiven } from '../catalog/given-numbers.ts'
import { Bits } from './bits.ts'
import { damaged } from './damaged.ts'
import type { Horizon } from './horizon.ts'

export interface Survey {
  /** Contents that a snapshot needs which stays. */
  live: Bits
  versions: { stay: number; go: number }
  contents: ContentTable
  blocks: BlockTable
}

export interface ContentTable {
  highest: number
  count: number
  /** By content, the block that it lies in; 0: there is no such content. */
  block: Uint32Array
}

/** Everything by block. */
export interface BlockTable {
  highest: number
  known: Bits
  /** The content that it is a delta against; 0: none. */
  base: Uint32Array
  /** One that stands before it; 0: none. */
  dictionary: Uint32Array
  /** What a compaction stored it as; 0: nothing. */
  packed: Uint8Array
  depth: Uint16Array
  bytes: Float64Array
  storedBytes: Float64Array
  /** Of its contents, those that are live. */
  liveBytes: Float64Array
  /** Contents, and how many of them are live. */
  contents: Uint32Array
  live: Uint32Array
  isFile: Bits
}

export interface SurveyOptions {
  horizon: Horizon
  /** Called often; throws what ends the survey. */
  pause: () => void
}

/** Rows read at a time, between which other work runs. */
const SLICE = 500
/** What comes after the data of a block is found through all pages of it. */
const BLOCK_SLICE = 200

export async function survey(db: Connection, options: SurveyOptions): Promise<Survey> {
  const contents = { highest: highestGiven(db, 'content'), count: 0, block: new Uint32Array(0) }
  contents.block = new Uint32Array(contents.highest + 1)
  const blocks = makeBlockTable(highestGiven(db, 'block'))
  const live = new Bits(contents.highest)
  const versions = await readVersions(db, options, live)
  await readBlocks(db, options, blocks)
  // Small, and for most pages: it stays while there is a block that names it.
  for (const dictionary of new Set(blocks.dictionary)) if (dictionary !== 0) live.add(dictionary)
  await readContents(db, options, { live, contents, blocks })
  return { live, versions, contents, blocks }
}

function makeBlockTable(highest: number): BlockTable {
  const size = highest + 1
  return {
    highest,
    known: new Bits(highest),
    base: new Uint32Array(size),
    dictionary: new Uint32Array(size),
    packed: new Uint8Array(size),
    depth: new Uint16Array(size),
    bytes: new Float64Array(size),
    storedBytes: new Float64Array(size),
    liveBytes: new Float64Array(size),
    contents: new Uint32Array(size),
    live: new Uint32Array(size),
    isFile: new Bits(highest),
  }
}

type Fields = [since: number, until: number | null, content: number]

async function readVersions(db: Connection, { horizon, pause }: SurveyOptions, live: Bits) {
  const counted = { stay: 0, go: 0 }
  // The newest content that anything sealed refers to.
  let newest = 0
  const use = ([since, until, content]: Fields): 'stay' | 'go' => {
    if (!horizon.isNeeded(since, until)) return 'go'
    if (!live.add(content)) throw damaged(`content #${content} is needed and is not in the catalog`)
    if (horizon.isSealed(since)) newest = Math.max(newest, content)
    return 'stay'
  }
  const versions = sliceOf(
    db,
    'SELECT since, until, content FROM version WHERE resource > +? AND resource <= +?',
  )
  const parts = sliceOf(
    db,
    `SELECT since, until, part.content FROM part JOIN version USING (resource, since)
     WHERE part.resource > +? AND part.resource <= +?`,
  )
  const highest = db.prepare<[], { id: number | null }>('SELECT max(id) AS id FROM resource').get()?.id ?? 0
  for (let from = 0; from < highest; from += SLICE) {
    for (const row of versions.iterate(from, from + SLICE)) counted[use(row)]++
    for (const row of parts.iterate(from, from + SLICE)) use(row)
    pause()
    await setImmediate()
  }
  if (horizon.hasUnsealed) keepYoungBodies(db, live, newest)
  return counted
}

function sliceOf(db: Connection, sql: string) {
  return db.prepare<[number, number], Fields>(sql).raw()
}

/** What was fetched for a snapshot that is not sealed yet, and that only the names of bodies refer to so far. */
function keepYoungBodies(db: Connection, live: Bits, newest: number): void {
  const rows = db.prepare<[number], number>('SELECT content FROM body WHERE content > +?').pluck()
  for (const content of rows.iterate(newest)) live.add(content)
}

type BlockFields = [
  id: number,
  base: number | null,
  depth: number,
  bytes: number,
  stored: number,
  isFile: number,
  dictionary: number | null,
  packed: number | null,
]

async function readBlocks(db: Connection, { pause }: SurveyOptions, blocks: BlockTable): Promise<void> {
  const slice = db
    .prepare<[number, number], BlockFields>(
      `SELECT id, base, depth, bytes, ifnull(stored, length(data)), stored IS NOT NULL, dictionary, packed
       FROM block WHERE id > +? AND id <= +?`,
    )
    .raw()
  for (let from = 0; from < blocks.highest; from += BLOCK_SLICE) {
    for (const [id, base, depth, bytes, stored, isFile, dictionary, packed] of slice.iterate(
      from,
      from + BLOCK_SLICE,
    )) {
      blocks.known.add(id)
      blocks.base[id] = base ?? 0
      blocks.depth[id] = depth
      blocks.bytes[id] = bytes
      blocks.storedBytes[id] = stored
      if (isFile === 1) blocks.isFile.add(id)
      blocks.packed[id] = packed ?? 0
      blocks.dictionary[id] = dictionary ?? 0
    }
    pause()
    await setImmediate()
  }
}

type Tables = Pick<Survey, 'live' | 'contents' | 'blocks'>

async function readContents(
  db: Connection,
  { pause }: SurveyOptions,
  { live, contents, blocks }: Tables,
): Promise<void> {
  const slice = db
    .prepare<[number, number], [id: number, block: number, bytes: number]>(
      'SELECT id, block, bytes FROM content WHERE id > +? AND id <= +?',
    )
    .raw()
  for (let from = 0; from < contents.highest; from += SLICE) {
    for (const [id, block, bytes] of slice.iterate(from, from + SLICE)) {
      if (!blocks.known.has(block)) throw damaged(`content #${id} lies in block ${block}, which is not there`)
      contents.block[id] = block
      contents.count++
      count(blocks.contents, block, 1)
      if (!live.has(id)) continue
      count(blocks.live, block, 1)
      count(blocks.liveBytes, block, bytes)
    }
    pause()
    await setImmediate()
  }
}

function count(counts: Uint32Array | Float64Array, at: number, add: number): void {
  counts[at] = (counts[at] ?? 0) + add
}
