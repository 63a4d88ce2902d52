/**
 * Brings an index up to the newest sealed snapshot, and takes out of it what the vault no longer has. It reads the vault by
 * a connection of its own and writes beside it, in short transactions of which each says how far it has come: killed
 * anywhere, the next one goes on. Two at once do each step once.
 */
import { DamageFound, SnapshotPruned } from '../../model/errors.ts'
import { makeGiveWay } from '../../model/give-way.ts'
import type { StatePlace, StoredResource, Vault } from '../../vault/vault.ts'
import { normalForm, TEXT_END, TEXT_FORMAT } from '../normal-form.ts'
import { textUnits } from '../text/units.ts'
import { type Connection, damageNamed, openIndexForWriting, removeIndex } from './database.ts'
import { endOf, hasPruned, type IndexPlace, indexableThrough, readPlace, writePlace } from './place.ts'
import { sweep } from './sweep.ts'
import { tidy } from './tidy.ts'

export interface IndexProgress {
  /** Snapshots. */
  done: number
  total: number
}

export interface IndexOptions {
  signal?: AbortSignal | undefined
  progress?: ((progress: IndexProgress) => void) | undefined
}

export interface IndexResult {
  /** The last snapshot whose states are all indexed; null: there is none that is sealed. */
  through: number | null
  /** States and texts that were added. */
  states: number
  units: number
  /** Texts that were taken out, because no state has them any more. */
  removed: number
  /** States of which something could not be read. */
  unreadable: number
  /** It was not of this vault or this version, or damaged, and was made anew. */
  anew: boolean
  bytes: number
}

/** States that are read for one transaction, unless their texts are long. */
const MOST_STATES = 400
const MOST_CHARACTERS = 3_000_000

/** Throws IndexDamaged, DiskRefused, DamageFound of the catalog, and what the signal was aborted with. */
export async function buildIndex(
  vault: Vault,
  path: string,
  options: IndexOptions = {},
): Promise<IndexResult> {
  let db = openIndexForWriting(path)
  try {
    const anew = isOfOther(db, vault)
    if (anew) {
      db.close()
      removeIndex(path)
      db = openIndexForWriting(path)
    }
    const counts = await damaged(path, () => addStates(db, vault, options))
    const removed = await damaged(path, () => sweepPruned(db, vault, options.signal))
    const bytes = await damaged(path, () => tidy(db, { forGood: removed > 0, signal: options.signal }))
    return { ...counts, removed, anew, bytes }
  } finally {
    db.close()
  }
}

async function sweepPruned(db: Connection, vault: Vault, signal: AbortSignal | undefined): Promise<number> {
  const place = readPlace(db, vault)
  return place !== null && hasPruned(vault, place) ? sweep(db, { vault, place, signal }) : 0
}

async function damaged<T>(path: string, work: () => Promise<T>): Promise<T> {
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
  return readPlace(db, vault) === null && db.prepare('SELECT 1 FROM fact LIMIT 1').get() !== undefined
}

type Counts = Pick<IndexResult, 'through' | 'states' | 'units' | 'unreadable'>

async function addStates(db: Connection, vault: Vault, { signal, progress }: IndexOptions): Promise<Counts> {
  const counts: Counts = { through: null, states: 0, units: 0, unreadable: 0 }
  const target = indexableThrough(vault)
  if (target === null) return counts
  const write = makeWriter(db)
  const knows = makeKnows(db)
  const giveWay = makeGiveWay()
  for (;;) {
    const place = readPlace(db, vault)
    const next = vault.statesAfter(place, MOST_STATES).filter(({ since }) => since <= target.since)
    if (next.length === 0) break
    const batch: IndexedState[] = []
    let characters = 0
    let last: StatePlace = place ?? { since: 0, resource: 0 }
    for (const state of next) {
      await giveWay()
      signal?.throwIfAborted()
      const read = readState(vault, state, knows)
      if (read !== null) batch.push(read)
      last = state
      characters += read?.texts?.reduce((sum, { text }) => sum + (text?.length ?? 0), 0) ?? 0
      if (characters > MOST_CHARACTERS) break
    }
    const added = write({ from: place, to: { ...last, snapshots: target.snapshots }, states: batch })
    counts.states += added.states
    counts.units += added.units
    counts.unreadable += added.unreadable
    progress?.({ done: last.since, total: target.since })
  }
  writeEnd(db, vault, target)
  return { ...counts, through: target.since }
}

