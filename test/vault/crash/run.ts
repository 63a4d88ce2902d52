/** Judges the moments of an operation, and what it does on a broken disk: all of them, or a sample. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { makeRandom } from '../../../src/emulator/state/random.ts'
import { writeImage } from './disk.ts'
import type { Operation } from './operations.ts'
import { imagesOf, KINDS, type Kind, type Moments, statesOf } from './points.ts'
import { copyDisk, type Recorded, record, type Stage, taskOf } from './record.ts'
import type { Answer } from './shimmed.ts'
import { Verdicts } from './verdicts.ts'

/** Of one operation and one kind of what may happen to it. */
export interface Line {
  operation: string
  kind: string
  /** So many there are. */
  points: number
  /** So many were judged; where several leave the same on the disk, by judging one of them. */
  judged: number
  /** Vaults that were looked at for that. */
  vaults: number
  sound: number
  /** The command ended with an error that calls the disk full or broken. */
  refused: number
  /** The command came to its end all the same. */
  unharmed: number
  /** Something in the making was left beside the vault for good. */
  leftovers: number
  wrong: string[]
}

export interface Extent {
  /** At most so many vaults of each kind. */
  most: number
  seed: number
  /** From 1: every so many'th of these, from this one on; other lanes judge the others. */
  lane: number
  lanes: number
}

interface Fault {
  code: 'ENOSPC' | 'EIO' | 'short' | 'kill' | 'torn'
  stays: boolean
  kind: string
}

const FAULTS: readonly Fault[] = [
  { code: 'ENOSPC', stays: true, kind: 'full from then on' },
  { code: 'ENOSPC', stays: false, kind: 'full once' },
  { code: 'short', stays: true, kind: 'full in the middle of a write' },
  { code: 'EIO', stays: true, kind: 'broken from then on' },
  { code: 'EIO', stays: false, kind: 'broken once' },
  { code: 'kill', stays: false, kind: 'really killed' },
  { code: 'torn', stays: false, kind: 'really killed in the middle of a write' },
]

/** An operation that was done once, and what is known of the vaults that it leaves. */
export interface Judged extends Recorded {
  verdicts: Verdicts
}

export async function begin(operation: Operation, stage: Stage): Promise<Judged> {
  const recorded = await record(operation, stage)
  return { ...recorded, verdicts: new Verdicts(recorded.expected) }
}

/** Done again for each change that is to fail, or is the last before a kill. */
export async function judgeFaults(judged: Judged, stage: Stage, extent: Extent): Promise<Line[]> {
  const lines: Line[] = []
  for (const fault of FAULTS) lines.push(await judgeFault(judged, fault, stage, extent))
  return lines
}

/** What it leaves at each moment, as it was written down. */
export async function judgeMoments(recorded: Judged, { folder }: Stage, extent: Extent): Promise<Line[]> {
  const played = { ...recorded, seed: extent.seed }
  const states = statesOf(played)
  const chosen = chooseStates(states, extent)
  const lines = KINDS.map(kind => lineOf(kind, states, chosen, recorded))
  const disk = join(folder, 'disk')
  const wanted = [...states].flatMap(([digest, moments]) => (chosen.has(digest) ? [moments] : []))
  for (const [moments, image] of imagesOf(played, wanted)) {
    rmSync(disk, { recursive: true, force: true })
    writeImage(image, disk)
    const { wrong, leftovers, isNew } = await recorded.verdicts.of(disk, moments.isEnd)
    for (const [kind, line] of lines) {
      const points = moments.counts[kind]
      if (points === undefined) continue
      if (isNew) line.vaults++
      if (leftovers.length > 0) line.leftovers += points
      if (wrong === null) line.sound += points
      else line.wrong.push(`${moments.label}: ${wrong}`)
    }
  }
  return lines.map(([, line]) => line)
}

function lineOf(
  kind: Kind,
  states: ReadonlyMap<string, Moments>,
  chosen: ReadonlySet<string>,
  { expected }: Recorded,
): [Kind, Line] {
  const line = emptyLine(expected.operation.name, kind)
  for (const [digest, { counts }] of states) {
    line.points += counts[kind] ?? 0
    if (chosen.has(digest)) line.judged += counts[kind] ?? 0
  }
  return [kind, line]
}

function emptyLine(operation: string, kind: string): Line {
  const counts = { points: 0, judged: 0, vaults: 0, sound: 0, refused: 0, unharmed: 0, leftovers: 0 }
  return { operation, kind, ...counts, wrong: [] }
}

/** Of each kind so many, and the end always. */
function chooseStates(states: ReadonlyMap<string, Moments>, extent: Extent): Set<string> {
  const chosen = new Set<string>()
  for (const kind of KINDS) {
    const of = [...states].filter(([, { counts }]) => counts[kind] !== undefined)
    for (const [digest] of sample(of, extent, kind)) chosen.add(digest)
  }
  for (const [digest, { isEnd }] of states) if (isEnd) chosen.add(digest)
  return chosen
}

/** What of it this lane judges, in their order. */
function sample<T>(all: readonly T[], extent: Extent, purpose: string): T[] {
  const { lane, lanes } = extent
  return chooseSome(all, extent, purpose).filter((_, index) => index % lanes === lane - 1)
}

/** In their order; the same in every lane. */
function chooseSome<T>(all: readonly T[], { most, seed }: Extent, purpose: string): T[] {
  if (all.length <= most) return [...all]
  const random = makeRandom(seed, purpose)
  const left = all.map((_, index) => index)
  const chosen = Array.from({ length: most }, () => left.splice(random.integer(left.length), 1)[0] ?? 0)
  return chosen.sort((a, b) => a - b).flatMap(index => all.slice(index, index + 1))
}

async function judgeFault(
  { expected, changes, before, verdicts }: Judged,
  { code, stays, kind }: Fault,
  { folder, shimmed, platform }: Stage,
  extent: Extent,
): Promise<Line> {
  const line = { ...emptyLine(expected.operation.name, kind), points: changes }
  const disk = join(folder, 'disk')
  const points = Array.from({ length: changes }, (_, index) => index + 1)
  for (const at of sample(points, extent, kind)) {
    copyDisk(before, disk)
    const shim = { DISK_SHIM_AT: `${at}`, DISK_SHIM_FAULT: code }
    const staying = stays ? { ...shim, DISK_SHIM_STAYS: '1' } : shim
    const answer = await shimmed.run(taskOf(expected.operation, disk, platform, staying))
    // Another order of what happens at the same time: the command was through before.
    if (answer !== null && !answer.hasFired) continue
    const words = expected.operation.isMending && answer?.code === DAMAGE_LEFT ? null : wordsWrong(answer)
    const isDone = answer?.code === 0
    const { wrong, leftovers, isNew } = await verdicts.of(disk, isDone)
    line.judged++
    if (isNew) line.vaults++
    if (isDone) line.unharmed++
    else if (answer !== null && words === null) line.refused++
    if (leftovers.length > 0) line.leftovers++
    if (words === null && wrong === null) line.sound++
    else line.wrong.push(`at ${at}: ${[words, wrong].filter(one => one !== null).join('; ')}`)
  }
  return line
}

/** What a repair on such a disk has left, and says so. */
const DAMAGE_LEFT = 13

/** A disk that is full or broken is called so, and nothing else. Null: it is, or nothing was said. */
function wordsWrong(answer: Answer | null): string | null {
  if (answer === null || answer.code === 0) return null
  if (answer.error === 'disk' && answer.code === 1) return null
  return `it said ${answer.code} ${answer.error}: ${answer.message}`
}
