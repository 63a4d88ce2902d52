/**
 * Ed25519 keys for signing the ledger. The private key never lies in the vault: whoever can write there could sign what
 * they changed.
 */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { digestOf } from '../../model/digest.ts'
import { UsageError } from '../../model/errors.ts'

export interface PublicKey {
  /** Base64 of its SPKI form. */
  text: string
  fingerprint: string
}

export interface Signer extends PublicKey {
  /** Base64. */
  sign(bytes: Buffer): string
}

/** Refuses to overwrite, and refuses a place inside the vault. The private key is for its owner's eyes only. */
export function writeKeyPair(file: string, vaultPath: string): PublicKey & { publicFile: string } {
  assertOutside(file, vaultPath)
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const publicFile = `${file}.pub`
  for (const path of [file, publicFile]) {
    if (existsSync(path))
      throw new UsageError(`${path} is there already`, {
        hint: 'choose another file; keys are never overwritten',
      })
  }
  try {
    writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' })
    writeFileSync(publicFile, publicKey.export({ type: 'spki', format: 'pem' }), { flag: 'wx' })
  } catch (cause) {
    throw new UsageError(`the key cannot be written to ${file}`, {
      cause,
      hint: 'check that the folder exists',
    })
  }
  return { ...publicOf(publicKey), publicFile }
}

/** Throws UsageError for a key inside the vault, or a file that is no Ed25519 private key. */
export function openSigner(file: string, vaultPath: string): Signer {
  assertOutside(file, vaultPath)
  const key = parseKey(file, text => createPrivateKey(text))
  return { ...publicOf(createPublicKey(key)), sign: bytes => sign(null, bytes, key).toString('base64') }
}

export function readPublicKey(file: string): PublicKey {
  return publicOf(parseKey(file, text => createPublicKey(text)))
}

export function isSignedBy(key: string, bytes: Buffer, signature: string): boolean {
  try {
    const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })
    if (publicKey.asymmetricKeyType !== 'ed25519') return false
    return verify(null, bytes, publicKey, Buffer.from(signature, 'base64'))
  } catch {
    return false
  }
}

export function fingerprintOf(key: string): string {
  return digestOf(Buffer.from(key, 'base64'))
}

function publicOf(key: KeyObject): PublicKey {
  const text = key.export({ type: 'spki', format: 'der' }).toString('base64')
  return { text, fingerprint: fingerprintOf(text) }
}

function parseKey(file: string, parse: (text: string) => KeyObject): KeyObject {
  let key: KeyObject
  try {
    key = parse(readFileSync(file, 'utf8'))
  } catch (cause) {
    throw new UsageError(`${file} is no key that can be read`, {
      cause,
      hint: '`docvault audit keygen` makes one',
    })
  }
  if (key.asymmetricKeyType !== 'ed25519') throw new UsageError(`${file} is no Ed25519 key`)
  return key
}

function assertOutside(file: string, vaultPath: string): void {
  const way = relative(realPath(vaultPath), realPath(file))
  if (way === '' || way.split('/')[0] === '..') return
  throw new UsageError(`${file} is inside the vault ${vaultPath}`, {
    hint: 'keep the key elsewhere: whoever can change the vault must not be able to sign',
  })
}

/** Links resolved, as far as the path exists. */
function realPath(path: string): string {
  const absolute = resolve(path)
  if (existsSync(absolute)) return realpathSync(absolute)
  const above = dirname(absolute)
  return above === absolute ? absolute : join(realPath(above), relative(above, absolute))
}
