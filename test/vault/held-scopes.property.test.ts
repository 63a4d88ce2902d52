/** Digests that follow what changed against those that are read from all rows, over histories of edits, moves and losses. */
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { atOnce } from '../../src/model/stepwise.ts'
import type { Connection } from '../../src/vault/catalog/connection.ts'
import { openForReading } from '../../src/vault/catalog/database.ts'
import { makeScopeDigester } from '../../src/vault/catalog/held-scopes.ts'
import { allScopes, digestScope } from '../../src/vault/catalog/scope-digests.ts'
import { newVault, ORGANIZATION, seal, writeScope } from './fixture.ts'

/** Pages by id, with their states; of two spaces. */
type Night = [Record<string, string>, Record<string, string>]

// More than are replaced a night, so that most trees follow and are not read anew.
const ids = fc.constantFrom(...'abcdefghijklmnop', 'é', '𝒳', '\uffee', 'B')
const pages = fc.dictionary(ids, fc.constantFrom('1', '2'), { minKeys: 8, maxKeys: 20 })
const edit = fc.record({ space: fc.nat(1), id: ids, state: fc.constantFrom('1', '2', '3', null) })
const histories = fc.record({
  first: fc.tuple(pages, pages),
  edits: fc.array(fc.array(edit, { maxLength: 5 }), { minLength: 1, maxLength: 8 }),
})

const limits = fc.constantFrom(
  undefined,
  { leaves: 30, changes: 100 },
  { leaves: 100, changes: 2 },
  { leaves: 4, changes: 1 },
)

function nightsOf({
  first,
  edits,
}: {
  first: Night
  edits: { space: number; id: string; state: string | null }[][]
}): Night[] {
  const nights: Night[] = [first]
  let [a, b] = first
  for (const night of edits) {
    const spaces = [{ ...a }, { ...b }]
    for (const { space, id, state } of night) {
      const own = spaces[space] ?? {}
      if (state === null) delete own[id]
      else own[id] = state
    }
    ;[a = {}, b = {}] = spaces
    nights.push([a, b])
  }
  return nights
}

async function vaultOf(nights: readonly Night[]): Promise<Connection> {
  const { vault, path } = await newVault()
  for (const night of nights) {
    const writer = vault.begin(ORGANIZATION, 'test')
    const keys = await writeScope(writer, null, 'space', { a: '1', b: '1' })
    for (const [index, key] of [...keys.values()].entries())
      await writeScope(writer, key, 'page', night[index] ?? {})
    await seal(writer)
  }
  await vault.close()
  return openForReading(join(path, 'catalog.db'))
}

describe('digests that follow what changed', () => {
  test('are those of the rows, in whatever order snapshots are asked for, and however little may be held', async () => {
    await fc.assert(
      fc.asyncProperty(
        histories,
        fc.array(fc.nat(20), { maxLength: 12 }),
        limits,
        fc.integer({ min: 2, max: 20 }),
        async (history, jumps, limit, lastEvery) => {
          const nights = nightsOf(history)
          const db = await vaultOf(nights)
          const digest = makeScopeDigester(db, limit)
          const inOrder = nights.map((_, index) => index + 1)
          for (const snapshot of [...inOrder, ...jumps.map(jump => (jump % nights.length) + 1)])
            for (const scope of allScopes(db, snapshot))
              expect(atOnce(digest(scope, snapshot, snapshot % lastEvery === 0))).toEqual(
                atOnce(digestScope(db, scope, snapshot)),
              )
          db.close()
        },
      ),
      { numRuns: 40, endOnFailure: true },
    )
  })
})