/** That nothing more came up to there, so that a search need not look. */
function writeEnd(db: Connection, vault: Vault, target: Pick<IndexPlace, 'since' | 'snapshots'>): void {
  db.transaction(() => {
    const place = readPlace(db, vault)
    if (place !== null && place.since > target.since) return
    const states = place?.states ?? 0
    writePlace(db, { format: TEXT_FORMAT, ...endOf(target.since), states, snapshots: target.snapshots })
  }).immediate()
}

interface UnitText {
  key: bigint
  /** In normal form; null where it is indexed already. */
  text: string | null
}

interface IndexedState {
  place: StatePlace
  /** Null: what it says could not be read. */
  texts: UnitText[] | null
}

type Knows = (key: bigint) => boolean

function makeKnows(db: Connection): Knows {
  const find = db.prepare<[bigint]>('SELECT 1 FROM unit WHERE key = ?')
  return key => find.get(key) !== undefined
}

/** Null: it was pruned meanwhile. */
function readState(vault: Vault, place: StatePlace, knows: Knows): IndexedState | null {
  const resource = vault.state(place)
  if (resource === null) return null
  try {
    return { place, texts: unitTexts(vault, resource, knows) }
  } catch (error) {
    if (error instanceof SnapshotPruned || vault.state(place) === null) return null
    if (error instanceof DamageFound || error instanceof SyntaxError) return { place, texts: null }
    throw error
  }
}

function unitTexts(vault: Vault, resource: StoredResource, knows: Knows): UnitText[] {
  return textUnits(vault, resource).units.map(({ key, read }) => ({
    key,
    text: knows(key) ? null : indexedForm(read().map(({ text }) => text)),
  }))
}

/** Two characters that no text has end each, so that no search goes from one into the next. */
export function indexedForm(texts: readonly string[]): string {
  return texts.map(text => normalForm(text) + TEXT_END).join('')
}

interface Batch {
  from: IndexPlace | null
  to: Pick<IndexPlace, 'since' | 'resource' | 'snapshots'>
  states: readonly IndexedState[]
}

type Added = Pick<IndexResult, 'states' | 'units' | 'unreadable'>

function makeWriter(db: Connection): (batch: Batch) => Added {
  const current = db.prepare<[], { value: string }>("SELECT value FROM fact WHERE key = 'place'")
  const addUnreadable = db.prepare<[number, number]>('INSERT INTO unreadable VALUES (?, ?)')
  const addHolder = db.prepare<[number | bigint, number, number]>('INSERT INTO holder VALUES (?, ?, ?)')
  const addUnit = makeAddUnit(db)
  const knows = makeKnows(db)
  const isWhole = ({ texts }: IndexedState) =>
    (texts ?? []).every(({ key, text }) => text !== null || knows(key))
  const write = db.transaction(({ from, to, states }: Batch): Added => {
    const added = { states: 0, units: 0, unreadable: 0 }
    // Somebody else has come further meanwhile, or has taken out what was known: it is read again.
    if (!isAt(current.get()?.value, from) || !states.every(isWhole)) return added
    for (const { place, texts } of states) {
      added.states++
      if (texts === null) added.unreadable += addUnreadable.run(place.resource, place.since).changes
      for (const text of texts ?? []) addHolder.run(addUnit(text, added), place.resource, place.since)
    }
    writePlace(db, { format: TEXT_FORMAT, ...to, states: (from?.states ?? 0) + added.states })
    return added
  })
  return batch => write.immediate(batch)
}

function makeAddUnit(db: Connection): (unit: UnitText, added: { units: number }) => number | bigint {
  const find = db.prepare<[bigint], { id: number }>('SELECT id FROM unit WHERE key = ?')
  const addUnit = db.prepare<[bigint]>('INSERT INTO unit (key) VALUES (?)')
  const addGram = db.prepare<[number | bigint, string]>('INSERT INTO gram (rowid, text) VALUES (?, ?)')
  return ({ key, text }, added) => {
    const known = find.get(key)
    if (known !== undefined) return known.id
    const id = addUnit.run(key).lastInsertRowid
    addGram.run(id, text ?? '')
    added.units++
    return id
  }
}

function isAt(fact: string | undefined, place: StatePlace | null): boolean {
  if (fact === undefined || place === null) return fact === undefined && place === null
  const { since, resource }: StatePlace = JSON.parse(fact)
  return since === place.since && resource === place.resource
}
