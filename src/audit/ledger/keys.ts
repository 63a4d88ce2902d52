/**
 * The keys for signing the ledger, as files. The private key never lies in the vault: whoever can write there could sign what
 * they changed.
 */
import type { KeyObject } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { digestOf } from '../../model/digest.ts'
import {
  type KeySource,
  makeKeyPair,
  parsePrivateKey,
  parsePublicKey,
  pemOf,
  publicHalf,
  signBytes,
} from '../../model/ed25519.ts'
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
  const { privateKey, publicKey } = makeKeyPair()
  const publicFile = `${file}.pub`
  for (const path of [file, publicFile]) {
    if (existsSync(path))
      throw new UsageError(`${path} is there already`, {
        hint: 'choose another file; keys are never overwritten',
      })
  }
  try {
    writeFileSync(file, pemOf(privateKey), { mode: 0o600, flag: 'wx' })
    writeFileSync(publicFile, pemOf(publicKey), { flag: 'wx' })
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
  const key = parsePrivateKey(sourceOf(file))
  return { ...publicOf(publicHalf(key)), sign: bytes => signBytes(key, bytes) }
}

export function readPublicKey(file: string): PublicKey {
  return publicOf(parsePublicKey(sourceOf(file)))
}

export function fingerprintOf(key: string): string {
  return digestOf(Buffer.from(key, 'base64'))
}

function publicOf(key: KeyObject): PublicKey {
  const text = key.export({ type: 'spki', format: 'der' }).toString('base64')
  return { text, fingerprint: fingerprintOf(text) }
}

function sourceOf(file: string): KeySource {
  return {
    name: file,
    hint: '`docvault audit keygen` makes one',
    text: () => readFileSync(file, 'utf8'),
  }
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
