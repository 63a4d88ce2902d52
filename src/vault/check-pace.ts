/** What every part of a check shares: its progress, its end when asked for one, and its time. */
import { setImmediate } from 'node:timers/promises'
import { Interrupted } from '../model/errors.ts'
import type { CheckOptions } from './types.ts'

export interface Pace {
  /** One step done: tells progress, lets other work run, and stops when asked to. Throws Interrupted. */
  step(): Promise<void>
  /** When the check began. Milliseconds since the epoch. */
  readonly begun: number
  /** How many steps there are in all, asked once and only for progress. */
  expect(count: () => number): void
  /** Whether this share of the time that the check may take is over; never without a limit. */
  isOver(share: number): boolean
}

export function makePace(options: CheckOptions): Pace {
  const now = options.clock ?? Date.now
  const begun = now()
  let done = 0
  let total: number | undefined
  let count = () => 0
  return {
    begun,
    expect(known) {
      count = known
    },
    isOver: share => options.maxDurationMs !== undefined && now() - begun >= options.maxDurationMs * share,
    async step() {
      if (options.signal?.aborted) throw new Interrupted({ cause: options.signal.reason })
      done++
      if (options.progress) {
        total ??= count()
        options.progress(done, total)
      }
      if (done % 16 === 0) await setImmediate()
    },
  }
}
