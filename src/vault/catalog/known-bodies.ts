/**
 * Which content each body under one parent is, in memory, for whoever is about to ask for most of them: read in slices,
 * between which others get their turn. A row that is not as it was written is not there, as in bodies.ts.
 */
import { setImmediate } from 'node:timers/promises'
import type { PartName } from '../../model/resource.ts'
import { type Connection, prepareOnce } from './connection.ts'
import { makeRowSum } from './coverage.ts'
import type { Terms } from './terms.ts'

/** Answers the number of the content. */
export type KnownBodies = (body: { name: PartName; key: string }) => number | undefined

type Row = [key: string, name: number, content: number, sum: number]

interface Slice {
  parent: number
  /** Of the last row of the slice before. */
  key: string
  name: number
  most: number
}

/** A statement's worth: some milliseconds. */
const ROWS_A_SLICE = 2000
/** Those of all versions that the vault has: where there are more, asking for each costs less memory. */
const MOST_ROWS = 100_000

/** Null: there are too many. */
export async function loadKnownBodies(
  db: Connection,
  terms: Terms,
  parent: number,
): Promise<KnownBodies | null> {
  const byName = new Map<string, Map<string, number>>()
  const sumOf = makeRowSum('body')
  const slice: Slice = { parent, key: '', name: 0, most: ROWS_A_SLICE }
  let count = 0
  for (let rows = rowsIn(db, slice); rows.length > 0; rows = rowsIn(db, slice)) {
    count += rows.length
    if (count > MOST_ROWS) return null
    for (const [key, name, content, sum] of rows) {
      Object.assign(slice, { key, name })
      if (sum !== sumOf({ parent, key, name, content })) continue
      const text = terms.text(name)
      const own = byName.get(text) ?? new Map<string, number>()
      byName.set(text, own.set(key, content))
    }
    await setImmediate()
  }
  return ({ name, key }) => byName.get(name)?.get(key)
}

function rowsIn(db: Connection, slice: Slice): Row[] {
  return prepareOnce<[Slice], Row>(
    db,
    `SELECT key, name, content, sum FROM body
     WHERE parent = +:parent AND (key, name) > (:key, :name) ORDER BY key, name LIMIT :most`,
  )
    .raw()
    .all(slice)
}
