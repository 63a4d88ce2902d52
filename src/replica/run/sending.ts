/** What a run writes with: the target, held by its lease and slowed down to the bandwidth that was given. */
import { setTimeout as delay } from 'node:timers/promises'
import { digestOf } from '../../model/digest.ts'
import type { PutOptions, ReplicaStore } from '../store.ts'
import type { Lease } from './lease.ts'
import type { Locking } from './locking.ts'
import type { ReplicaState } from './state.ts'

export interface Sending {
  store: ReplicaStore
  state: ReplicaState
  signal: AbortSignal | undefined
  /** Before compression. */
  packBytes: number
  /** Locked where that is asked for. Throws TargetBusy where the lease was lost; nothing is written then. */
  put(key: string, bytes: Buffer, options?: Omit<PutOptions, 'sha256' | 'lockedUntil'>): Promise<void>
}

export interface SendingOptions {
  lease: Lease
  locking: Locking
  /** Null: as fast as it goes. */
  bytesPerSecond: number | null
  packBytes: number
  /** Milliseconds that only go on. */
  time?: { now(): number; pause(ms: number): Promise<void> }
  signal: AbortSignal | undefined
}

export function makeSending(
  store: ReplicaStore,
  state: ReplicaState,
  { lease, locking, bytesPerSecond, packBytes, signal, time = timeOf(signal) }: SendingOptions,
): Sending {
  return {
    store,
    state,
    signal,
    packBytes,
    async put(key, bytes, options = {}) {
      signal?.throwIfAborted()
      await lease.hold()
      const began = time.now()
      state.notePlaced(key, await locking.put(key, bytes, { sha256: digestOf(bytes), ...options }))
      if (bytesPerSecond === null) return
      const leastMs = (bytes.length / bytesPerSecond) * 1000
      await time.pause(Math.max(0, leastMs - (time.now() - began)))
    },
  }
}

function timeOf(signal: AbortSignal | undefined): NonNullable<SendingOptions['time']> {
  return { now: () => performance.now(), pause: ms => delay(ms, undefined, { signal }) }
}
