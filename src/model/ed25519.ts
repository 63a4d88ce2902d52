/**
 * Ed25519 keys and signatures, for whatever docvault signs: the ledger of reports, the records of drills. Keys come as
 * text (PEM); whoever calls reads the file and gives its name for the error. Signatures are base64.
 */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import { UsageError } from './errors.ts'

export interface KeySource {
  /** For the error: the file. */
  name: string
  hint: string
  text(): string
}

export interface KeyPair {
  privateKey: KeyObject
  publicKey: KeyObject
}

export function makeKeyPair(): KeyPair {
  return generateKeyPairSync('ed25519')
}

/** Throws UsageError for what is no private key, cannot be read, or is a key of another kind. */
export function parsePrivateKey(source: KeySource): KeyObject {
  return parseKey(source, createPrivateKey)
}

/** Of a private key's file too, as the public half is in it. Throws as `parsePrivateKey`. */
export function parsePublicKey(source: KeySource): KeyObject {
  return parseKey(source, createPublicKey)
}

export function publicHalf(key: KeyObject): KeyObject {
  return createPublicKey(key)
}

export function pemOf(key: KeyObject): string {
  return key.export({ type: key.type === 'private' ? 'pkcs8' : 'spki', format: 'pem' }).toString()
}

export function signBytes(key: KeyObject, bytes: Buffer): string {
  return sign(null, bytes, key).toString('base64')
}

/** False also for a key that is none: what is checked may have been tampered with. `key`: PEM, or base64 of SPKI. */
export function isSignedBy(key: string, bytes: Buffer, signature: string): boolean {
  try {
    const isPem = key.startsWith('-----BEGIN')
    const publicKey = createPublicKey(
      isPem ? key : { key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' },
    )
    if (publicKey.asymmetricKeyType !== 'ed25519') return false
    return verify(null, bytes, publicKey, Buffer.from(signature, 'base64'))
  } catch {
    return false
  }
}

function parseKey({ name, hint, text }: KeySource, parse: (text: string) => KeyObject): KeyObject {
  let key: KeyObject
  try {
    key = parse(text())
  } catch (cause) {
    throw new UsageError(`${name} is no key that can be read`, { cause, hint })
  }
  if (key.asymmetricKeyType !== 'ed25519') throw new UsageError(`${name} is no Ed25519 key`, { hint })
  return key
}
