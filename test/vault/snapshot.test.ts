import { describe, expect, test } from 'vitest'
import { findings, newVault, ORGANIZATION, seal, viewOf, writeScope } from './fixture.ts'

describe('snapshots', () => {
  test('an unchanged resource is carried without a row, a missing one is removed with all below it', async () => {
    const { vault } = await newVault()
    const first = vault.begin(ORGANIZATION, 'test')
    const spaces = await writeScope(first, null, 'space', { s1: 'one', s2: 'two' })
    await writeScope(first, spaces.get('s1') ?? 0, 'page', { p1: 'a', p2: 'b' })
    await writeScope(first, spaces.get('s2') ?? 0, 'page', { p1: 'c' })
    expect(await seal(first)).toMatchObject({
      snapshot: 1,
      state: 'complete',
      added: 5,
      resources: { page: 3, space: 2 },
    })

    const second = vault.begin(ORGANIZATION, 'test')
    const scope = second.scope(null, 'space')
    scope.keep('s2')
    expect(scope.missing().map(one => one.id)).toEqual(['s1'])
    expect(await scope.finish({ token: null, exact: true })).toEqual({
      added: 0,
      modified: 0,
      removed: 3,
      carried: 1,
    })
    await writeScope(second, spaces.get('s2') ?? 0, 'page', { p1: 'C', p3: 'd' })
    expect(await seal(second)).toMatchObject({ added: 1, modified: 1, removed: 3, carried: 1 })

    expect(viewOf(vault, 1)).toEqual({
      'space//s1': 'one',
      'space//s2': 'two',
      'page/s1/p1': 'a',
      'page/s1/p2': 'b',
      'page/s2/p1': 'c',
    })
    expect(viewOf(vault, 2)).toEqual({ 'space//s2': 'two', 'page/s2/p1': 'C', 'page/s2/p3': 'd' })
    const changes = [...vault.changes(1, 2)].map(one => `${one.type} ${one.kind} ${one.parent}/${one.id}`)
    expect(changes).toEqual([
      'removed page s1/p1',
      'removed page s1/p2',
      'modified page s2/p1',
      'added page s2/p3',
      'removed space null/s1',
    ])
    expect(await findings(vault)).toEqual([])
  })
})
