import { describe, expect, test } from 'vitest'
import { findings, itemOf, newVault, ORGANIZATION, seal, writeScope } from './fixture.ts'

const EXACT = { token: null, exact: true }

describe('the proof before the seal', () => {
  test('what a list named and nothing stored is a gap, and the snapshot is partial', async () => {
    const { vault } = await newVault()
    const writer = vault.begin(ORGANIZATION, 'test')
    const scope = writer.scope(null, 'space')
    await scope.add(itemOf('a', '1'))
    scope.keep('b')
    await scope.finish(EXACT)
    const summary = await seal(writer)
    expect(summary).toMatchObject({ state: 'partial', proof: { listed: 2, not_stored: 1, wrong_size: 0 } })
    expect(summary.gaps).toMatchObject([{ kind: 'space', resource: 'b', class: 'invalid' }])
    expect(await findings(vault)).toEqual([])
  })

  test('what is a gap already is not missing twice', async () => {
    const { vault } = await newVault()
    const writer = vault.begin(ORGANIZATION, 'test')
    const scope = writer.scope(null, 'space')
    scope.keep('b')
    writer.gap({ parentKey: null, kind: 'space', resource: 'b', class: 'unreachable', message: 'down' })
    await scope.finish(EXACT)
    const { proof, gaps } = await seal(writer)
    expect(proof).toMatchObject({ listed: 1, not_stored: 0 })
    expect(gaps.map(gap => gap.class)).toEqual(['unreachable'])
  })

  test('a reading that is repeated counts once, with what it named last', async () => {
    const { vault } = await newVault()
    const writer = vault.begin(ORGANIZATION, 'test')
    const first = writer.scope(null, 'space')
    first.keep('gone meanwhile')
    first.discard()
    await writeScope(writer, null, 'space', { a: '1' })
    expect(await seal(writer)).toMatchObject({ state: 'complete', proof: { listed: 1, not_stored: 0 } })
  })

  test('a body of another size than announced is a gap', async () => {
    const { vault } = await newVault()
    const writer = vault.begin(ORGANIZATION, 'test')
    const body = await writer.put(Buffer.from('four'))
    const scope = writer.scope(null, 'file')
    const parts = [{ name: 'bytes', content: body.content }]
    await scope.add({ ...itemOf('right', '1'), parts, sizes: [{ name: 'bytes', bytes: 4 }] })
    await scope.add({ ...itemOf('wrong', '1'), parts, sizes: [{ name: 'bytes', bytes: 5 }] })
    await scope.finish(EXACT)
    const { state, proof, gaps } = await seal(writer)
    expect({ state, wrong: proof?.wrong_size }).toEqual({ state: 'partial', wrong: 1 })
    expect(gaps).toMatchObject([{ kind: 'file', resource: 'wrong', class: 'invalid' }])
  })

  test('a reference dangles in the snapshots that lack its target, and in no other', async () => {
    const { vault } = await newVault()
    const references = [{ kind: 'team' as const, id: 't' }]
    const begin = async (teams: Record<string, string>) => {
      const writer = vault.begin(ORGANIZATION, 'test')
      const scope = writer.scope(null, 'saml-provider')
      await scope.add({ ...itemOf('p', '1'), references })
      await scope.finish(EXACT)
      await writeScope(writer, null, 'team', teams)
      await writer.flush()
      const dangling = writer.dangling(10).map(one => one.target.id)
      return { dangling, summary: await seal(writer) }
    }
    const without = await begin({})
    const mentioned = { kind: 'saml-provider', id: 'p', target: { kind: 'team', id: 't' } }
    expect(without.dangling).toEqual(['t'])
    expect(without.summary).toMatchObject({
      state: 'complete',
      proof: { dangling_count: 1, dangling: [mentioned] },
    })
    const [withIt, again] = [await begin({ t: '1' }), await begin({})]
    expect(withIt.summary.proof?.dangling_count).toBe(0)
    expect(again.summary.proof?.dangling_count).toBe(1)
    expect(vault.resolve('1').proof?.dangling_count).toBe(1)
  })
})
