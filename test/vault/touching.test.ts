/** In which snapshots something below a thing changed, against a comparison of each snapshot with the one before it. */
import { expect, test } from 'vitest'
import type { ResourceKey, Vault } from '../../src/vault/vault.ts'
import { newVault, ORGANIZATION, seal, writeScope } from './fixture.ts'

/** Pages of two spaces, night by night; null: the space is not there. */
const NIGHTS = [
  [{ a: '1' }, { b: '1' }],
  [{ a: '1' }, { b: '2' }],
  [{ a: '1' }, { b: '2', c: '1' }],
  [{ a: '2' }, { b: '2', c: '1' }],
  [{}, { b: '2' }],
  [{ a: '2' }, null],
  [{ a: '2' }, { b: '2' }],
]

/** Of the thing and of what stands in it. */
function stateOf(vault: Vault, snapshot: number, thing: ResourceKey): string {
  const own = [...vault.resources(snapshot)].filter(({ key, parent }) => key === thing || parent === thing)
  return own.map(({ key, contentDigest }) => `${key} ${contentDigest}`).join()
}

test('are those in which a comparison finds a change of it, and no others', async () => {
  const { vault } = await newVault()
  const keys = new Map<string, number>()
  for (const night of NIGHTS) {
    const writer = vault.begin(ORGANIZATION, 'test')
    const there = ['one', 'two'].filter((_, index) => night[index] !== null)
    const spaces = await writeScope(writer, null, 'space', Object.fromEntries(there.map(id => [id, id])))
    for (const [index, id] of ['one', 'two'].entries()) {
      const key = spaces.get(id)
      if (key === undefined) continue
      keys.set(id, key)
      const pages = await writeScope(writer, key, 'page', { ...night[index] })
      for (const [page, own] of pages) keys.set(page, own)
    }
    await seal(writer)
  }
  for (const [name, resource] of keys) {
    const states = NIGHTS.map((_, index) => stateOf(vault, index + 1, resource))
    const found = states.flatMap((state, index) =>
      index > 0 && state !== states[index - 1] ? [index + 1] : [],
    )
    expect([name, vault.touching({ resource }).filter(snapshot => snapshot > 1)]).toEqual([name, found])
  }
  const [first = 0] = keys.values()
  expect(vault.touching({ resource: first, called: 'b' })).toEqual([1, 2, 4, 5, 6, 7])
})
