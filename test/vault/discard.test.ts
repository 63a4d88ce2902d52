import { describe, expect, test } from 'vitest'
import { findings, newVault, ORGANIZATION, seal, writeScope } from './fixture.ts'

const costs = { requests: 1, bytes: 1 }

describe('a snapshot that says the same as its base', () => {
  test('was never there: its number is used again, and nothing is left of it', async () => {
    const { vault } = await newVault()
    const first = vault.begin(ORGANIZATION, 'test')
    await writeScope(first, null, 'organization', { org: 'one' }, 't')
    await seal(first)
    for (let round = 0; round < 3; round++) {
      const same = vault.begin(ORGANIZATION, 'test')
      await writeScope(same, null, 'organization', { org: 'one' }, 't')
      expect([same.id, await same.sealIfChanged(costs)]).toEqual([2, null])
    }
    expect(vault.snapshots()).toHaveLength(1)
    const changed = vault.begin(ORGANIZATION, 'test')
    await writeScope(changed, null, 'organization', { org: 'two' }, 't')
    expect(await changed.sealIfChanged(costs)).toMatchObject({ snapshot: 2, modified: 1, state: 'complete' })
    expect(await findings(vault)).toEqual([])
  })

  test('a gap that comes or goes is a difference; one that stays is none', async () => {
    const { vault } = await newVault()
    const write = async (gap: boolean) => {
      const writer = vault.begin(ORGANIZATION, 'test')
      await writeScope(writer, null, 'organization', { org: 'one' })
      if (gap) writer.gap({ parentKey: null, kind: 'member', class: 'refused', message: 'no' })
      return writer
    }
    await seal(await write(false))
    expect(await (await write(true)).sealIfChanged(costs)).toMatchObject({ snapshot: 2, state: 'partial' })
    expect(await (await write(true)).sealIfChanged(costs)).toBeNull()
    expect(await (await write(false)).sealIfChanged(costs)).toMatchObject({ snapshot: 3, state: 'complete' })
    expect(await findings(vault)).toEqual([])
  })

  test('the first one is kept, whatever is in it', async () => {
    const { vault } = await newVault()
    expect(await vault.begin(ORGANIZATION, 'test').sealIfChanged(costs)).toMatchObject({ snapshot: 1 })
  })
})
