import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  isSignedBy,
  makeKeyPair,
  parsePrivateKey,
  parsePublicKey,
  pemOf,
  publicHalf,
  signBytes,
} from '../../src/model/ed25519.ts'

const source = (text: string) => ({ name: 'the key', hint: 'make one', text: () => text })
const bytes = Buffer.from('what is signed')

describe('keys', () => {
  test('a signature holds for the bytes and the key, and for no others', () => {
    const { privateKey, publicKey } = makeKeyPair()
    const read = parsePrivateKey(source(pemOf(privateKey)))
    const signature = signBytes(read, bytes)
    const base64 = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
    for (const key of [pemOf(publicKey), pemOf(publicHalf(read)), base64]) {
      expect(isSignedBy(key, bytes, signature)).toBe(true)
      expect(isSignedBy(key, Buffer.from('what was changed'), signature)).toBe(false)
    }
    expect(isSignedBy(pemOf(makeKeyPair().publicKey), bytes, signature)).toBe(false)
    expect(isSignedBy('no key', bytes, signature)).toBe(false)
  })

  test('a key of another kind is refused, wherever it is given', () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const [secret, open] = [pemOf(privateKey), pemOf(publicKey)]
    expect(() => parsePrivateKey(source(secret))).toThrow('the key is no Ed25519 key')
    expect(() => parsePublicKey(source(open))).toThrow('the key is no Ed25519 key')
    expect(isSignedBy(open, bytes, signBytes(privateKey, bytes))).toBe(false)
  })

  test('a public key does not pass for a private one, nor a file that cannot be read', () => {
    expect(() => parsePrivateKey(source(pemOf(makeKeyPair().publicKey)))).toThrow('no key that can be read')
    const unreadable = {
      ...source(''),
      text: () => {
        throw new Error('ENOENT')
      },
    }
    expect(() => parsePublicKey(unreadable)).toThrow('no key that can be read')
  })
})
