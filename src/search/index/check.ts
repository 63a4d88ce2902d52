/** Holds an index against one that is made anew from the vault: it has the same texts of the same states, and no other. */
import { join } from 'node:path'
import { DamageFound } from '../../model/errors.ts'
import { giveWay } from '../../model/give-way.ts'
import { plural } from '../../model/plural.ts'
import { makeTemporaryFolder } from '../../model/temporary-folder.ts'
import type { Vault } from '../../vault/vault.ts'
import { buildIndex } from './build.ts'
import { type Connection, damageNamed, IndexDamaged, openIndex, readDamaged } from './database.ts'
import { makeReadCopy } from './packs.ts'
import { hasPruned, readPlace } from './place.ts'
import type { FieldCopy, UnitCopy } from './text-copy.ts'

export interface IndexCheck {
  /** In words; empty: nothing is wrong. */
  problems: string[]
  /** Why it was not compared, or not to the end, in words. Searches are right all the same. */
  stale: string | null
  texts: number
}

/** Throws DamageFound where the vault itself cannot read what is to be compared. */
export async function checkIndex(vault: Vault, path: string, signal?: AbortSignal): Promise<IndexCheck> {
  try {
    const found = openIndex(path)
    if (found === null) return stale(NO_INDEX)
    try {
      return await checkOpen(found, { vault, path, signal })
    } finally {
      found.close()
    }
  } catch (error) {
    if (error instanceof IndexDamaged) return { problems: [error.message], stale: null, texts: 0 }
    throw error
  }
}

interface Checked {
  vault: Vault
  path: string
  signal: AbortSignal | undefined
}

/** What others write into it meanwhile is not seen. */
async function checkOpen(found: Connection, { vault, path, signal }: Checked): Promise<IndexCheck> {
  const temporary = makeTemporaryFolder('index')
  const fresh = join(temporary.path, 'search.db')
  try {
    const place = damageNamed(path, () => {
      found.exec('BEGIN')
      return readPlace(found, vault)
    })
    if (place === null) return stale(NO_INDEX)
    if (hasPruned(vault, place)) return stale(HAS_PRUNED)
    // What came later is read by every search, and so is nothing that it lacks.
    const damaged = damageNamed(path, () => readDamaged(found))
    await buildIndex(vault, fresh, { signal, like: { place, damaged } })
    const compared = await compare({ found, fresh, path, signal }, damaged.length)
    return hasPruned(vault, place) ? stale(PRUNED_MEANWHILE) : compared
  } finally {
    temporary.remove()
  }
}

const NO_INDEX = 'it is of another vault or another version: `docvault index` makes it anew'
const HAS_PRUNED = 'it has texts of snapshots that were pruned: `docvault index` takes them out'
const PRUNED_MEANWHILE = 'snapshots were pruned while it was compared: check it again'

function stale(why: string): IndexCheck {
  return { problems: [], stale: why, texts: 0 }
}

interface Sides {
  found: Connection
  /** Path of the one that was made anew. */
  fresh: string
  path: string
  signal: AbortSignal | undefined
}

async function compare({ found, fresh, path, signal }: Sides, knownDamaged: number): Promise<IndexCheck> {
  const made = openIndex(fresh)
  if (made === null) return stale(NO_INDEX)
  try {
    const damaged = readDamaged(made).length - knownDamaged
    if (damaged > 0) throw damagedVault(damaged)
    const problems: string[] = []
    for (const [noun, query] of QUESTIONS) {
      const expected = rowsOf(made, query)
      const stored = rowsOf(found, query)
      try {
        const next = {
          wanted: () => expected.next().value,
          has: () => damageNamed(path, () => stored.next().value),
        }
        const difference = await firstDifference(next, signal)
        if (difference !== null) problems.push(`${noun}: ${difference}`)
      } finally {
        // A connection with an open iterator takes no other query.
        expected.return?.()
        stored.return?.()
      }
    }
    const copies = await differingCopy({ made, found, path, signal })
    if (copies !== null) problems.push(copies)
    return {
      problems,
      stale: null,
      texts: made.prepare<[], number>('SELECT count(*) FROM unit').pluck().get() ?? 0,
    }
  } finally {
    made.close()
  }
}

interface NextRows {
  wanted: () => string | undefined
  has: () => string | undefined
}

async function firstDifference(next: NextRows, signal: AbortSignal | undefined): Promise<string | null> {
  for (;;) {
    const [wanted, has] = [next.wanted(), next.has()]
    if (wanted !== has) return `${shown(has)} instead of ${shown(wanted)}`
    if (wanted === undefined) return null
    await giveWay()
    signal?.throwIfAborted()
  }
}

interface Compared {
  made: Connection
  found: Connection
  path: string
  signal: AbortSignal | undefined
}

/** Of texts that both have: what they lack is told of by their keys. */
async function differingCopy({ made, found, path, signal }: Compared): Promise<string | null> {
  const [wanted, has] = [makeReadCopy(made), makeReadCopy(found)]
  const unitOf = found.prepare<[bigint], number>('SELECT id FROM unit WHERE key = +?').pluck()
  const units = made
    .prepare<[], { id: number; key: bigint }>('SELECT id, key FROM unit ORDER BY pack, id')
    .safeIntegers()
    .all()
  for (const { id, key } of units) {
    await giveWay()
    signal?.throwIfAborted()
    const expected = wanted.read(Number(id))
    const isSame = damageNamed(path, () => {
      const unit = unitOf.get(key)
      return unit === undefined || isSameCopy(expected, has.read(unit))
    })
    if (!isSame) return `copies: the text ${key} is not what the vault has`
  }
  return null
}

function isSameCopy(a: UnitCopy, b: UnitCopy): boolean {
  return (
    a.isItem === b.isItem &&
    a.fields.length === b.fields.length &&
    a.fields.every((field, at) => isSameField(field, b.fields[at]))
  )
}

function isSameField(a: FieldCopy, b: FieldCopy | undefined): boolean {
  return (
    a.field === b?.field &&
    a.isAligned === b.isAligned &&
    a.folded.equals(b.folded) &&
    a.shown().equals(b.shown())
  )
}

/** Characters in a row may be such as nobody sees. */
function shown(row: string | undefined): string {
  return row === undefined ? 'nothing' : JSON.stringify(row)
}

function damagedVault(states: number): DamageFound {
  return new DamageFound(`of ${plural(states, 'state')} the vault cannot read what the index has`, {
    hint: 'run `docvault check --read-data`, which says what is damaged or lost; then this again',
  })
}

/** Keys stand for ids, which each index gives as texts come. */
const QUESTIONS = [
  ['texts', 'SELECT CAST(key AS TEXT) FROM unit ORDER BY key'],
  [
    'states',
    `SELECT key || ' ' || resource || ' ' || since FROM holder JOIN unit ON unit.id = holder.unit
     ORDER BY key, resource, since`,
  ],
  ['characters in a row', "SELECT term || ' ' || doc FROM gram_term ORDER BY term"],
] as const

function rowsOf(db: Connection, query: string): IterableIterator<string> {
  return db.prepare<[], string>(query).pluck().iterate()
}
