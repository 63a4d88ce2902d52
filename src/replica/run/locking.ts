/**
 * Objects are put locked where that is asked for. A target that will not lock gets them without: a replica that can be removed
 * is better than none. It is never silent: the reason stands in what the run answers.
 */
import { TargetRefused } from '../errors.ts'
import type { HeadOptions, Placed, PutOptions, ReplicaStore } from '../store.ts'

export interface PlacedLocked extends Placed {
  /** Milliseconds since the epoch; absent: it is not locked. */
  lockedUntil?: number | undefined
}

export interface Locking {
  /** Milliseconds; null: nothing is to be locked. */
  readonly lockMs: number | null
  /** Why the target does not lock; null: it does, or nobody asked. */
  readonly refusal: string | null
  put(key: string, bytes: Buffer, options: Omit<PutOptions, 'lockedUntil'>): Promise<PlacedLocked>
  /** Answers until when it is locked now; null: the target refused. Throws ObjectAbsent. */
  extend(key: string, version: HeadOptions): Promise<number | null>
}

export function makeLocking(store: ReplicaStore, lockMs: number | null, now: () => number): Locking {
  let refusal: string | null = null
  const proved = new Set<string>()
  const until = () => now() + (lockMs ?? 0)
  /** Several stores take a lock and do nothing with it. Asked once of each way to lock. */
  async function holds(way: 'put' | 'extend', key: string, version: HeadOptions): Promise<boolean> {
    if (proved.has(way)) return true
    const found = await store.head(key, version)
    const isLocked = (found?.lockedUntil ?? 0) > now()
    if (isLocked) proved.add(way)
    else refusal = 'it does not keep objects locked, or does not show that it does'
    return isLocked
  }
  return {
    lockMs,
    get refusal() {
      return refusal
    },
    async put(key, bytes, options) {
      if (lockMs === null || refusal !== null) return store.put(key, bytes, options)
      const lockedUntil = until()
      try {
        const placed = await store.put(key, bytes, { ...options, lockedUntil })
        return (await holds('put', key, placed)) ? { ...placed, lockedUntil } : placed
      } catch (error) {
        if (!(error instanceof TargetRefused)) throw error
        const placed = await store.put(key, bytes, options)
        refusal = error.message
        return placed
      }
    },
    async extend(key, version) {
      if (lockMs === null) return null
      const lockedUntil = until()
      try {
        await store.extendLock(key, lockedUntil, version)
        return (await holds('extend', key, version)) ? lockedUntil : null
      } catch (error) {
        if (!(error instanceof TargetRefused)) throw error
        refusal = error.message
        return null
      }
    },
  }
}
