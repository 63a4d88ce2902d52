/** When the locks of what the newest run needs end, by the word of the store: one request an object. */
import { manifestKey } from './layout.ts'
import type { Manifest } from './manifest.ts'
import type { ReplicaStore, StoredObject } from './store.ts'

export interface ReplicaLocks {
  /** The end that comes first. ISO 8601, UTC; null: nothing is locked. */
  until: string | null
  /** Keys of objects that are not locked. */
  unlocked: string[]
  /** Keys of objects whose lock ends by `soon`, although each run extends what half of the lock is over of. */
  ending: string[]
  /** ISO 8601, UTC. */
  soon: string
}

const DAY = 24 * 60 * 60_000
/** Where nobody says how long locks are. */
const SOON_MS = 7 * DAY

export interface LocksOptions {
  /** For so long objects are to be locked. Milliseconds; null: nobody says so. */
  lockMs: number | null
  /** Milliseconds since the epoch. */
  now: number
}

/** Null: its manifest is not locked, and nothing is to be. What is absent is neither locked nor unlocked. */
export async function readLocks(
  store: ReplicaStore,
  newest: Manifest | undefined,
  { lockMs, now, signal }: LocksOptions & { signal: AbortSignal | undefined },
): Promise<{ report: ReplicaLocks; heads: StoredObject[] } | null> {
  if (newest === undefined) return null
  const manifest = await store.head(manifestKey(newest.run))
  if (lockMs === null && manifest?.lockedUntil === undefined) return null
  const heads = manifest === null ? [] : [manifest]
  for (const { key } of newest.objects) {
    signal?.throwIfAborted()
    const found = await store.head(key)
    if (found !== null) heads.push(found)
  }
  const soon = now + (lockMs === null ? SOON_MS : lockMs / 4)
  const endOf = ({ lockedUntil = 0 }: StoredObject) => lockedUntil
  const locked = heads.filter(head => endOf(head) > now)
  const keysOf = (objects: StoredObject[]) => objects.map(({ key }) => key)
  const first = locked.reduce((least, head) => Math.min(least, endOf(head)), Infinity)
  const report = {
    until: locked.length === 0 ? null : new Date(first).toISOString(),
    unlocked: keysOf(heads.filter(head => endOf(head) <= now)),
    ending: keysOf(locked.filter(head => endOf(head) <= soon)),
    soon: new Date(soon).toISOString(),
  }
  return { report, heads }
}
