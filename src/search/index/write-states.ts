/** Writes states and their texts into an index, a transaction for some together. */
import type { StatePlace } from '../../vault/vault.ts'
import type { Connection, UnreadReason } from './database.ts'
import { makePackWriter, type PackWriter } from './packs.ts'
import { type IndexPlace, PLACE, writePlace } from './place.ts'
import { type IndexedState, indexedForm, makeKnows, type UnitText } from './read-states.ts'

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
  const current = db.prepare<[string], { value: string }>('SELECT value FROM fact WHERE key = +?')
  const addUnread = db.prepare<[number, number, UnreadReason]>('INSERT INTO unread VALUES (?, ?, ?)')
  const removeUnread = db.prepare<[number, number]>('DELETE FROM unread WHERE resource = +? AND since = +?')
  const knows = makeKnows(db)
  const addTexts = makeAddTexts(db)
  const isWhole = ({ texts }: IndexedState) =>
    (texts ?? []).every(({ key, fields }) => fields !== null || knows(key))
  const addCut = ({ place, isCut }: IndexedState) =>
    isCut && addUnread.run(place.resource, place.since, 'too-large')
  const batch = db.transaction(({ from, to, states }: Batch): Added => {
    if (!isAt(current.get(PLACE)?.value, from) || !states.every(isWhole)) return NOTHING_ADDED
    const unreadable = states.filter(({ texts }) => texts === null)
    for (const { place } of unreadable) addUnread.run(place.resource, place.since, 'damaged')
    states.forEach(addCut)
    const units = addTexts(states)
    writePlace(db, { ...to, states: (from?.states ?? 0) + states.length })
    return { states: states.length, units, unreadable: unreadable.length }
  })
  const healed = db.transaction((state: IndexedState): Added => {
    if (state.texts === null || !isWhole(state)) return NOTHING_ADDED
    if (removeUnread.run(state.place.resource, state.place.since).changes === 0) return NOTHING_ADDED
    addCut(state)
    return { states: 1, units: addTexts([state]), unreadable: 0 }
  })
  return { batch: batch.immediate, healed: healed.immediate }
}

/** Of zstd: they are soon packed anew. */
const LEVEL = 3

/** How many texts were not there before. */
function makeAddTexts(db: Connection): (states: readonly IndexedState[]) => number {
  const find = db.prepare<[bigint], number>('SELECT id FROM unit WHERE key = +?').pluck()
  const addUnit = db.prepare<[bigint, number]>('INSERT INTO unit (key, pack) VALUES (?, ?)')
  const addGram = db.prepare<[number, string]>('INSERT INTO gram (rowid, text) VALUES (?, ?)')
  const addHolder = db.prepare<[number, number, number]>('INSERT INTO holder VALUES (?, ?, ?)')
  const addText = (packs: PackWriter, { key, isItem, fields }: UnitText): number => {
    let unit = 0
    const insert = (pack: number) => {
      unit = Number(addUnit.run(key, pack).lastInsertRowid)
      return unit
    }
    const texts = fields ?? []
    packs.add({ isItem, fields: texts }, insert)
    addGram.run(unit, indexedForm(texts.map(({ folded }) => folded.toString())))
    return unit
  }
  return states => {
    const packs = makePackWriter(db, LEVEL)
    let added = 0
    for (const { place, texts } of states) {
      for (const text of texts ?? []) {
        const known = find.get(text.key)
        addHolder.run(known ?? addText(packs, text), place.resource, place.since)
        if (known === undefined) added++
      }
    }
    packs.flush()
    return added
  }
}

function isAt(fact: string | undefined, place: StatePlace | null): boolean {
  if (fact === undefined || place === null) return fact === undefined && place === null
  const { since, resource }: StatePlace = JSON.parse(fact)
  return since === place.since && resource === place.resource
}
