/**
 * One run: the vault as it is now is in the target when the manifest is, and before that nothing of what was there has changed.
 * Cut off anywhere, the manifest of before is whole, and the next run goes on with what was sent.
 */
import { join } from 'node:path'
import { digestOf } from '../../model/digest.ts'
import { makeFolders } from '../../model/durable-file.ts'
import { VaultFenced } from '../../model/errors.ts'
import type { VaultOwner } from '../../model/vault-owner.ts'
import { ownerAt, soundSinceAt } from '../../vault/vault.ts'
import { ClockWrong, TargetBusy } from '../errors.ts'
import { openSigning, requireKeyring } from '../keys/keyring.ts'
import { indexKey, keyListKey, manifestKey, REPLICA_KEY, runOfManifest } from '../layout.ts'
import type { ReplicaFile } from '../replica-file.ts'
import { targetFolder, writeFailure, writeStanding } from '../standing.ts'
import type { ReplicaStore } from '../store.ts'
import { openReplica } from './begin.ts'
import { besideOf } from './beside.ts'
import type { ContentsIndex } from './contents-index.ts'
import { assertEpoch } from './epoch.ts'
import { extendLocks, type LockReport, lockFault, lockReport } from './extend-locks.ts'
import { type Lease, takeLease } from './lease.ts'
import { type Locking, makeLocking, type PlacedLocked } from './locking.ts'
import { publish } from './publish.ts'
import { manifestNote, NOTES, type Reconciled, reconcile } from './reconcile.ts'
import { type ReplicateProgress, type SentVault, sendVault } from './send-vault.ts'
import { makeSending } from './sending.ts'
import { openState, type ReplicaState, STATE_FILE } from './state.ts'
import { sweep } from './sweep.ts'

export interface ReplicateOptions {
  vaultPath: string
  /** Begin a replica where there is none. */
  init: boolean
  /** Null: as fast as it goes. */
  bytesPerSecond: number | null
  /** Of one pack, before compression. Default 16 MiB. */
  packBytes?: number
  /** Keys of objects that are as if they were not there: a check found them damaged. */
  distrusted: ReadonlySet<string>
  /** For so long manifests stay, and what they need. Milliseconds. */
  keepMs: number
  /** For so long nobody may remove what is written. Milliseconds; default null: nothing is locked. */
  lockMs?: number | null
  /** With `init`: also where nothing can be locked. */
  unlocked?: boolean
  /** Also a folder that was left behind: once, for whoever goes on with it. */
  last?: boolean
  /** Milliseconds since the epoch. */
  now: () => number
  signal: AbortSignal | undefined
  progress: (progress: ReplicateProgress) => void
}

export interface ReplicateReport {
  target: string
  /** The newest run that the target has now. */
  run: number
  /** False: it had everything already. */
  changed: boolean
  /** Whether the whole catalog was sent, or only pages of it. */
  full: boolean
  packs: number
  /** Sent. */
  bytes: number
  /** Of the vault; the sizes of its files together. */
  files: number
  snapshots: number
  /** Of the vault: they are named by its catalog, and were not there, or not as it says. */
  missing: readonly string[]
  /** Packs that the target had lost, and that were sent again. */
  lost: number
  /** Why everything was sent again; null: it was not. */
  anew: string | null
  /** Objects that no run needed any more. */
  removed: number
  /** Null: nothing is to be locked. */
  lock: LockReport | null
}

/** Throws what the store throws, ReplicaUnusable, ReplicaFenced, VaultFenced, TargetBusy, ClockWrong, and UsageError where there is no key. */
export async function replicate(store: ReplicaStore, options: ReplicateOptions): Promise<ReplicateReport> {
  const { vaultPath, now, signal } = options
  let pendingBytes = 0
  const progress = (at: ReplicateProgress) => {
    if (at.phase === 'sending') pendingBytes = at.total - at.done
    options.progress(at)
  }
  try {
    return await replicateLeased(store, { ...options, progress })
  } catch (error) {
    // Who ended it knows of it, and who writes meanwhile will say how that ends.
    if (!signal?.aborted && !(error instanceof TargetBusy))
      writeFailure(vaultPath, store.name, { error, at: now(), pendingBytes })
    throw error
  }
}

async function replicateLeased(store: ReplicaStore, options: ReplicateOptions): Promise<ReplicateReport> {
  const { vaultPath, init, unlocked = false, lockMs = null, now } = options
  const owner = ownerOf(vaultPath, options.last === true)
  const keyring = requireKeyring(vaultPath)
  const sign = openSigning(vaultPath, keyring)
  const locking = makeLocking(store, lockMs, now)
  const { replica, placed } = await openReplica(store, {
    keyring,
    init,
    unlocked,
    locking,
    now: now(),
    isDistrusted: options.distrusted.has(REPLICA_KEY),
  })
  const lease = await takeLease(store, now)
  try {
    const folder = targetFolder(vaultPath, store.name)
    makeFolders(folder)
    const state = openState(join(folder, STATE_FILE))
    try {
      return await run({
        store,
        state,
        lease,
        locking,
        replica,
        placed,
        owner,
        keyring,
        sign,
        folder,
        options,
      })
    } finally {
      state.close()
    }
  } finally {
    await lease.release()
  }
}

