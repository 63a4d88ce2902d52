import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { expectCoverage } from './coverage.ts'
import { all, present, startService } from './service.ts'
import { ofShape } from './shapes.ts'
import { watchClient } from './watch.ts'

const watch = watchClient()

describe('4.3 collections', () => {
  test('a collection can be made, read, changed and listed', async () => {
    const { platform, organization } = await startService()
    const outer = ofShape('collection', await platform.collections.create(organization, { title: 'Outer' }))
    const inner = await platform.collections.create(organization, { title: 'Inner', parent: outer.id })
    expect(ofShape('collection', inner).parent).toBe(outer.id)
    const change = { title: 'Renamed', description: 'Said', defaultLevel: 'comment' }
    expect(await platform.collections.update(inner.id, change)).toMatchObject(change)
    expect(ofShape('collection', await platform.collections.find(inner.id))).toMatchObject(change)
    const ids = (await all(platform.collections.list(organization))).map(one => ofShape('collection', one).id)
    expect(ids).toEqual(expect.arrayContaining([outer.id, inner.id]))
  })

  test('without nested ones, the list holds what has no parent', async () => {
    const { platform, organization, read } = await startService()
    const schema = z.object({ items: z.array(z.looseObject({ parent: z.string().optional() })) })
    const roots = await read(`/orgs/${organization}/collections?nested=false`, schema)
    const every = await all(platform.collections.list(organization))
    expect(roots.items.every(one => one.parent === undefined)).toBe(true)
    expect(roots.items.length).toBeLessThan(every.length)
  })

  test('spaces of a collection are listed, and move with it into another organization', async () => {
    const { platform, organization, otherOrganization, space } = await startService()
    const { id } = await platform.collections.create(organization, { title: 'Travelling' })
    await platform.spaces.move(space, { parent: id })
    expect((await all(platform.collections.listSpaces(id))).map(one => ofShape('space', one).id)).toEqual([
      space,
    ])
    const moved = await platform.collections.transfer(id, otherOrganization)
    expect(ofShape('collection', moved).organization).toBe(otherOrganization)
    expect(present(await platform.spaces.find(space)).organization).toBe(otherOrganization)
    expect((await all(platform.collections.list(organization))).map(one => one.id)).not.toContain(id)
  })

  test('a collection moves below another one, next to what is there, and never into itself', async () => {
    const { platform, organization, space, call } = await startService()
    const outer = await platform.collections.create(organization, { title: 'Outer' })
    const inner = await platform.collections.create(organization, { title: 'Inner' })
    await platform.spaces.move(space, { parent: outer.id })
    const position = { before: { type: 'space' as const, space } }
    const moved = await platform.collections.move(inner.id, { parent: outer.id, position })
    expect(ofShape('collection', moved).parent).toBe(outer.id)
    const refused = await call('POST', `/v1/collections/${outer.id}/move`, { body: { parent: inner.id } })
    expect(refused.status).toBe(409)
    expect(await platform.collections.move(inner.id, { parent: null })).not.toHaveProperty('parent')
  })

  test('a deleted collection is gone, and what was in it is not', async () => {
    const { platform, organization, space } = await startService()
    const { id } = await platform.collections.create(organization, { title: 'Gone' })
    await platform.spaces.move(space, { parent: id })
    await platform.collections.delete(id)
    await platform.collections.delete(id)
    expect(await platform.collections.find(id)).toBeNull()
    expect(await platform.spaces.find(space)).not.toHaveProperty('parent')
  })

  test('every operation was called and answered as documented', () => expectCoverage(watch, '4.3'))
})
