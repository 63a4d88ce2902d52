/** Which replica a target is: begun where somebody asks for it, and never written to where it is of another vault. */
import { randomUUID } from 'node:crypto'
import { ReplicaUnusable } from '../errors.ts'
import { type Keyring, MASTER } from '../keys/keyring.ts'
import { LEASE_KEY, PROBES } from '../layout.ts'
import { readRuns } from '../recover/runs.ts'
import { type ReplicaFile, readReplicaFile, writeReplicaFile } from '../replica-file.ts'
import type { ReplicaStore, StoreCapabilities } from '../store.ts'
import type { Locking, PlacedLocked } from './locking.ts'

export interface Beginning {
  keyring: Keyring
  /** Begin one where there is none. */
  init: boolean
  /** Do so also where it cannot be locked, and that was asked for. */
  unlocked: boolean
  locking: Locking
  now: number
  /** A check found replica.json damaged. */
  isDistrusted: boolean
}

export interface OpenedReplica {
  replica: ReplicaFile
  /** Null: replica.json was as it should be. */
  placed: PlacedLocked | null
}

/** Throws ReplicaUnusable; nothing was written then. */
export async function openReplica(store: ReplicaStore, beginning: Beginning): Promise<OpenedReplica> {
  const { keyring, init, unlocked, locking } = beginning
  const { found, rebuilt } = await readOrRebuild(store, beginning)
  if (found === null && !init)
    throw new ReplicaUnusable(`there is no replica at ${store.name}`, {
      hint: 'is the disk mounted, and the path right? `docvault replicate TARGET --init` begins one',
    })
  if (found === null) return begin(store, beginning)
  if (found.vault !== keyring.vault)
    throw new ReplicaUnusable(
      `${store.name} is the replica of another vault (${found.vault}; this one is ${keyring.vault})`,
      { hint: 'nothing was changed; give each vault a target of its own' },
    )
  const current = { ...found, recipients: recipientsOf(keyring), signer: keyring.signer }
  if (init && unlocked) current.unlocked = true
  const isAsItWas = JSON.stringify(current) === JSON.stringify(found)
  return { replica: current, placed: isAsItWas ? rebuilt : await writeReplicaFile(locking, current, false) }
}

/** Where it is gone or damaged, runs that are signed by this vault say that the replica is its own, and which one it is. */
async function readOrRebuild(
  store: ReplicaStore,
  { keyring, now, locking, isDistrusted }: Beginning,
): Promise<{ found: ReplicaFile | null; rebuilt: PlacedLocked | null }> {
  const found = await readReplicaFile(store).catch((error: unknown) => {
    if (error instanceof ReplicaUnusable) return error
    throw error
  })
  const isRead = found !== null && !(found instanceof ReplicaUnusable)
  if (isRead && found.vault === keyring.vault && !isDistrusted) return { found, rebuilt: null }
  const [newest] = (await readRuns(store, { signer: keyring.signer })).runs
  if (newest?.replica === undefined) {
    if (found instanceof ReplicaUnusable) throw found
    return { found, rebuilt: null }
  }
  const file = describe(keyring, { id: newest.replica, now, store: await store.probe() })
  return { found: file, rebuilt: await writeReplicaFile(locking, file, false) }
}

async function begin(store: ReplicaStore, beginning: Beginning): Promise<OpenedReplica> {
  const { keyring, now, locking, unlocked } = beginning
  for await (const { key } of store.list('')) {
    // Of one that was cut off as it began.
    if (key === LEASE_KEY || key.startsWith(PROBES)) continue
    throw new ReplicaUnusable(`${store.name} holds other things, e.g. ${key}`, {
      hint: 'nothing was changed; choose an empty folder or prefix for a new replica',
    })
  }
  const capabilities = await store.probe()
  if (locking.lockMs !== null && !capabilities.locks && !unlocked)
    throw new ReplicaUnusable(`${store.name} cannot lock what is written to it, and replica.lock is set`, {
      hint: 'nothing was changed; make the bucket with object lock and give the right to set retention, or add --unlocked for a replica that whoever may write to it can destroy',
    })
  const file = describe(keyring, { id: randomUUID(), now, store: capabilities })
  const replica = unlocked ? { ...file, unlocked } : file
  return { replica, placed: await writeReplicaFile(locking, replica, true) }
}

function describe(
  keyring: Keyring,
  { id, now, store }: { id: string; now: number; store: StoreCapabilities },
): ReplicaFile {
  return {
    format: 1,
    id,
    vault: keyring.vault,
    created: new Date(now).toISOString(),
    recipients: recipientsOf(keyring),
    signer: keyring.signer,
    store,
  }
}

/** The master first. */
function recipientsOf({ recipients }: Keyring): string[] {
  return recipients
    .toSorted((a, b) => Number(b.name === MASTER) - Number(a.name === MASTER))
    .map(({ recipient }) => recipient)
}
