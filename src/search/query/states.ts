/**
 * Which states of which resources may have what is searched for: what the index says, and every state that is not in it, so
 * that an answer is complete whatever the index knows.
 */
import { DiskRefused } from '../../model/disk-errors.ts'
import type { ResourceKey, StatePlace, Vault } from '../../vault/vault.ts'
import { type Candidates, makeCandidates } from '../index/candidates.ts'
import { type Connection, damageNamed, IndexDamaged, openIndex, readUnreadable } from '../index/database.ts'
import { type IndexPlace, readPlace } from '../index/place.ts'
import type { Term } from './term.ts'

export interface SearchIndex {
  /** Null: there is none that counts. */
  place: IndexPlace | null
  /** Why there is none, where something is wrong with it. */
  damage: string | null
  /** Units that may have a text; null: any may. */
  mayHave(text: string): ReadonlySet<number> | null
  unitOf(key: bigint): number | null
  holders(unit: number): StatePlace[]
  unreadable(): StatePlace[]
  close(): void
}

/** Everything is read. `damage`: what is wrong with the one that there is. */
export function withoutIndex(damage: string | null): SearchIndex {
  return {
    ...{ place: null, damage },
    mayHave: () => null,
    unitOf: () => null,
    holders: () => [],
    unreadable: () => [],
    close: () => {},
  }
}

/** All that is asked of it is of one moment. */
export function openSearchIndex(vault: Vault, path: string): SearchIndex {
  try {
    const db = openIndex(path)
    return db === null ? withoutIndex(null) : indexOf(db, vault, path)
  } catch (error) {
    // On a medium that cannot be written SQLite may refuse to open it, too.
    if (error instanceof IndexDamaged || error instanceof DiskRefused) return withoutIndex(error.message)
    throw error
  }
}

function indexOf(db: Connection, vault: Vault, path: string): SearchIndex {
  try {
    return damageNamed(path, () => {
      db.exec('BEGIN')
      const place = readPlace(db, vault)
      if (place === null) {
        db.close()
        return withoutIndex(null)
      }
      return { place, damage: null, ...queriesOf(db, path), close: () => db.close() }
    })
  } catch (error) {
    db.close()
    throw error
  }
}

function queriesOf(
  db: Connection,
  path: string,
): Pick<SearchIndex, 'mayHave' | 'unitOf' | 'holders' | 'unreadable'> {
  const candidates: Candidates = makeCandidates(db)
  const unit = db.prepare<[bigint], { id: number }>('SELECT id FROM unit WHERE key = ?')
  const holders = db.prepare<[number], StatePlace>('SELECT resource, since FROM holder WHERE unit = ?')
  return {
    mayHave: text => damageNamed(path, () => candidates.of(text)),
    unitOf: key => damageNamed(path, () => unit.get(key)?.id ?? null),
    holders: id => damageNamed(path, () => holders.all(id)),
    unreadable: () => damageNamed(path, () => readUnreadable(db)),
  }
}

/** By resource, the snapshots since which they are known. */
export type ChosenStates = ReadonlyMap<ResourceKey, ReadonlySet<number>>

export interface Choice {
  states: ChosenStates
  /** For each term the units of the index that may have it; null: any may. */
  units: (ReadonlySet<number> | null)[]
  /** How many states are read because no index says what they have. */
  scanned: number
}

const STATES_AT_ONCE = 10_000

export function chooseStates(vault: Vault, index: SearchIndex, terms: readonly Term[]): Choice {
  const units = terms.map(({ certain }) => (certain === null ? null : index.mayHave(certain)))
  const fewest = units
    .filter(set => set !== null)
    .reduce<ReadonlySet<number> | null>(
      (best, set) => (best === null || set.size < best.size ? set : best),
      null,
    )
  const states = new Map<ResourceKey, Set<number>>()
  const add = ({ resource, since }: StatePlace) => {
    const known = states.get(resource)
    if (known === undefined) states.set(resource, new Set([since]))
    else known.add(since)
  }
  for (const unit of fewest ?? []) for (const state of index.holders(unit)) add(state)
  let scanned = 0
  const scan = (state: StatePlace) => {
    add(state)
    scanned++
  }
  if (fewest !== null) for (const state of index.unreadable()) scan(state)
  for (const state of statesAfter(vault, fewest === null ? null : index.place)) scan(state)
  return { states, units, scanned }
}

function* statesAfter(vault: Vault, from: StatePlace | null): Generator<StatePlace> {
  for (let place = from; ; ) {
    const next = vault.statesAfter(place, STATES_AT_ONCE)
    yield* next
    const last = next.at(-1)
    if (last === undefined) return
    place = last
  }
}
