import { expect, test } from 'vitest'
import { itemOf, readTogether } from '../../src/diff/describe.ts'
import type { Vault } from '../../src/vault/vault.ts'
import { newVault, ORGANIZATION, seal, writeScope } from '../vault/fixture.ts'

test('a list is handed on in its order, and read in the order in which it is stored', async () => {
  const { vault } = await newVault()
  const writer = vault.begin(ORGANIZATION, 'test')
  const ids = Array.from({ length: 1_200 }, (_, page) => `${(page * 7) % 1_200}`)
  await writeScope(writer, null, 'page', Object.fromEntries(ids.map(id => [id, `of ${id}`])))
  await seal(writer)
  const read: number[] = []
  const watched: Vault = {
    ...vault,
    readJson(resource) {
      read.push(resource.content)
      return vault.readJson(resource)
    },
  }
  const listed = [...vault.resources(1)]
  const handedOn: string[] = []
  for (const resource of readTogether(watched, listed)) {
    itemOf(watched, resource)
    handedOn.push(resource.id)
  }
  expect(handedOn).toEqual(listed.map(({ id }) => id))
  expect(new Set(read).size).toBe(1_200)
  expect(read).toHaveLength(1_200)
  const stepsBack = read.filter((content, index) => content < (read[index - 1] ?? 0))
  // Two hundred are read together.
  expect(stepsBack.length).toBeLessThanOrEqual(5)
})
