/**
 * What a run may cost: its time, and the failures after which going on is pointless because the platform is down or
 * the token is gone. When it is used up, what is left becomes gaps, so that the run ends and says so.
 */
import type { BackupSettings } from './run.ts'

export interface Budget {
  /** Counts one failure. */
  spend(): void
  /** Why nothing more may be read; null while there is something left. */
  exhausted(): string | null
}

export function makeBudget(
  settings: Pick<BackupSettings, 'maxDurationMs' | 'maxGaps'>,
  now: () => number,
): Budget {
  const { maxDurationMs, maxGaps } = settings
  const begun = now()
  let failures = 0
  return {
    spend: () => {
      failures++
    },
    exhausted() {
      if (maxGaps > 0 && failures >= maxGaps) return `not tried, after ${failures} failures (backup.maxGaps)`
      if (maxDurationMs > 0 && now() - begun >= maxDurationMs)
        return 'not tried: the time of the run was used up (backup.maxDuration)'
      return null
    },
  }
}

/** Thrown between two items of a scope that is under way. */
export class BudgetExhausted extends Error {}
