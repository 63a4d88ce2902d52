/** Writes states and their texts into an index, a transaction for some together. */
import type { StatePlace } from '../../vault/vault.ts'
import type { Connection } from './database.ts'
import { type IndexPlace, PLACE, writePlace } from './place.ts'
import { type IndexedState, makeKnows, type UnitText } from './read-states.ts'

export interface Added {
  /** States and texts that were added. */
  states: number
  units: number
  /** States of which something could not be read. */
  unreadable: number
}

export const NOTHING_ADDED: Added = { states: 0, units: 0, unreadable: 0 }

export function sumOf(a: Added, b: Added): Added {
  return { states: a.states + b.states, units: a.units + b.units, unreadable: a.unreadable + b.unreadable }
}

export interface Batch {
  from: IndexPlace | null
  to: Omit<IndexPlace, 'states'>
  states: readonly IndexedState[]
}

export interface StateWriter {
  /** Adds nothing where somebody else has come further meanwhile, or has taken out what was known: it is to be read again. */
  batch(batch: Batch): Added
  /** Of a state that could not be read before. */
  healed(state: IndexedState): Added
}

export function makeWriter(db: Connection): StateWriter {
  const current = db.prepare<[string], { value: string }>('SELECT value FROM fact WHERE key = ?')
  const addUnreadable = db.prepare<[number, number]>('INSERT INTO unreadable VALUES (?, ?)')
  const removeUnreadable = db.prepare<[number, number]>(
    'DELETE FROM unreadable WHERE resource = ? AND since = ?',
  )
  const knows = makeKnows(db)
  const addTexts = makeAddTexts(db)
  const isWhole = ({ texts }: IndexedState) =>
    (texts ?? []).every(({ key, text }) => text !== null || knows(key))
  const batch = db.transaction(({ from, to, states }: Batch): Added => {
    if (!isAt(current.get(PLACE)?.value, from) || !states.every(isWhole)) return NOTHING_ADDED
    let [units, unreadable] = [0, 0]
    for (const { place, texts } of states) {
      if (texts === null) unreadable += addUnreadable.run(place.resource, place.since).changes
      else units += addTexts(place, texts)
    }
    writePlace(db, { ...to, states: (from?.states ?? 0) + states.length })
    return { states: states.length, units, unreadable }
  })
  const healed = db.transaction(({ place, texts }: IndexedState): Added => {
    if (texts === null || !isWhole({ place, texts })) return NOTHING_ADDED
    if (removeUnreadable.run(place.resource, place.since).changes === 0) return NOTHING_ADDED
    return { states: 1, units: addTexts(place, texts), unreadable: 0 }
  })
  return { batch: batch.immediate, healed: healed.immediate }
}

/** How many texts were not there before. */
function makeAddTexts(db: Connection): (place: StatePlace, texts: readonly UnitText[]) => number {
  const find = db.prepare<[bigint], { id: number }>('SELECT id FROM unit WHERE key = ?')
  const addUnit = db.prepare<[bigint]>('INSERT INTO unit (key) VALUES (?)')
  const addGram = db.prepare<[number | bigint, string]>('INSERT INTO gram (rowid, text) VALUES (?, ?)')
  const addHolder = db.prepare<[number | bigint, number, number]>('INSERT INTO holder VALUES (?, ?, ?)')
  return (place, texts) => {
    let added = 0
    for (const { key, text } of texts) {
      let id: number | bigint | undefined = find.get(key)?.id
      if (id === undefined) {
        id = addUnit.run(key).lastInsertRowid
        addGram.run(id, text ?? '')
        added++
      }
      addHolder.run(id, place.resource, place.since)
    }
    return added
  }
}

function isAt(fact: string | undefined, place: StatePlace | null): boolean {
  if (fact === undefined || place === null) return fact === undefined && place === null
  const { since, resource }: StatePlace = JSON.parse(fact)
  return since === place.since && resource === place.resource
}
