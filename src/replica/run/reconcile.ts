/**
 * What is known of a target, held against what it really has: whatever is gone or has another size there is as if it had never
 * been sent, and the run that comes sends it again.
 */
import { digestOf } from '../../model/digest.ts'
import type { Keyring } from '../keys/keyring.ts'
import { keyListKey, manifestKey, runOfManifest } from '../layout.ts'
import type { ManifestObject } from '../manifest.ts'
import type { ReplicaFile } from '../replica-file.ts'
import type { ReplicaStore, StoredObject } from '../store.ts'
import type { ReplicaState } from './state.ts'

export interface Reconciled {
  /** Everything that the target has, by key. */
  objects: ReadonlyMap<string, StoredObject>
  /** The newest run of which there is a manifest, whoever wrote it; 0: none. */
  newest: number
  /** Keys of objects that are not what was sent, whatever their size: a check found them damaged, or somebody replaced them. */
  distrusted: ReadonlySet<string>
  /** Packs that were gone, or not as they were sent. */
  missing: number
  /** Why everything is sent again, in words; null: it is not. */
  anew: string | null
}

/** Notes of the state. */
export const NOTES = {
  replica: 'replica',
  recipients: 'recipients',
  /** The run whose manifest is there. */
  run: 'run',
  /** The run that is being written, and the SHA-256 of its manifest. */
  attempt: 'attempt',
  /** What the vault was when it was last replicated. */
  contents: 'contents',
  /** The last run that sent the whole catalog. */
  full: 'full',
  /** What the newest run says of README.txt and its like. */
  beside: 'beside',
} as const

const MANIFEST = 'manifest '
/** The SHA-256 of the manifest of a run that has to be there. */
export const manifestNote = (run: number) => `${MANIFEST}${run}`

/** Runs that have to be there, with the SHA-256 of their manifests. */
export function knownRuns(state: Pick<ReplicaState, 'notes'>): Map<number, string> {
  return new Map(state.notes(MANIFEST).map(([name, sha256]) => [Number(name.slice(MANIFEST.length)), sha256]))
}

/** The size and the digest of a key list. */
export const keyListNote = (run: number) => `keys ${run}`

/** As it was sent; of none bytes where it was not. */
export function keyListOf(state: ReplicaState, run: number): ManifestObject {
  const [bytes, sha256 = ''] = (state.get(keyListNote(run)) ?? '').split(' ')
  return { key: keyListKey(run), bytes: Number(bytes), sha256 }
}

/** Whoever may write could else use up the numbers. */
const HIGHEST_RUN = 1e9

interface Known {
  replica: ReplicaFile
  keyring: Keyring
  /** Keys of objects that a check found damaged, whatever their size. */
  distrusted: ReadonlySet<string>
}

export async function reconcile(
  store: ReplicaStore,
  state: ReplicaState,
  { replica, keyring, distrusted: damaged }: Known,
): Promise<Reconciled> {
  const objects = new Map<string, StoredObject>()
  for await (const object of store.list('')) objects.set(object.key, object)
  const numbers = [...objects.keys()].map(key => runOfManifest(key) ?? 0)
  const newest = Math.max(0, ...numbers.filter(number => number < HIGHEST_RUN))
  const anew = reasonToBegin(state, replica, keyring)
  if (anew !== null) clearAll(state, replica)
  for (const run of knownRuns(state).keys()) if (damaged.has(manifestKey(run))) state.drop(manifestNote(run))
  state.set(NOTES.replica, replica.id)
  state.set(NOTES.recipients, recipientsOf(keyring))
  await finishAttempt(store, state, objects)
  const distrusted = new Set([...damaged, ...(await replacedKeys(store, state, objects))])
  const gone = state
    .packs()
    .filter(({ key, bytes, run }) => {
      if (objects.get(key)?.size !== bytes || distrusted.has(key)) return true
      return run !== null && (distrusted.has(keyListKey(run)) || !hasKeyList(state, objects, run))
    })
    .map(({ key }) => key)
  state.forget(gone)
  const isFirst = newest === 0 || anew === null
  return { objects, newest, distrusted, missing: gone.length, anew: isFirst ? null : anew }
}

function reasonToBegin(state: ReplicaState, replica: ReplicaFile, keyring: Keyring): string | null {
  const known = state.get(NOTES.replica)
  if (known === null) return 'what was sent there is not known here any more'
  if (known !== replica.id) return 'it is another replica than the one that was written last'
  if (state.get(NOTES.recipients) !== recipientsOf(keyring)) return 'the recipients are others'
  return null
}

/** Runs of the same replica stay, whoever can open them. */
function clearAll(state: ReplicaState, replica: ReplicaFile): void {
  const runs = state.get(NOTES.replica) === replica.id ? knownRuns(state) : []
  state.clear()
  for (const [run, sha256] of runs) state.set(manifestNote(run), sha256)
}

export function recipientsOf({ recipients }: Keyring): string {
  return recipients
    .map(({ recipient }) => recipient)
    .sort()
    .join('\n')
}

/** Cut off between the manifest and the note of it. */
async function finishAttempt(
  store: ReplicaStore,
  state: ReplicaState,
  objects: ReadonlyMap<string, StoredObject>,
): Promise<void> {
  const [run, sha256] = (state.get(NOTES.attempt) ?? '').split(' ')
  const key = manifestKey(Number(run))
  if (sha256 === undefined || state.get(NOTES.run) === run || !objects.has(key)) return
  if (digestOf(await store.get(key)) !== sha256) return
  state.finish(Number(run))
  state.set(NOTES.run, run ?? '')
  state.set(manifestNote(Number(run)), sha256)
}

function hasKeyList(state: ReplicaState, objects: ReadonlyMap<string, StoredObject>, run: number): boolean {
  const { key, bytes } = keyListOf(state, run)
  return bytes > 0 && objects.get(key)?.size === bytes
}

/** Under which there is another version now than the one that was sent: the tag shows it, the id of the version proves it. */
async function replacedKeys(
  store: ReplicaStore,
  state: ReplicaState,
  objects: ReadonlyMap<string, StoredObject>,
): Promise<string[]> {
  const replaced: string[] = []
  for (const [key, { tag }] of objects) {
    const placed = state.placed(key)
    if (placed?.versionId === undefined || bare(placed.tag) === bare(tag)) continue
    const current = await store.head(key)
    if (current !== null && current.versionId !== placed.versionId) replaced.push(key)
  }
  return replaced
}

/** Stores differ in whether they quote it. */
function bare(tag: string | undefined): string | undefined {
  return tag?.replace(/^(W\/)?"|"$/g, '')
}
