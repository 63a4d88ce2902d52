/**
 * `recovery.age`: the master identity under a passphrase, with what a recovery has to know beside it as comments, so that
 * `age -d recovery.age` writes a file that age takes as it is. The paper key is the same text.
 */
import { unwrapWithPassphrase, wrapWithPassphrase } from './age.ts'
import type { Keyring } from './keyring.ts'

export function recoveryText({ vault, signer }: Keyring, identity: string): string {
  return `# docvault: opens the replica of the vault ${vault}\n# signer: ${signer}\n${identity}\n`
}

export function wrapRecovery(text: string, passphrase: string): Promise<Buffer> {
  return wrapWithPassphrase(passphrase, text)
}

/** The text. Throws WrongPassphrase. */
export function unwrapRecovery(bytes: Buffer, passphrase: string): Promise<string> {
  return unwrapWithPassphrase(passphrase, bytes)
}

/** Of the text of a recovery or of a paper key. Null: it does not say. */
export function signerIn(text: string): string | null {
  return /^# signer: ([A-Za-z0-9+/=]+)\r?$/m.exec(text)?.[1] ?? null
}
