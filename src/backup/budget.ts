/**
 * What a run may cost: its time, and the failures after which going on is pointless because the platform is down or
 * the token is gone. When it is used up, what is left becomes gaps, so that the run ends and says so.
 */
import type { BackupSettings } from './settings.ts'

export interface Budget {
  /** Counts one failure. */
  spend(): void
  /** Why nothing more may be read; null while there is something left. */
  exhausted(): string | null
  /** Aborted with BudgetExhausted when the time is used up: whatever is under way then ends. */
  signal: AbortSignal
  /** The run is over. */
  close(): void
}

/** Longer than a timer can be set. */
const MOST_TIMER_MS = 2 ** 31 - 1
const TIME_USED_UP = 'not read: the time of the run was used up (backup.maxDuration)'

export function makeBudget(
  settings: Pick<BackupSettings, 'maxDurationMs' | 'maxGaps'>,
  now: () => number,
): Budget {
  const { maxDurationMs, maxGaps } = settings
  const begun = now()
  let failures = 0
  const time = new AbortController()
  const isTimed = maxDurationMs > 0 && maxDurationMs <= MOST_TIMER_MS
  const timer = isTimed
    ? setTimeout(() => time.abort(new BudgetExhausted(TIME_USED_UP)), maxDurationMs)
    : undefined
  return {
    signal: time.signal,
    close: () => clearTimeout(timer),
    spend: () => {
      failures++
    },
    exhausted() {
      if (maxGaps > 0 && failures >= maxGaps) return `not tried, after ${failures} failures (backup.maxGaps)`
      if (time.signal.aborted || (maxDurationMs > 0 && now() - begun >= maxDurationMs)) return TIME_USED_UP
      return null
    },
  }
}

/** Thrown between two items of a scope that is under way, and by requests that the end of the time breaks off. */
export class BudgetExhausted extends Error {}
