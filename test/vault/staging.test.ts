/** Items of scopes that are read at the same time. */
import { expect, test } from 'vitest'
import { itemOf, newVault, ORGANIZATION, seal, viewOf, writeScope } from './fixture.ts'

test('a scope that is discarded takes nothing of another one with it', async () => {
  const { vault } = await newVault()
  const first = vault.begin(ORGANIZATION, 'test')
  await writeScope(first, null, 'space', { a: '1', b: '1' })
  await writeScope(first, null, 'team', { t: '1', u: '1' })
  await seal(first)
  const writer = vault.begin(ORGANIZATION, 'test')
  const [spaces, teams] = [writer.scope(null, 'space'), writer.scope(null, 'team')]
  await teams.add(itemOf('t', '2'))
  await spaces.add(itemOf('b', '2'))
  await spaces.add(itemOf('c', '2'))
  spaces.discard()
  const again = writer.scope(null, 'space')
  await again.add(itemOf('a', '1'))
  expect(again.missing().map(one => one.id)).toEqual(['b'])
  expect(teams.missing().map(one => one.id)).toEqual(['u'])
  for (const scope of [again, teams]) await scope.finish({ token: null, exact: true })
  const { snapshot } = await seal(writer)
  expect(viewOf(vault, snapshot)).toEqual({ 'space//a': '1', 'team//t': '2' })
})
