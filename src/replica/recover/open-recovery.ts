/** What somebody has to open a replica with, turned into identities: the file of one, or the passphrase of `recovery.age`. */
import { ReplicaUnusable } from '../errors.ts'
import { identitiesIn } from '../keys/age.ts'
import { signerIn, unwrapRecovery } from '../keys/recovery.ts'
import { RECOVERY_KEY } from '../layout.ts'
import { getOrNull } from '../replica-file.ts'
import type { ReplicaStore } from '../store.ts'

export interface RecoveryKeys {
  identities: string[]
  /** Who signs; null: what was given does not say. */
  signer: string | null
}

export type KeySource =
  | { identity: { name: string; text: string } }
  /** Asked for where it is needed. Throws what stands against it. */
  | { passphrase: () => Promise<string> }

/** Throws WrongPassphrase, UsageError for a file without an identity, ReplicaUnusable where there is nothing to open. */
export async function openRecovery(
  store: ReplicaStore,
  source: KeySource & { asOf: number | undefined },
): Promise<RecoveryKeys> {
  if ('identity' in source) {
    const { name, text } = source.identity
    return { identities: identitiesIn(text, name), signer: signerIn(text) }
  }
  const wrapped = await getOrNull(store, RECOVERY_KEY, source.asOf)
  if (wrapped === null)
    throw new ReplicaUnusable(`${store.name} has no ${RECOVERY_KEY}, so no passphrase opens it`, {
      hint: 'is the path right? With the paper key or another identity: --identity FILE',
    })
  const text = await unwrapRecovery(wrapped, await source.passphrase())
  return { identities: identitiesIn(text, RECOVERY_KEY), signer: signerIn(text) }
}
