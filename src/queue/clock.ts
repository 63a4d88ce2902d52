/** Time as the daemon sees it: told from outside, so that a test can let ninety nights pass. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Calls every minute, and not again before the last call has ended. Answers what ends that. */
  everyMinute(beat: () => Promise<void>): () => void
}
