/**
 * Brings an index up to the newest sealed snapshot, and takes out of it what the vault no longer has. It reads the vault by
 * a connection of its own and writes beside it, in short transactions of which each says how far it has come: killed
 * anywhere, the next one goes on. Two at once do each step once.
 */
import { giveWay } from '../../model/give-way.ts'
import type { StatePlace, Vault } from '../../vault/vault.ts'
import { TEXT_FORMAT } from '../text-format.ts'
import { type Connection, damageNamed, openIndexForWriting, readDamaged, removeIndex } from './database.ts'
import { bytesOf } from './packs.ts'
import {
  comparePlaces,
  endOf,
  hasPruned,
  type IndexPlace,
  indexableThrough,
  readPlace,
  writePlace,
} from './place.ts'
import { type IndexedState, makeKnows, readState, unreadState } from './read-states.ts'
import { sweep } from './sweep.ts'
import { tidy } from './tidy.ts'
import { type Added, type Batch, makeWriter, NOTHING_ADDED, sumOf } from './write-states.ts'

export interface IndexProgress {
  /** Snapshots. */
  done: number
  total: number
}

export interface IndexOptions {
  signal?: AbortSignal | undefined
  progress?: ((progress: IndexProgress) => void) | undefined
  /** As another index of the same vault is, so that they can be compared. */
  like?: IndexLike | undefined
}

export interface IndexLike {
  /** No further than it came. */
  place: IndexPlace
  /** What it could not read. */
  damaged: readonly StatePlace[]
}

export interface IndexResult extends Added {
  /** The last snapshot whose states are all indexed; null: there is none that is sealed. */
  through: number | null
  /** Texts that were taken out, because no state has them any more. */
  removed: number
  /** It was not of this vault or this version, or damaged, and was made anew. */
  anew: boolean
  bytes: number
}

/** States that are read for one transaction, unless their texts are long. */
const MOST_STATES = 400
const MOST_BYTES = 3_000_000

/** Throws IndexDamaged, DiskRefused, DamageFound of the catalog, and what the signal was aborted with. */
export async function buildIndex(
  vault: Vault,
  path: string,
  options: IndexOptions = {},
): Promise<IndexResult> {
  let db = openIndexForWriting(path)
  try {
    const anew = damageNamed(path, () => isOfOther(db, vault))
    if (anew) {
      db.close()
      removeIndex(path)
      db = openIndexForWriting(path)
    }
    return { anew, ...(await damageNamedLater(path, () => bringUpToDate(db, vault, options))) }
  } finally {
    db.close()
  }
}

async function bringUpToDate(
  db: Connection,
  vault: Vault,
  options: IndexOptions,
): Promise<Omit<IndexResult, 'anew'>> {
  const { signal, like } = options
  const through = indexableThrough(vault)
  const target = like?.place ?? (through && { ...through, ...endOf(through.since) })
  const added = target === null ? NOTHING_ADDED : await addStates(db, vault, { ...options, target })
  const healed = like === undefined ? await addHealed(db, vault, signal) : NOTHING_ADDED
  const place = readPlace(db, vault)
  const removed = place !== null && hasPruned(vault, place) ? await sweep(db, { vault, place, signal }) : 0
  const bytes = await tidy(db, signal)
  return { ...sumOf(added, healed), through: target?.since ?? null, removed, bytes }
}

async function damageNamedLater<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    return damageNamed(path, () => {
      throw error
    })
  }
}

/** Something is indexed, and it is not of this vault, or was read in another way. */
function isOfOther(db: Connection, vault: Vault): boolean {
  const holds = (table: string) => db.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get() !== undefined
  return readPlace(db, vault) === null && ['fact', 'holder', 'unit'].some(holds)
}

interface AddOptions extends IndexOptions {
  target: Pick<IndexPlace, 'since' | 'resource' | 'snapshots'>
}

async function addStates(db: Connection, vault: Vault, options: AddOptions): Promise<Added> {
  const { signal, progress, target, like } = options
  const leftUnread = new Set(like?.damaged.map(nameOfPlace))
  const write = makeWriter(db)
  const knows = makeKnows(db)
  let added = NOTHING_ADDED
  for (;;) {
    const from = readPlace(db, vault)
    const states = vault.statesAfter(from, MOST_STATES).filter(state => comparePlaces(state, target) <= 0)
    if (states.length === 0) break
    const batch: IndexedState[] = []
    let bytes = 0
    let last: StatePlace = target
    for (const state of states) {
      await giveWay()
      signal?.throwIfAborted()
      const read = leftUnread.has(nameOfPlace(state)) ? unreadState(state) : readState(vault, state, knows)
      if (read !== null) batch.push(read)
      last = state
      bytes += read?.texts?.reduce((sum, { fields }) => sum + bytesOf({ fields: fields ?? [] }), 0) ?? 0
      if (bytes > MOST_BYTES) break
    }
    const { since, resource } = last
    const to: Batch['to'] = { format: TEXT_FORMAT, since, resource, snapshots: target.snapshots }
    added = sumOf(added, write.batch({ from, to, states: batch }))
    progress?.({ done: since, total: target.since })
  }
  writeEnd(db, vault, target)
  return added
}

function nameOfPlace({ since, resource }: StatePlace): string {
  return `${since} ${resource}`
}

/** That nothing more came up to there, so that a search need not look. */
function writeEnd(db: Connection, vault: Vault, { since, resource, snapshots }: AddOptions['target']): void {
  db.transaction(() => {
    const place = readPlace(db, vault)
    if (place !== null && comparePlaces(place, { since, resource }) >= 0) return
    writePlace(db, { format: TEXT_FORMAT, since, resource, states: place?.states ?? 0, snapshots })
  }).immediate()
}

/** What could not be read once, and can be by now. */
async function addHealed(db: Connection, vault: Vault, signal: AbortSignal | undefined): Promise<Added> {
  const write = makeWriter(db)
  const knows = makeKnows(db)
  let added = NOTHING_ADDED
  for (const place of readDamaged(db)) {
    await giveWay()
    signal?.throwIfAborted()
    const state = readState(vault, place, knows)
    if (state !== null && state.texts !== null) added = sumOf(added, write.healed(state))
  }
  return added
}
