/**
 * Sign-ins under way: what the issuer's answer has to fit. Each is good once, for ten minutes, in the browser that began it.
 * They are in memory: one that a restart ends is begun anew.
 */
import { isSameSecret } from './secrets.ts'

export interface Attempt {
  state: string
  nonce: string
  /** Of PKCE. */
  verifier: string
  /** Where the person wanted to go: a path of this server. */
  to: string
  /** What the browser that began it keeps. */
  browser: string
}

export interface Attempts {
  begin(attempt: Attempt): void
  /** Null: there is none, it was used, is too old, or of another browser. Nobody gets it again, whatever is answered. */
  take(state: string, browser: string): Attempt | null
}

export const GOOD_FOR_MS = 10 * 60_000
export const MOST_ATTEMPTS = 1000

export function makeAttempts(now: () => number): Attempts {
  const begun = new Map<string, Attempt & { at: number }>()
  const tidy = () => {
    for (const [state, { at }] of begun)
      if (now() - at >= GOOD_FOR_MS || begun.size >= MOST_ATTEMPTS) begun.delete(state)
      else return
  }
  return {
    begin(attempt) {
      tidy()
      begun.set(attempt.state, { ...attempt, at: now() })
    },
    take(state, browser) {
      const found = begun.get(state)
      begun.delete(state)
      if (!found || now() - found.at >= GOOD_FOR_MS) return null
      return isSameSecret(browser, found.browser) ? found : null
    },
  }
}
