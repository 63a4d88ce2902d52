/** The texts of a state as an index takes them. */
import { DamageFound, SnapshotPruned } from '../../model/errors.ts'
import { normalForm } from '../../model/normal-form.ts'
import type { StatePlace, StoredResource, Vault } from '../../vault/vault.ts'
import { textUnits } from '../text/units.ts'
import { TEXT_END } from '../text-format.ts'
import type { Connection } from './database.ts'

export interface UnitText {
  key: bigint
  /** In normal form; null where it is indexed already. */
  text: string | null
}

export interface IndexedState {
  place: StatePlace
  /** Null: what it says could not be read. */
  texts: UnitText[] | null
}

/** Whether a unit is indexed. */
export type Knows = (key: bigint) => boolean

export function makeKnows(db: Connection): Knows {
  const find = db.prepare<[bigint]>('SELECT 1 FROM unit WHERE key = ?')
  return key => find.get(key) !== undefined
}

/** Null: it was pruned meanwhile. */
export function readState(vault: Vault, place: StatePlace, knows: Knows): IndexedState | null {
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
    text: knows(key) ? null : indexedForm(Array.from(read(), ({ text }) => text)),
  }))
}

/** Two characters that no text has end each, so that no search goes from one into the next. */
export function indexedForm(texts: readonly string[]): string {
  return texts.map(text => normalForm(text) + TEXT_END).join('')
}
