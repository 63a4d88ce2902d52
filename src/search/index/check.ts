/** Holds an index against one that is made anew from the vault: it has the same texts of the same states, and no other. */
import { join } from 'node:path'
import { makeGiveWay } from '../../model/give-way.ts'
import { makeTemporaryFolder } from '../../model/temporary-folder.ts'
import type { Vault } from '../../vault/vault.ts'
import { buildIndex } from './build.ts'
import { type Connection, damageNamed, IndexDamaged, openIndex } from './database.ts'
import { hasPruned, readPlace } from './place.ts'

export interface IndexCheck {
  /** In words; empty: nothing is wrong. */
  problems: string[]
  texts: number
}

export async function checkIndex(vault: Vault, path: string, signal?: AbortSignal): Promise<IndexCheck> {
  const temporary = makeTemporaryFolder('index')
  const fresh = join(temporary.path, 'search.db')
  try {
    const found = openIndex(path)
    try {
      const place = found && damageNamed(path, () => readPlace(found, vault))
      if (found === null || place === null) return { problems: [NO_INDEX], texts: 0 }
      if (hasPruned(vault, place)) return { problems: [HAS_PRUNED], texts: 0 }
      // What came later is read by every search, and so is nothing that it lacks.
      await buildIndex(vault, fresh, { signal, upTo: place })
      return await compared({ found, fresh, path, signal })
    } finally {
      found?.close()
    }
  } catch (error) {
    if (error instanceof IndexDamaged) return { problems: [error.message], texts: 0 }
    throw error
  } finally {
    temporary.remove()
  }
}

const NO_INDEX = 'it is of another vault or another version: `docvault index` makes it anew'
const HAS_PRUNED = 'it has texts of snapshots that were pruned: `docvault index` takes them out'

interface Sides {
  found: Connection
  /** Path of the one that was made anew. */
  fresh: string
  path: string
  signal: AbortSignal | undefined
}

async function compared({ found, fresh, path, signal }: Sides): Promise<IndexCheck> {
  const made = openIndex(fresh)
  if (made === null) return { problems: [], texts: 0 }
  const giveWay = makeGiveWay()
  try {
    const problems: string[] = []
    for (const [noun, query] of QUESTIONS) {
      const [expected, stored] = [rowsOf(made, query), rowsOf(found, query)]
      for (;;) {
        const [wanted, has] = [expected.next().value, damageNamed(path, () => stored.next().value)]
        if (wanted === undefined && has === undefined) break
        if (wanted !== has) {
          problems.push(`${noun}: ${has ?? 'nothing'} instead of ${wanted ?? 'nothing'}`)
          break
        }
        await giveWay()
        signal?.throwIfAborted()
      }
    }
    return { problems, texts: made.prepare<[], number>('SELECT count(*) FROM unit').pluck().get() ?? 0 }
  } finally {
    made.close()
  }
}

/** Keys stand for ids, which each index gives as texts come. */
const QUESTIONS = [
  ['texts', 'SELECT CAST(key AS TEXT) FROM unit ORDER BY key'],
  [
    'states',
    `SELECT key || ' ' || resource || ' ' || since FROM holder JOIN unit ON unit.id = holder.unit
     ORDER BY key, resource, since`,
  ],
  [
    'states that could not be read',
    "SELECT resource || ' ' || since FROM unreadable ORDER BY resource, since",
  ],
  ['characters in a row', "SELECT term || ' ' || doc FROM gram_term ORDER BY term"],
] as const

function rowsOf(db: Connection, query: string): IterableIterator<string> {
  return db.prepare<[], string>(query).pluck().iterate()
}
