/** Who can open the replicas of a vault: making the master key, and letting others in and out. All of it is local. */
import { UsageError } from '../../model/errors.ts'
import { makeAgeKeyPair, parseRecipient } from './age.ts'
import {
  createKeyring,
  type Keyring,
  MASTER,
  type Recipient,
  readKeyring,
  readRecovery,
  removeRecovery,
  writeKeyring,
  writeRecovery,
} from './keyring.ts'
import { recoveryText, unwrapRecovery, wrapRecovery } from './recovery.ts'

export interface NewMaster {
  recipient: string
  /** Shown once, and kept nowhere: what is printed, or written down. */
  paper: string
}

/** The passphrase is asked for last. Throws UsageError where there is a master already: whoever has it could not open what comes. */
export async function makeMaster(
  vaultPath: string,
  passphrase: () => Promise<string>,
  now: number,
): Promise<NewMaster> {
  const known = readKeyring(vaultPath)
  if (known?.recipients.some(({ name }) => name === MASTER))
    throw new UsageError('there is a master key already', {
      hint: 'to replace it: `docvault replica key remove master`, then `docvault replica key new`',
    })
  const secret = await passphrase()
  const keyring = known ?? createKeyring(vaultPath)
  const { identity, recipient } = await makeAgeKeyPair()
  const paper = recoveryText(keyring, identity)
  writeRecovery(vaultPath, await wrapRecovery(paper, secret))
  writeKeyring(vaultPath, withRecipient(keyring, { name: MASTER, recipient, added: timeOf(now) }))
  return { recipient, paper }
}

/** Throws UsageError for what nothing can be encrypted to, and for a name or a key that is there. */
export async function addRecipient(
  vaultPath: string,
  { name, recipient: text }: { name: string; recipient: string },
  now: number,
): Promise<Recipient> {
  const recipient = await parseRecipient(text)
  const keyring = readKeyring(vaultPath) ?? createKeyring(vaultPath)
  const taken = keyring.recipients.find(known => known.name === name || known.recipient === recipient)
  if (taken !== undefined || name === MASTER)
    throw new UsageError(
      name === MASTER
        ? 'master is the key of recovery.age'
        : `${taken?.name} is there already: ${taken?.recipient}`,
      { hint: 'give it another name with --name, or remove the other one first' },
    )
  const added = { name, recipient, added: timeOf(now) }
  writeKeyring(vaultPath, withRecipient(keyring, added))
  return added
}

/** By name or recipient. Throws UsageError for nobody. */
export function findRecipient(vaultPath: string, who: string): { keyring: Keyring; found: Recipient } {
  const keyring = readKeyring(vaultPath)
  const found = keyring?.recipients.find(({ name, recipient }) => name === who || recipient === who)
  if (keyring !== null && found !== undefined) return { keyring, found }
  throw new UsageError(`no key is called ${who}`, { hint: '`docvault replica key list` shows them' })
}

/** Throws UsageError for nobody. */
export function removeRecipient(vaultPath: string, who: string): Recipient {
  const { keyring, found } = findRecipient(vaultPath, who)
  writeKeyring(vaultPath, {
    ...keyring,
    recipients: keyring.recipients.filter(({ name }) => name !== found.name),
  })
  if (found.name === MASTER) removeRecovery(vaultPath)
  return found
}

/** `agreed`: called when the passphrase of now is right. Throws WrongPassphrase; nothing is changed then. The keys stay as they are. */
export async function changePassphrase(
  vaultPath: string,
  { from, to }: { from: string; to: string },
  agreed: () => void = () => {},
): Promise<void> {
  const wrapped = readRecovery(vaultPath)
  if (wrapped === null)
    throw new UsageError('there is no master key here whose passphrase could be changed', {
      hint: '`docvault replica key new` makes one',
    })
  const paper = await unwrapRecovery(wrapped, from)
  agreed()
  writeRecovery(vaultPath, await wrapRecovery(paper, to))
}

function withRecipient(keyring: Keyring, recipient: Recipient): Keyring {
  return { ...keyring, recipients: [...keyring.recipients, recipient] }
}

function timeOf(now: number): string {
  return new Date(now).toISOString()
}
