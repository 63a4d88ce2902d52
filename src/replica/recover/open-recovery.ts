/** What somebody has to open a replica with, turned into identities: the file of one, or the passphrase of `recovery.age`. */
import { ReplicaUnusable, WrongPassphrase } from '../errors.ts'
import { identitiesIn } from '../keys/age.ts'
import { signerIn, unwrapRecovery } from '../keys/recovery.ts'
import { RECOVERY_KEY } from '../layout.ts'
import type { ReplicaStore } from '../store.ts'
import { getOrNull, listedVersions } from '../versions.ts'

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
  const versions = await wrappedVersions(store, source.asOf)
  if (versions.length === 0) throw await withoutKey(store, source.asOf)
  const text = await unwrapFirst(versions, await source.passphrase())
  return { identities: identitiesIn(text, RECOVERY_KEY), signer: signerIn(text) }
}

async function withoutKey(store: ReplicaStore, asOf: number | undefined): Promise<ReplicaUnusable> {
  const isLater = asOf !== undefined && (await wrappedVersions(store, undefined)).length > 0
  return isLater
    ? new ReplicaUnusable(
        `the ${RECOVERY_KEY} of ${store.name} was stored after ${new Date(asOf).toISOString()}, so it is not looked at, and no passphrase opens what was there then`,
        { hint: 'take the paper key or another identity (--identity FILE), or name a later time' },
      )
    : new ReplicaUnusable(`${store.name} has no ${RECOVERY_KEY}, so no passphrase opens it`, {
        hint: 'is the path right? With the paper key or another identity: --identity FILE',
      })
}

/** Each takes more than a second to try. */
const MOST_VERSIONS = 16

/** The newest first: whoever may write could put another one there, and cannot take away the ones of before. */
async function wrappedVersions(store: ReplicaStore, asOf: number | undefined): Promise<Buffer[]> {
  const versions = (await listedVersions(store, RECOVERY_KEY)).filter(
    ({ key, removed, modifiedAt }) =>
      key === RECOVERY_KEY && !removed && (asOf === undefined || modifiedAt <= asOf),
  )
  const wrapped = new Map<string, Buffer>()
  for (const { versionId } of versions.slice(0, MOST_VERSIONS)) {
    const bytes = await getOrNull(store, RECOVERY_KEY, { versionId })
    if (bytes !== null) wrapped.set(bytes.toString('base64'), bytes)
  }
  return [...wrapped.values()]
}

/** Throws WrongPassphrase where none opens. */
async function unwrapFirst([newest, ...older]: readonly Buffer[], passphrase: string): Promise<string> {
  if (newest === undefined) throw new WrongPassphrase()
  try {
    return await unwrapRecovery(newest, passphrase)
  } catch (error) {
    if (!(error instanceof WrongPassphrase) || older.length === 0) throw error
    return unwrapFirst(older, passphrase)
  }
}
