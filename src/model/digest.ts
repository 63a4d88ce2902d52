/**
 * Digests and the canonical form they are taken over.
 *
 * A content digest names exact bytes. A change digest is taken over the canonical JSON of a normalised
 * object, so that two answers that mean the same have the same one.
 */
import { hash } from 'node:crypto'

/** SHA-256 as 64 lower-case hexadecimal characters. */
export type Digest = string

export function digestOf(bytes: Uint8Array | string): Digest {
  return hash('sha256', bytes, 'hex')
}

/** JSON with keys sorted by code unit, no white space, absent members for `undefined`. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sortKeys(value))
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (value === null || typeof value !== 'object') return value
  const sorted: Record<string, unknown> = Object.create(null)
  for (const key of Object.keys(value).sort()) {
    sorted[key] = sortKeys((value as Record<string, unknown>)[key])
  }
  return sorted
}
