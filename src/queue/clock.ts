/** Time as the daemon sees it: told from outside, so that a test can let ninety nights pass. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Calls once, at that time or at once when it is past. Answers what takes it back. */
  at(timeMs: number, call: () => void): () => void
}

/** Longest delay that a timer takes. */
const LONGEST_MS = 2 ** 31 - 1

export const systemClock: Clock = {
  now: Date.now,
  at(timeMs, call) {
    let timer: NodeJS.Timeout
    const arm = () => {
      const left = timeMs - Date.now()
      timer = setTimeout(left > LONGEST_MS ? arm : call, Math.min(Math.max(0, left), LONGEST_MS))
    }
    arm()
    return () => clearTimeout(timer)
  },
}
