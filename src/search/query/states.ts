/**
 * Which states of which resources may have what is searched for: what the index says, and every state that is not in it, so
 * that an answer is complete whatever the index knows.
 */
import { DiskRefused } from '../../model/disk-errors.ts'
import type { ResourceKey, StatePlace, Vault } from '../../vault/vault.ts'
import { type Candidates, makeCandidates } from '../index/candidates.ts'
import { type Connection, damageNamed, IndexDamaged, openIndex, readUnread } from '../index/database.ts'
import { type KeptPacks, PackMemory } from '../index/kept-packs.ts'
import { makeReadCopy } from '../index/packs.ts'
import { type IndexPlace, readPlace } from '../index/place.ts'
import type { UnitCopy } from '../index/text-copy.ts'
import type { Terms } from './judge.ts'
import type { Term } from './term.ts'

export interface SearchIndex {
  /** Null: there is none that counts. */
  place: IndexPlace | null
  /** Why there is none, where something is wrong with it. */
  damage: string | null
  /** Units that may have a text; null: any may. */
  mayHave(text: string): ReadonlySet<number> | null
  /** The states that have one of these units. */
  holders(units: ReadonlySet<number>): Holder[]
  allHolders(): Iterable<Holder>
  copies(units: readonly number[]): UnitCopy[]
  /** States that are to be read whatever the index has of them. */
  unread(): StatePlace[]
  close(): void
}

export interface Holder extends StatePlace {
  unit: number
}

/** Everything is read. `damage`: what is wrong with the one that there is. */
export function withoutIndex(damage: string | null): SearchIndex {
  return {
    ...{ place: null, damage },
    mayHave: () => null,
    holders: () => [],
    allHolders: () => [],
    copies: units => {
      throw new Error(`no index has the units ${units.join(', ')}`)
    },
    unread: () => [],
    close: () => {},
  }
}

/** All that is asked of it is of one moment. */
export function openSearchIndex(vault: Vault, path: string, packs = new PackMemory()): SearchIndex {
  try {
    const db = openIndex(path)
    return db === null ? withoutIndex(null) : indexOf(db, vault, { path, packs })
  } catch (error) {
    // On a medium that cannot be written SQLite may refuse to open it, too.
    if (error instanceof IndexDamaged || error instanceof DiskRefused) return withoutIndex(error.message)
    throw error
  }
}

interface IndexSource {
  path: string
  packs: PackMemory
}

function indexOf(db: Connection, vault: Vault, { path, packs }: IndexSource): SearchIndex {
  try {
    return damageNamed(path, () => {
      db.exec('BEGIN')
      const place = readPlace(db, vault)
      if (place === null) {
        db.close()
        return withoutIndex(null)
      }
      return {
        place,
        damage: null,
        ...queriesOf(db, path, packs.of(JSON.stringify(place))),
        close: () => db.close(),
      }
    })
  } catch (error) {
    db.close()
    throw error
  }
}

function queriesOf(
  db: Connection,
  path: string,
  packs: KeptPacks,
): Pick<SearchIndex, 'mayHave' | 'holders' | 'allHolders' | 'copies' | 'unread'> {
  const candidates: Candidates = makeCandidates(db)
  const copies = makeReadCopy(db, packs)
  // A unit that is in no pack is damage, which is found when it is read.
  const holders = db.prepare<[string], Holder & { pack: number | null }>(
    `SELECT holder.unit, holder.resource, holder.since, unit.pack FROM json_each(?) AS wanted
     CROSS JOIN holder ON holder.unit = wanted.value LEFT JOIN unit ON unit.id = holder.unit`,
  )
  const all = db.prepare<[], Holder>('SELECT unit, resource, since FROM holder')
  return {
    mayHave: text => damageNamed(path, () => candidates.of(text)),
    holders: units =>
      damageNamed(path, () => {
        const found = holders.all(JSON.stringify([...units]))
        for (const { unit, pack } of found) if (pack !== null) copies.learn(unit, pack)
        return found
      }),
    allHolders: () => damageNamed(path, () => all.all()),
    copies: units => damageNamed(path, () => units.map(copies.read)),
    unread: () => damageNamed(path, () => readUnread(db)),
  }
}

/** The units of a state that may have something; null: what it says is to be read from the vault. */
export type StateUnits = number[] | null

/** By resource, and the snapshots since which its states are known. */
export type ChosenStates = ReadonlyMap<ResourceKey, ReadonlyMap<number, StateUnits>>

export interface Choice {
  states: ChosenStates
  /** How many states are read because no index has them. */
  scanned: number
}

const STATES_AT_ONCE = 10_000

export function chooseStates(vault: Vault, index: SearchIndex, { wanted, unwanted }: Terms): Choice {
  const states = new Map<ResourceKey, Map<number, StateUnits>>()
  const ofResource = (resource: ResourceKey) => {
    const known = states.get(resource) ?? new Map<number, StateUnits>()
    states.set(resource, known)
    return known
  }
  const unitsOf = makeUnitsOf(index)
  const sets = wanted.map(unitsOf)
  for (const { unit, resource, since } of holdersOf(index, fewestOf(sets))) {
    const known = ofResource(resource)
    const units = known.get(since)
    if (units) units.push(unit)
    else known.set(since, [unit])
  }
  const others = [...sets, ...unwanted.map(unitsOf)].filter(set => set !== fewestOf(sets))
  for (const { unit, resource, since } of holdersOf(index, unionOf(others))) {
    const units = states.get(resource)?.get(since)
    if (units && !units.includes(unit)) units.push(unit)
  }
  let scanned = 0
  const scan = ({ resource, since }: StatePlace) => {
    ofResource(resource).set(since, null)
    scanned++
  }
  for (const state of index.unread()) scan(state)
  for (const state of statesAfter(vault, index.place)) scan(state)
  return { states, scanned }
}

/** Null: any. */
type Units = ReadonlySet<number> | null

function makeUnitsOf(index: SearchIndex): (term: Term) => Units {
  return ({ certain }) => (certain === null ? null : index.mayHave(certain))
}

function fewestOf(sets: readonly Units[]): Units {
  return sets.reduce(
    (best, set) => (best === null || (set !== null && set.size < best.size) ? set : best),
    null,
  )
}

function unionOf(sets: readonly Units[]): Units {
  if (sets.includes(null)) return null
  return new Set(sets.flatMap(set => [...(set ?? [])]))
}

function holdersOf(index: SearchIndex, units: Units): Iterable<Holder> {
  return units === null ? index.allHolders() : index.holders(units)
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
