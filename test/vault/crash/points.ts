/**
 * The moments of a recorded command at which a process can be killed or a power be cut, and what is on the disk then. Before
 * a change is after the one before it, so there is one moment more than changes. Moments that leave the same are one state.
 */
import { makeRandom, type Random } from '../../../src/emulator/state/random.ts'
import { digestOfImage, type Image, RecordedDisk, type Survival } from './disk.ts'
import type { Change, Opened } from './recording.ts'

export const KINDS = ['kill', 'torn write', 'power cut'] as const
export type Kind = (typeof KINDS)[number]

/** What is not promised to be there, and perhaps is. */
const SURVIVALS: readonly ((random: Random) => Survival)[] = [
  // Nothing of it.
  () => ({ names: () => 'synced', sectors: () => 'none' }),
  // Names before bytes, as file systems do that write what they know of files first.
  () => ({ names: () => 'seen', sectors: () => 'none' }),
  // Bytes before names.
  () => ({ names: () => 'synced', sectors: () => 'all' }),
  // One file ahead of the others.
  () => ({ names: () => 'seen', sectors: file => (file.endsWith('.db') ? 'all' : 'none') }),
  () => ({ names: () => 'seen', sectors: file => (file.endsWith('.db') ? 'none' : 'all') }),
  // Anything.
  random => ({
    names: onceEach(() => (random.integer(2) === 0 ? 'seen' : 'synced')),
    sectors: onceEach(
      () => ([() => random.integer(2) === 0, 'all', 'none'] as const)[random.integer(3)] ?? 'all',
    ),
  }),
]

function onceEach<T>(choose: () => T): (of: string) => T {
  const chosen = new Map<string, T>()
  return of => {
    const found = chosen.get(of)
    if (found !== undefined) return found
    const made = choose()
    chosen.set(of, made)
    return made
  }
}

export interface Moments {
  /** So many moments leave it, by what happened. */
  counts: Partial<Record<Kind, number>>
  /** One of them is the end of the command, so that what it said has to be there. */
  isEnd: boolean
  /** The first of them. */
  label: string
}

export interface Played {
  /** The folder of before. */
  before: string
  recording: readonly (Change | Opened)[]
  seed: number
}

/** Moments by the digest of what they leave. */
export function statesOf(played: Played): Map<string, Moments> {
  const states = new Map<string, Moments>()
  for (const { kind, image, isEnd, label } of momentsOf(played)) {
    const digest = digestOfImage(image())
    const state = states.get(digest) ?? { counts: {}, isEnd: false, label }
    state.counts[kind] = (state.counts[kind] ?? 0) + 1
    state.isEnd ||= isEnd
    states.set(digest, state)
  }
  return states
}

/** What these leave. */
export function* imagesOf(played: Played, wanted: readonly Moments[]): Generator<[Moments, Image]> {
  const byLabel = new Map(wanted.map(moments => [moments.label, moments]))
  for (const { image, label } of momentsOf(played)) {
    const moments = byLabel.get(label)
    if (moments !== undefined) yield [moments, image()]
  }
}

interface Moment {
  kind: Kind
  /** To be asked for before the next moment. */
  image: () => Image
  isEnd: boolean
  /** Of this one alone. */
  label: string
}

function* momentsOf({ before, recording, seed }: Played): Generator<Moment> {
  const disk = new RecordedDisk(before)
  const changes = recording.filter(change => change.what !== 'open').length
  let done = 0
  yield* standing(disk, { seed, isEnd: false, label: 'before anything' })
  for (const change of recording) {
    if (change.what === 'write' && change.data.length > 1) {
      const bytes = 1 + makeRandom(seed, `torn ${done}`).integer(change.data.length - 1)
      const label = `${bytes} bytes of ${describe(change, done + 1)}`
      yield { kind: 'torn write', image: () => disk.torn(change, bytes), isEnd: false, label }
    }
    disk.play(change)
    if (change.what === 'open') continue
    done++
    yield* standing(disk, { seed, isEnd: done === changes, label: `after ${describe(change, done)}` })
  }
}

function* standing(
  disk: RecordedDisk,
  { seed, isEnd, label }: { seed: number; isEnd: boolean; label: string },
): Generator<Moment> {
  yield { kind: 'kill', image: () => disk.seen(), isEnd, label }
  for (const [index, survival] of SURVIVALS.entries())
    yield {
      kind: 'power cut',
      image: () => disk.cutOff(survival(makeRandom(seed, `${label} ${index}`))),
      isEnd,
      label: `${label}, power cut ${index}`,
    }
}

function describe(change: Change, number: number): string {
  const { what } = change
  const where = 'path' in change ? change.path : 'offset' in change ? `at ${change.offset}` : ''
  return `${number}: ${what} ${where}${'to' in change ? ` to ${change.to}` : ''}`.trim()
}
