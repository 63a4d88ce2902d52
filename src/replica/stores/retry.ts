/** A call that failed for want of an answer, made again: as often as is said, each time after twice the pause. */
import { setTimeout as pause } from 'node:timers/promises'
import { ChecksumMismatch, TargetRefused, TargetUnreachable } from '../errors.ts'

export interface RetryPolicy {
  /** The first one included. */
  attempts: number
  firstPauseMs: number
}

/** Half a minute in all. */
export const DEFAULT_RETRIES: RetryPolicy = { attempts: 6, firstPauseMs: 1000 }

/** `work` is told which attempt this is, from 1: what it writes may have arrived the time before. */
export async function withRetries<T>(policy: RetryPolicy, work: (attempt: number) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work(attempt)
    } catch (error) {
      if (attempt >= policy.attempts || !mayPass(error)) throw error
      await pause(policy.firstPauseMs * 2 ** (attempt - 1))
    }
  }
}

/** A store that is full stays so for longer than a pause. */
function mayPass(error: unknown): boolean {
  const passing =
    error instanceof TargetUnreachable || error instanceof ChecksumMismatch || error instanceof TargetRefused
  return passing && error.retry === 'later'
}
