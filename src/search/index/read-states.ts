/** The texts of a state as an index takes them. */
import { DamageFound, SnapshotPruned } from '../../model/errors.ts'
import type { StatePlace, StoredResource, Vault } from '../../vault/vault.ts'
import { textUnits } from '../text/units.ts'
import { TEXT_END } from '../text-format.ts'
import type { Connection } from './database.ts'
import { copyOf, type FieldCopy } from './text-copy.ts'

export interface UnitText {
  key: bigint
  isItem: boolean
  /** Null where it is indexed already. */
  fields: FieldCopy[] | null
}

export interface IndexedState {
  place: StatePlace
  /** Null: what it says could not be read. */
  texts: UnitText[] | null
  /** A body is left out for its size. */
  isCut: boolean
}

/** Whether a unit is indexed. */
export type Knows = (key: bigint) => boolean

export function makeKnows(db: Connection): Knows {
  const find = db.prepare<[bigint]>('SELECT 1 FROM unit WHERE key = +?')
  return key => find.get(key) !== undefined
}

/** Null: it was pruned meanwhile. */
export function readState(vault: Vault, place: StatePlace, knows: Knows): IndexedState | null {
  const resource = vault.state(place)
  if (resource === null) return null
  try {
    return { place, ...readTexts(vault, resource, knows) }
  } catch (error) {
    if (error instanceof SnapshotPruned || vault.state(place) === null) return null
    if (error instanceof DamageFound || error instanceof SyntaxError) return unreadState(place)
    throw error
  }
}

export function unreadState(place: StatePlace): IndexedState {
  return { place, texts: null, isCut: false }
}

function readTexts(vault: Vault, resource: StoredResource, knows: Knows): Omit<IndexedState, 'place'> {
  const { units, tooLarge } = textUnits(vault, resource)
  const texts = units.map(({ key, isItem, read }) => ({
    ...{ key, isItem },
    fields: knows(key) ? null : Array.from(read()).map(copyOf),
  }))
  return { texts, isCut: tooLarge.length > 0 }
}

/** Two characters that no text has end each, so that no search goes from one into the next. */
export function indexedForm(texts: readonly string[]): string {
  return texts.map(text => text + TEXT_END).join('')
}
