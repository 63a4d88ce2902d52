/**
 * Takes out of a target what no run needs any more: manifests after their time, and then what only they named. Nothing that
 * the newest manifests name is ever touched, and nothing at all where one of them cannot be read. A run repeats what is damaged in
 * the vault: so the newest stays of those that were there when everything is known to have been sound, whatever its age.
 */
import { TargetRefused } from '../errors.ts'
import { INDEXES, KEY_LISTS, LEASE_KEY, PACKS, PROBES, RECOVERY_KEY, runOfManifest } from '../layout.ts'
import { parseManifest } from '../manifest.ts'
import type { ReplicaStore, StoredObject } from '../store.ts'
import { getOrNull } from '../versions.ts'

/** What nobody names may be of a run that goes on; not for so long. */
const ORPHAN_MS = 7 * 24 * 60 * 60_000
/** Whatever their age. */
const ALWAYS_KEPT = 3

export interface SweepOptions {
  objects: ReadonlyMap<string, StoredObject>
  /** That manifests stay. */
  keepMs: number
  /** When all of the vault is known to have been sound; null: never. Milliseconds since the epoch. Asked where a manifest may go. */
  soundSince(): number | null
  now: number
  /** Sent, and not named by a manifest yet. */
  pending: ReadonlySet<string>
  /** As far as it is known without asking. */
  isLocked(key: string): boolean
  signal: AbortSignal | undefined
  /** Before each removal. */
  hold(key: string): Promise<void>
}

/** Answers the number of objects that it removed. */
export async function sweep(store: ReplicaStore, options: SweepOptions): Promise<number> {
  const { kept, dropped } = manifestsOf(options)
  const orphans = [...options.objects.values()].filter(
    ({ key, modifiedAt }) =>
      [INDEXES, KEY_LISTS, PACKS, PROBES].some(prefix => key.startsWith(prefix)) &&
      !options.pending.has(key) &&
      options.now - modifiedAt > ORPHAN_MS,
  )
  if (dropped.length === 0 && orphans.length === 0) return 0
  const named = await namedBy(store, kept)
  if (named === null) return 0
  const unnamed = orphans.map(({ key }) => key).filter(key => !named.has(key))
  const removable = [...dropped, ...unnamed].filter(key => !options.isLocked(key))
  let removed = 0
  for (const key of removable) {
    options.signal?.throwIfAborted()
    await options.hold(key)
    if (await removedFrom(store, key)) removed++
  }
  return removed
}

function manifestsOf({ objects, now, keepMs, soundSince }: SweepOptions): {
  kept: string[]
  dropped: string[]
} {
  const newestFirst = [...objects.values()]
    .filter(({ key }) => runOfManifest(key) !== null)
    .sort((a, b) => (runOfManifest(b.key) ?? 0) - (runOfManifest(a.key) ?? 0))
  const isYoung = ({ modifiedAt }: StoredObject, index: number) =>
    index < ALWAYS_KEPT || now - modifiedAt <= keepMs
  const old = newestFirst.filter((object, index) => !isYoung(object, index))
  const since = old.length === 0 ? null : soundSince()
  const lastSound = newestFirst.find(({ modifiedAt }) => since !== null && modifiedAt <= since)
  const dropped = old.filter(object => object !== lastSound)
  return {
    kept: newestFirst.filter(object => !dropped.includes(object)).map(({ key }) => key),
    dropped: dropped.map(({ key }) => key),
  }
}

/** Null: one of them cannot be read, so nobody knows what it names. */
async function namedBy(store: ReplicaStore, manifests: readonly string[]): Promise<Set<string> | null> {
  const named = new Set<string>([LEASE_KEY, RECOVERY_KEY])
  for (const key of manifests) {
    const bytes = await getOrNull(store, key)
    // A list that lags shows what is gone, and may hide what is there.
    if (bytes === null) return null
    // A folder without links that was cut off leaves the name alone.
    if (bytes.length === 0) continue
    const manifest = parseManifest(bytes)
    if (manifest === null) return null
    for (const object of manifest.objects) named.add(object.key)
  }
  return named
}

/** What is locked stays until its lock ends. */
async function removedFrom(store: ReplicaStore, key: string): Promise<boolean> {
  try {
    await store.remove(key)
    return true
  } catch (error) {
    if (error instanceof TargetRefused) return false
    throw error
  }
}
