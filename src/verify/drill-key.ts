/**
 * The key that signs drills where no other is set: made once, kept beside the records. A private key has no checksum of its
 * own, and most changes of a byte make another valid key, so the file begins with the digest of its public half; PEM allows
 * text before the key (RFC 7468, section 2).
 */
import { createHash, type KeyObject } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeKeyPair, parsePrivateKey, pemOf, publicHalf } from '../model/ed25519.ts'

const NAME = 'drill-key.pem'

/** Made where there is none. */
export function ownKey(folder: string): KeyObject {
  const file = join(folder, NAME)
  if (existsSync(file)) return readKey(file)
  const { privateKey } = makeKeyPair()
  writeFileSync(file, textOf(privateKey), { mode: 0o600, flag: 'wx' })
  return privateKey
}

export function readKey(file: string): KeyObject {
  return parsePrivateKey({
    name: file,
    hint: 'drill.keyFile wants a private Ed25519 key in PEM',
    text: () => readFileSync(file, 'utf8'),
  })
}

/** Whether the file is, byte for byte, what was written for the key that it holds. Throws UsageError if it holds none. */
export function isAsMade(file: string): boolean {
  const key = readKey(file)
  const text = readFileSync(file, 'utf8')
  // Keys that were made before the digest was written stand alone.
  return text === textOf(key) || text === pemOf(key)
}

function textOf(key: KeyObject): string {
  const digest = createHash('sha256')
    .update(pemOf(publicHalf(key)))
    .digest('hex')
  return `The key of this vault's drills. SHA-256 of its public half: ${digest}\n${pemOf(key)}`
}
