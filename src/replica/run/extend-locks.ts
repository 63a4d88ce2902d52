/**
 * Locks end, and what is needed stays needed: each run extends those of which less than half remains, the ones that end first
 * first. So at its end everything that the newest run needs is locked for half of `replica.lock` at least, and cut off, the
 * next one goes on. It is done before anything is sent: a target that is full still extends.
 */
import { ObjectAbsent } from '../errors.ts'
import { indexKey, manifestKey } from '../layout.ts'
import type { ManifestObject } from '../manifest.ts'
import { readRuns } from '../recover/runs.ts'
import type { ReplicaStore } from '../store.ts'
import { findWritten } from '../versions.ts'
import { besideNoted } from './beside.ts'
import type { Locking } from './locking.ts'
import { keyListOf, NOTES, type Reconciled } from './reconcile.ts'
import type { ReplicaState } from './state.ts'

export interface LockReport {
  /** Of what the newest run needs, the end that comes first. ISO 8601, UTC; null: nothing is locked. */
  until: string | null
  /** Locks that this run extended. */
  extended: number
  /** Objects that the newest run needs and that are not locked. */
  unlocked: number
  /** Why the target does not lock; null: it does. */
  refused: string | null
  /** Somebody began the replica knowing that it cannot be locked. */
  accepted: boolean
}

export interface Extending {
  store: ReplicaStore
  state: ReplicaState
  locking: Locking
  /** Base64 of SPKI. */
  signer: string
  now: () => number
  signal: AbortSignal | undefined
  /** Before each extension. */
  hold(): Promise<void>
}

/** Refused so often one after the other, the rest is left to the next run. */
const MOST_REFUSALS = 3

/** Answers how many it extended. */
export async function extendLocks(extending: Extending, found: Reconciled): Promise<number> {
  const { state, locking, now, signal, hold } = extending
  const { lockMs } = locking
  if (lockMs === null) return 0
  const endOf = (key: string) => state.placed(key)?.lockedUntil ?? 0
  const due = (await neededBefore(extending, found))
    .filter(({ key }) => endOf(key) - now() < lockMs / 2)
    .sort((a, b) => endOf(a.key) - endOf(b.key))
  let [extended, refusals] = [0, 0]
  for (const needed of due) {
    signal?.throwIfAborted()
    await hold()
    const isExtended = await extend(extending, needed)
    if (isExtended) extended++
    refusals = isExtended ? 0 : refusals + 1
    if (refusals === MOST_REFUSALS) break
  }
  return extended
}

/** An object of which nothing but its name may be known. */
type Needed = Pick<ManifestObject, 'key'> & Partial<ManifestObject>

async function extend(
  { store, state, locking }: Extending,
  { key, bytes, sha256 }: Needed,
): Promise<boolean> {
  const known = state.placed(key)
  let version = known?.versionId
  if (version === undefined && sha256 !== undefined && bytes !== undefined)
    version = (await findWritten(store, { key, bytes, sha256 }))?.versionId
  try {
    const lockedUntil = await locking.extend(key, { versionId: version })
    if (lockedUntil === null) return false
    state.notePlaced(key, { ...known, versionId: version, lockedUntil })
    return true
  } catch (error) {
    if (!(error instanceof ObjectAbsent)) throw error
    state.dropPlaced(key)
    return false
  }
}

/** Where it is not known any more what was sent, the newest manifest says what is needed until everything was sent again. */
async function neededBefore(extending: Extending, { newest, objects }: Reconciled): Promise<Needed[]> {
  const { store, state, signer } = extending
  if (state.get(NOTES.run) !== null || newest === 0) {
    const needed = neededNow(state)
    return needed.filter(({ key }) => objects.has(key) || state.placed(key) !== null)
  }
  const { runs } = await readRuns(store, { signer })
  const [manifest] = runs
  return manifest === undefined ? [] : [...manifest.objects, { key: manifestKey(manifest.run) }]
}

/** By the newest run, and what was sent for the next one. */
function neededNow(state: ReplicaState): Needed[] {
  const run = Number(state.get(NOTES.run))
  const packs = state.packs()
  const lists = new Set(packs.flatMap(pack => pack.run ?? []))
  const own = run === 0 ? [] : [indexKey(run), manifestKey(run)].map(key => ({ key }))
  return [...packs, ...[...lists].map(of => keyListOf(state, of)), ...besideNoted(state), ...own]
}

/** Null: nothing is to be locked. */
export function lockReport(
  { state, locking, now }: Extending,
  { objects }: Reconciled,
  { extended, accepted }: { extended: number; accepted: boolean },
): LockReport | null {
  const needed = neededNow(state)
  state.keepPlaced(new Set([...objects.keys(), ...needed.map(({ key }) => key)]))
  if (locking.lockMs === null) return null
  const ends = needed.map(({ key }) => state.placed(key)?.lockedUntil ?? 0).filter(end => end > now())
  return {
    until: ends.length === 0 ? null : new Date(ends.reduce((a, b) => Math.min(a, b))).toISOString(),
    extended,
    unlocked: needed.length - ends.length,
    refused: locking.refusal,
    accepted,
  }
}

/** What is wrong with the locks after a run, as a sentence; null: nothing, or nothing that was not known when it was begun. */
export function lockFault({ target, lock }: { target: string; lock: LockReport | null }): string | null {
  if (lock === null || lock.accepted) return null
  if (lock.refused === null && lock.unlocked === 0) return null
  const why = lock.refused === null ? '' : ` (${lock.refused})`
  const what = lock.until === null ? 'nothing' : `not everything (${lock.unlocked} objects are not)`
  return `${what} at ${target} is locked, although replica.lock is set${why}: the vault was sent, and whoever may write there can destroy it`
}
