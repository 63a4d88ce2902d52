/**
 * Reads what a vault stores: the contents of blocks and files against their digests, the contents of snapshots against
 * their seals. In part or, with a limit of time, what was read longest ago first; what was found sound is noted.
 */
import { finished } from 'node:stream/promises'
import { DamageFound } from '../model/errors.ts'
import { makeContentsFaults, type SealedSnapshot } from './catalog/check-seals.ts'
import { guarded, unreadable } from './catalog/check-structure.ts'
import type { Connection } from './catalog/connection.ts'
import { contentsOfBlocks, describeUsers, highestBlock, type PlacedContent } from './catalog/content-users.ts'
import { losses } from './catalog/lost.ts'
import type { Pace } from './check-pace.ts'
import type { ContentReader } from './content-reader.ts'
import type { CheckOptions, Finding } from './types.ts'
import { longestAgoFirst, type Reading, withReading } from './verified.ts'

export interface ReadingOf {
  db: Connection
  contents: ContentReader
  options: CheckOptions
  pace: Pace
}

/** What was found sound, by ids; takes the readings of before and holds those of after. */
export interface Readings {
  readings: readonly Reading[]
}

/** A content larger than this is verified as a stream. */
const IN_MEMORY_BYTES = 8 * 1024 * 1024
const WHOLE = { n: 1, m: 1 }
/** So that seals that take long leave time for bytes. */
const SEALS_SHARE = 0.5

export async function* snapshotFindings(
  { db, options, pace }: ReadingOf,
  sealed: readonly SealedSnapshot[],
  noted: Readings,
): AsyncGenerator<Finding> {
  const { n, m } = options.subset ?? WHOLE
  const faultsOf = makeContentsFaults(db)
  for (const snapshot of inOrder(sealed, noted.readings, options)) {
    if (pace.isOver(SEALS_SHARE)) return
    const { id } = snapshot.row
    const found = id % m === n - 1 ? [...faultsOf(snapshot)] : []
    yield* found
    if (m === 1 && found.length === 0) note(noted, { first: id, last: id, at: pace.begun })
    await pace.step()
  }
}

function inOrder(
  sealed: readonly SealedSnapshot[],
  readings: readonly Reading[],
  { maxDurationMs }: CheckOptions,
): readonly SealedSnapshot[] {
  if (maxDurationMs === undefined) return sealed
  const highest = sealed.at(-1)?.row.id ?? 0
  return longestAgoFirst(readings, highest).flatMap(({ first, last }) =>
    sealed.filter(({ row }) => row.id >= first && row.id <= last),
  )
}

export async function* contentFindings(reading: ReadingOf, noted: Readings): AsyncGenerator<Finding> {
  const { db, options, pace } = reading
  const share = options.subset ?? WHOLE
  const highest = highestBlock(db)
  const whole: Reading[] = highest === 0 ? [] : [{ first: 1, last: highest, at: 0 }]
  const stretches = options.maxDurationMs === undefined ? whole : longestAgoFirst(noted.readings, highest)
  for (const stretch of stretches) {
    const sound = soundBlocks(stretch)
    try {
      const isRead = yield* stretchFindings(reading, { ...stretch, ...share }, sound)
      if (!isRead) return
      sound.ends(stretch.last)
    } finally {
      if (share.m === 1) for (const range of sound.ranges()) note(noted, { ...range, at: pace.begun })
    }
  }
}

/** Returns false where the stretch was not read to its end. */
async function* stretchFindings(
  { db, contents, pace }: ReadingOf,
  blocks: Parameters<typeof contentsOfBlocks>[1],
  sound: ReturnType<typeof soundBlocks>,
): AsyncGenerator<Finding, boolean> {
  let block = blocks.first
  const lost = new Set(losses(db).map(({ content }) => content))
  for (const content of guarded(contentsOfBlocks(db, blocks), 'the contents')) {
    if ('code' in content) {
      yield content
      return false
    }
    if (content.block !== block) {
      sound.ends(content.block - 1)
      if (pace.isOver(1)) return false
      block = content.block
    }
    const reason = lost.has(content.id) ? null : await damageOf(contents, content)
    if (reason !== null) {
      sound.breaks(content.block)
      yield {
        code: 'content-damaged',
        severity: 'damage',
        content: content.digest,
        message: `${reason}; ${describeUsers(db, { content: content.id })}`,
      }
    }
    await pace.step()
  }
  return true
}

/** The ranges of a stretch in which every block was read to its end and nothing was damaged. */
function soundBlocks({ first }: Reading) {
  const closed: { first: number; last: number }[] = []
  let open = { first, last: first - 1 }
  const isAny = () => open.first <= open.last
  return {
    /** Everything up to here is read. */
    ends(last: number) {
      open.last = Math.max(open.last, last)
    },
    breaks(block: number) {
      open.last = block - 1
      if (isAny()) closed.push(open)
      open = { first: block + 1, last: block }
    },
    ranges: () => (isAny() ? [...closed, open] : closed),
  }
}

function note(noted: Readings, reading: Reading): void {
  noted.readings = withReading(noted.readings, reading)
}

async function damageOf(contents: ContentReader, content: PlacedContent): Promise<string | null> {
  try {
    if (content.bytes <= IN_MEMORY_BYTES) contents.read(content.id)
    else await finished(contents.stream(content.id).resume())
    return null
  } catch (error) {
    return error instanceof DamageFound ? error.message : unreadable(error, 'a content').message
  }
}