const PACK_BYTES = 16 * 1024 * 1024

interface Run {
  store: ReplicaStore
  state: ReplicaState
  lease: Lease
  locking: Locking
  replica: ReplicaFile
  /** Of replica.json, where this run wrote it. */
  placed: PlacedLocked | null
  owner: VaultOwner
  keyring: ReturnType<typeof requireKeyring>
  sign: (bytes: Buffer) => string
  folder: string
  options: ReplicateOptions
}

/** Throws VaultFenced for a folder that was left behind. */
function ownerOf(vaultPath: string, isLast: boolean): VaultOwner {
  const owner = ownerAt(vaultPath)
  if (owner.retired && !isLast) throw new VaultFenced(vaultPath, owner)
  return owner
}

async function run(parts: Run): Promise<ReplicateReport> {
  const { store, state, lease, locking, replica, keyring, sign, folder, options } = parts
  const { vaultPath, now, signal, progress, bytesPerSecond, packBytes = PACK_BYTES } = options
  if (parts.placed !== null) state.notePlaced(REPLICA_KEY, parts.placed)
  const found = await reconcile(store, state, { ...parts, distrusted: options.distrusted })
  assertClock(store, found, now())
  const { epoch } = parts.owner
  await assertEpoch({ store, state, signer: keyring.signer, epoch }, found)
  const extending = { store, state, locking, hold: lease.hold, now, signal, signer: keyring.signer }
  const extended = await extendLocks(extending, found)
  const sending = makeSending(store, state, { lease, locking, bytesPerSecond, packBytes, signal })
  const number = Math.max(found.newest, Number(state.get(NOTES.run) ?? 0)) + 1
  const sent = await sendVault(sending, { vaultPath, folder: join(folder, 'copy'), run: number, progress })
  const contents = contentsOf(sent.index)
  const beside = besideOf(sending, found, { replica, vaultPath })
  const changed = beside.changed || isNew(state, found, { sent, contents })
  let { bytes } = sent
  if (changed) {
    bytes += await publish(sending, {
      run: number,
      epoch,
      created: new Date(now()).toISOString(),
      keyring,
      sign,
      index: sent.index,
      replica,
      beside,
    })
    state.set(NOTES.contents, contents)
    if (sent.full) state.set(NOTES.full, String(number))
  }
  const removed = await sweepAfter(parts, found)
  const newest = changed ? number : Number(state.get(NOTES.run))
  const lock = lockReport(extending, found, { extended, accepted: replica.unlocked === true })
  const at = now()
  const whole = {
    run: newest,
    at: new Date(at).toISOString(),
    newest: newestOf(sent.index),
    lock: lock && { until: lock.until, fault: lockFault({ target: store.name, lock }) },
  }
  writeStanding(vaultPath, store.name, { whole, failure: null, pendingBytes: 0 }, at)
  return {
    target: store.name,
    run: newest,
    changed,
    full: sent.full,
    packs: sent.packs,
    bytes,
    files: sent.index.digests.size,
    snapshots: sent.index.snapshots.length,
    missing: sent.index.missing,
    lost: found.missing,
    anew: found.anew,
    removed,
    lock,
  }
}

function isNew(
  state: ReplicaState,
  found: Reconciled,
  { sent, contents }: { sent: SentVault; contents: string },
): boolean {
  const known = state.get(NOTES.run)
  if (known === null) return true
  const ends = [manifestKey(Number(known)), indexKey(Number(known))]
  if (ends.some(key => found.distrusted.has(key) || !found.objects.has(key))) return true
  if (state.packs().some(pack => pack.run === null)) return true
  return sent.packs > 0 || state.get(NOTES.contents) !== contents
}

/** Snapshots of an organization are numbered in the order in which they were begun, and sealed in it. */
function newestOf({ snapshots }: ContentsIndex): Record<string, number> {
  return Object.fromEntries(snapshots.map(({ organization, snapshot }) => [organization, snapshot]))
}

function contentsOf({ digests, missing }: ContentsIndex): string {
  return digestOf(JSON.stringify([[...digests], missing]))
}

/** Throws ClockWrong: by a clock that goes back, what is new would look old. */
function assertClock(store: ReplicaStore, { objects, newest }: Reconciled, now: number): void {
  const ahead = (objects.get(manifestKey(newest))?.modifiedAt ?? 0) - now
  if (ahead < 60 * 60_000) return
  throw new ClockWrong(
    `the newest run of ${store.name} was written ${Math.round(ahead / 3_600_000)} hours from now, by the clock of this machine`,
  )
}

function sweepAfter({ store, state, lease, options }: Run, { objects }: Reconciled): Promise<number> {
  const packs = state.packs()
  const lists = packs.flatMap(({ run: of }) => (of === null ? [] : [keyListKey(of)]))
  return sweep(store, {
    objects,
    keepMs: options.keepMs,
    soundSince: () => soundSinceAt(options.vaultPath),
    now: options.now(),
    pending: new Set([...packs.map(({ key }) => key), ...lists]),
    isLocked: key => (state.placed(key)?.lockedUntil ?? 0) > options.now(),
    signal: options.signal,
    async hold(key) {
      const run = runOfManifest(key)
      if (run !== null) state.drop(manifestNote(run))
      await lease.hold()
    },
  })
}
