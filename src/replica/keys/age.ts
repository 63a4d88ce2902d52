/**
 * The age format (https://age-encryption.org/v1): what is encrypted here, Debian's `age` decrypts. Keys are its own strings:
 * a recipient (`age1…`) can only encrypt, an identity (`AGE-SECRET-KEY-1…`) decrypts.
 */
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { UsageError } from '../../model/errors.ts'
import { NoKeyFits, WrongPassphrase } from '../errors.ts'
import { EMPTY_BYTES, NONCE_BYTES, openPayload, type PayloadKey, sealPayload } from './age-payload.ts'

export interface AgeKeyPair {
  identity: string
  recipient: string
}

/** X25519: any age since 1.0 knows it. */
export async function makeAgeKeyPair(): Promise<AgeKeyPair> {
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}

export async function encryptTo(recipients: readonly string[], bytes: Uint8Array): Promise<Buffer> {
  const encrypter = new Encrypter()
  for (const recipient of recipients) encrypter.addRecipient(recipient)
  const { header, ...key } = await headerOf(encrypter)
  return Buffer.concat([header, key.nonce, sealPayload(key, bytes)])
}

/** What comes before the payload, and what that is to be sealed with. */
async function headerOf(encrypter: Encrypter): Promise<PayloadKey & { header: Buffer }> {
  let fileKey = new Uint8Array()
  // A recipient of whom nothing is in the header: it is told the key as the others are.
  encrypter.addRecipient({
    wrapFileKey(key) {
      fileKey = Uint8Array.from(key)
      return []
    },
  })
  const whole = bufferOf(await encrypter.encrypt(new Uint8Array()))
  const nonceAt = whole.length - EMPTY_BYTES - NONCE_BYTES
  const nonce = whole.subarray(nonceAt, nonceAt + NONCE_BYTES)
  return { header: whole.subarray(0, nonceAt), fileKey, nonce }
}

/** Of bytes whose digest is known to be right. Throws NoKeyFits. */
export async function decryptWith(
  identities: readonly string[],
  bytes: Uint8Array,
  name: string,
): Promise<Buffer> {
  const decrypter = new Decrypter()
  for (const identity of identities) decrypter.addIdentity(identity)
  try {
    const payloadAt = headerBytes(bytes) + NONCE_BYTES
    const fileKey = await decrypter.decryptHeader(bytes.subarray(0, payloadAt - NONCE_BYTES))
    const nonce = bytes.subarray(payloadAt - NONCE_BYTES, payloadAt)
    return openPayload({ fileKey, nonce }, bytes.subarray(payloadAt))
  } catch (cause) {
    throw new NoKeyFits(name, { cause })
  }
}

/** It ends with the line of its MAC. Of what has none, all of it: who reads it says what is wrong. */
function headerBytes(bytes: Uint8Array): number {
  const text = bufferOf(bytes)
  const mac = text.indexOf('\n--- ')
  const end = mac === -1 ? -1 : text.indexOf('\n', mac + 1)
  return end === -1 ? bytes.length : end + 1
}

/** By age's scrypt, about a second of work. */
export async function wrapWithPassphrase(passphrase: string, text: string): Promise<Buffer> {
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  return bufferOf(await encrypter.encrypt(Buffer.from(text)))
}

/** Throws WrongPassphrase. */
export async function unwrapWithPassphrase(passphrase: string, bytes: Uint8Array): Promise<string> {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  try {
    return String(bufferOf(await decrypter.decrypt(bytes)))
  } catch (cause) {
    throw new WrongPassphrase({ cause })
  }
}

/** Throws UsageError for what nothing can be encrypted to here. */
export async function parseRecipient(text: string): Promise<string> {
  const recipient = text.trim()
  if (/^AGE-SECRET-KEY-/i.test(recipient))
    throw new UsageError('that is an identity, which decrypts; a recipient is its public half, age1…', {
      hint: '`age-keygen -y FILE` prints the recipient of an identity. Keep the identity off this machine',
    })
  const plugin = /^age1([a-z0-9+._-]+)1[a-z0-9]+$/.exec(recipient)?.[1]
  try {
    await encryptTo([recipient], Buffer.of(0))
    return recipient
  } catch (cause) {
    if (plugin !== undefined)
      throw new UsageError(
        `"${recipient}" is of the age plugin ${plugin}, and nothing can be encrypted to it without the program age-plugin-${plugin}`,
        {
          cause,
          hint: 'recipients that age itself knows work: age1…, age1pq1…, and age1tag1… of hardware keys',
        },
      )
    throw new UsageError(`"${recipient}" is no recipient of age`, {
      cause,
      hint: 'it begins with age1, and is copied whole: `age-keygen` prints it as the public key',
    })
  }
}

/** The identities of a file as `age-keygen` writes it. Throws UsageError for a file without one. */
export function identitiesIn(text: string, name: string): string[] {
  const found = text.split(/\r?\n/).filter(line => line.startsWith('AGE-SECRET-KEY-'))
  if (found.length > 0) return found.map(line => line.trim())
  const plugin = /^AGE-PLUGIN-([A-Z0-9+._-]+)-1/m.exec(text)?.[1]?.toLowerCase()
  throw new UsageError(`${name} holds no identity of age`, {
    hint:
      plugin === undefined
        ? 'it has a line that begins with AGE-SECRET-KEY-1'
        : `identities of the plugin ${plugin} work with the program age alone: README.txt in the replica says how`,
  })
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
