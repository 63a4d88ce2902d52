/**
 * Digests and the canonical form they are taken over.
 *
 * A content digest names exact bytes. A change digest is taken over the canonical JSON of a normalised
 * object, so that two answers that mean the same have the same one.
 */
import { createHash, hash } from 'node:crypto'

/** SHA-256 as 64 lower-case hexadecimal characters. */
export type Digest = string

/** Takes the next piece of a text; a character is never cut in two. */
export type Write = (piece: string) => void

export function digestOf(bytes: Uint8Array | string): Digest {
  return hash('sha256', bytes, 'hex')
}

const PIECE_LENGTH = 64 * 1024

/** The digest of a text that comes in pieces, which is never held whole. */
export function digestOfPieces(produce: (write: Write) => void): Digest {
  const sum = createHash('sha256')
  let text = ''
  produce(piece => {
    text += piece
    if (text.length < PIECE_LENGTH) return
    sum.update(text)
    text = ''
  })
  return sum.update(text).digest('hex')
}

/** JSON with keys sorted by code unit, no white space, absent members for `undefined`. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sortKeys(value))
}

/** The same of what JSON can say, piece by piece. */
export function writeCanonical(value: unknown, write: Write): void {
  if (typeof value !== 'object' || value === null) {
    write(JSON.stringify(value) ?? 'null')
    return
  }
  const isArray = Array.isArray(value)
  write(isArray ? '[' : '{')
  let separator = ''
  for (const key of isArray ? value.keys() : canonicalKeys(value)) {
    const member: unknown = Reflect.get(value, key)
    if (!isArray && member === undefined) continue
    write(isArray ? separator : `${separator}${JSON.stringify(key)}:`)
    writeCanonical(member, write)
    separator = ','
  }
  write(isArray ? ']' : '}')
}

/** In the order of canonical JSON: whole numbers come first and by size, as in any object; the rest by code unit. */
export function canonicalKeys(value: object): string[] {
  const keys = Object.keys(value)
  const names = keys.findIndex(key => !isIndex(key))
  return names < 0 ? keys : [...keys.slice(0, names), ...keys.slice(names).sort()]
}

function isIndex(key: string): boolean {
  return /^(0|[1-9]\d{0,9})$/.test(key) && Number(key) < 2 ** 32 - 1
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
