/**
 * Turns an error into a decision: whether and when the queue repeats a run. The class of the error decides, never its
 * text. An unknown error may be anything and is tried again, too.
 */
import { DocvaultError } from '../model/errors.ts'

export interface RetryPolicy {
  /** Pause before the second attempt. */
  delayMs: number
  random: () => number
}

const MOST_DOUBLINGS = 4

/** Null: repeating is pointless. `attempt` counts those made, from 1. */
export function retryDelayMs(error: unknown, attempt: number, policy: RetryPolicy): number | null {
  if (error instanceof DocvaultError && error.retry === 'never') return null
  const doubled = policy.delayMs * 2 ** Math.min(attempt - 1, MOST_DOUBLINGS)
  const jittered = Math.round(doubled * (0.75 + policy.random() / 2))
  const asked = error instanceof DocvaultError ? (error.retryAfterMs ?? 0) : 0
  return Math.max(jittered, asked)
}

/** Somebody asked for the end of a run. */
export class Cancelled extends DocvaultError {
  constructor(reason: string) {
    super('cancelled', reason)
  }
}

/** The daemon stops: the run goes back to the queue. */
export class Stopping extends DocvaultError {
  constructor() {
    super('stopping', 'the daemon stops', { retry: 'later' })
  }
}
