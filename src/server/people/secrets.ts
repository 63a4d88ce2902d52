/** Secrets that a browser keeps: of 256 bits, and known here by their SHA-256 alone. */
import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'

export function makeSecret(): string {
  return randomBytes(32).toString('base64url')
}

export function hashOf(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}

/** What the forms of a session have in them. It follows from the session's secret and does not give it away. */
export function formTokenOf(session: string): string {
  return createHmac('sha256', session).update('docvault form').digest('base64url')
}

/** Takes the same time whatever differs. */
export function isSameSecret(given: string, wanted: string): boolean {
  return timingSafeEqual(hashOf(given), hashOf(wanted))
}
