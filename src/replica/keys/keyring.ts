/**
 * What the vault knows of its replicas, below `replica/` in its folder: its own id, for whom replicas are encrypted (public
 * keys alone), and the key that manifests are signed with. Nothing here opens a replica but `recovery.age`, whose passphrase
 * is not here.
 */
import { randomUUID } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { makeFolders, writeBytesDurably, writeDurably } from '../../model/durable-file.ts'
import { makeKeyPair, parsePrivateKey, pemOf, publicHalf, signBytes } from '../../model/ed25519.ts'
import { UsageError } from '../../model/errors.ts'

const recipientSchema = z.strictObject({
  name: z.string().min(1).max(200),
  recipient: z.string().min(1).max(10_000),
  /** ISO 8601, UTC. */
  added: z.iso.datetime(),
})
const keyringSchema = z.strictObject({
  format: z.literal(1),
  /** Of the vault: a target of another one is never written to. */
  vault: z.uuid(),
  /** Ed25519, base64 of SPKI. */
  signer: z.string(),
  recipients: z.array(recipientSchema),
})

export type Recipient = z.infer<typeof recipientSchema>
export type Keyring = z.infer<typeof keyringSchema>

/** The recipient whose identity is in `recovery.age`. */
export const MASTER = 'master'

/** Of a vault. */
export function replicaFolder(vaultPath: string): string {
  return join(vaultPath, 'replica')
}

const filesOf = (vaultPath: string) => ({
  keyring: join(replicaFolder(vaultPath), 'keyring.json'),
  signing: join(replicaFolder(vaultPath), 'signing.pem'),
  recovery: join(replicaFolder(vaultPath), 'recovery.age'),
})

/** Null: no key was made yet. Throws UsageError for a file that is damaged. */
export function readKeyring(vaultPath: string): Keyring | null {
  const { keyring } = filesOf(vaultPath)
  if (!existsSync(keyring)) return null
  try {
    return keyringSchema.parse(JSON.parse(readFileSync(keyring, 'utf8')))
  } catch (cause) {
    throw new UsageError(`${keyring} is damaged`, {
      cause,
      hint: 'bring it back from a copy: keyring.json is in every replica, and `docvault recover` writes it',
    })
  }
}

/** Throws UsageError where there is none, or nobody who could recover. */
export function requireKeyring(vaultPath: string): Keyring {
  const keyring = readKeyring(vaultPath)
  if (keyring === null || keyring.recipients.length === 0)
    throw new UsageError('there is no key to encrypt a replica to', {
      hint: '`docvault replica key new` makes one',
    })
  return keyring
}

/** With a new signing key. On the disk on return. */
export function createKeyring(vaultPath: string): Keyring {
  const { signing } = filesOf(vaultPath)
  makeFolders(replicaFolder(vaultPath))
  const { privateKey, publicKey } = makeKeyPair()
  writeDurably(signing, pemOf(privateKey))
  chmodSync(signing, 0o600)
  const signer = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  return { format: 1, vault: randomUUID(), signer, recipients: [] }
}

export function writeKeyring(vaultPath: string, keyring: Keyring): void {
  makeFolders(replicaFolder(vaultPath))
  writeDurably(filesOf(vaultPath).keyring, `${JSON.stringify(keyring, null, 2)}\n`)
}

/** Null: the master was never made here, or was removed. */
export function readRecovery(vaultPath: string): Buffer | null {
  const { recovery } = filesOf(vaultPath)
  return existsSync(recovery) ? readFileSync(recovery) : null
}

export function writeRecovery(vaultPath: string, bytes: Buffer): void {
  writeBytesDurably(filesOf(vaultPath).recovery, bytes)
}

export function removeRecovery(vaultPath: string): void {
  rmSync(filesOf(vaultPath).recovery, { force: true })
}

/** Answers the signature, base64. Throws UsageError for a key that is not there, or is not the one of the keyring. */
export function openSigning(vaultPath: string, keyring: Keyring): (bytes: Buffer) => string {
  const { signing } = filesOf(vaultPath)
  const hint = 'bring it back from a copy; `docvault recover` writes it'
  const key = parsePrivateKey({ name: signing, hint, text: () => readFileSync(signing, 'utf8') })
  if (publicHalf(key).export({ type: 'spki', format: 'der' }).toString('base64') !== keyring.signer)
    throw new UsageError(`${signing} is not the key that keyring.json names`, { hint })
  return bytes => signBytes(key, bytes)
}
