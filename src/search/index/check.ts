/** Holds an index against one that is made anew from the vault: it has the same texts of the same states, and no other. */
import { join } from 'node:path'
import { makeGiveWay } from '../../model/give-way.ts'
import { makeTemporaryFolder } from '../../model/temporary-folder.ts'
import type { Vault } from '../../vault/vault.ts'
import { buildIndex } from './build.ts'
import { type Connection, damageNamed, IndexDamaged, openIndex } from './database.ts'
import { readPlace } from './place.ts'

export interface IndexCheck {
  /** In words; empty: nothing is wrong. */
  problems: string[]
  texts: number
}

const MOST_NAMED = 10

export async function checkIndex(vault: Vault, path: string, signal?: AbortSignal): Promise<IndexCheck> {
  const temporary = makeTemporaryFolder('index')
  const fresh = join(temporary.path, 'search.db')
  try {
    await buildIndex(vault, fresh, { signal })
    const [made, found] = [openIndex(fresh), openIndex(path)]
    try {
      if (made === null || found === null) return { problems: [`${path} is no index`], texts: 0 }
      const problems = await differences({ made, found, vault, path, signal })
      return { problems, texts: made.prepare<[], number>('SELECT count(*) FROM unit').pluck().get() ?? 0 }
    } finally {
      made?.close()
      found?.close()
    }
  } catch (error) {
    if (error instanceof IndexDamaged) return { problems: [error.message], texts: 0 }
    throw error
  } finally {
    temporary.remove()
  }
}

interface Sides {
  made: Connection
  found: Connection
  vault: Vault
  path: string
  signal: AbortSignal | undefined
}

async function differences({ made, found, vault, path, signal }: Sides): Promise<string[]> {
  const [whole, known] = [readPlace(made, vault), damageNamed(path, () => readPlace(found, vault))]
  if (known === null) return [`${path} is not of this vault, or of another version`]
  if (whole === null) return []
  if (known.since < whole.since)
    return [`it is up to snapshot ${known.since} only: \`docvault index\` brings it up to ${whole.since}`]
  const problems: string[] = []
  for (const [noun, query] of QUESTIONS) {
    const giveWay = makeGiveWay()
    const [a, b] = [rowsOf(made, query), rowsOf(found, query)]
    for (;;) {
      const [expected, stored] = [a.next().value, damageNamed(path, () => b.next().value)]
      if (expected === undefined && stored === undefined) break
      if (expected !== stored) {
        problems.push(`${noun}: ${stored ?? 'nothing'} instead of ${expected ?? 'nothing'}`)
        break
      }
      await giveWay()
      signal?.throwIfAborted()
    }
    if (problems.length >= MOST_NAMED) break
  }
  return problems
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
