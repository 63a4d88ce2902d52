import { describe, expect, test } from 'vitest'
import { expectCoverage } from './coverage.ts'
import { all, present, startService } from './service.ts'
import { ofShape } from './shapes.ts'
import { watchClient } from './watch.ts'

const watch = watchClient()
const DAY_MS = 24 * 60 * 60 * 1000

describe('4.4 spaces', () => {
  test('settings can be changed, an icon instead of an emoji among them', async () => {
    const { platform, space } = await startService()
    ofShape('space', await platform.spaces.find(space))
    const change = { title: 'Renamed', defaultLevel: null, emoji: '🚀' }
    expect(ofShape('space', await platform.spaces.update(space, change))).toMatchObject(change)
    const icon = 'https://example.com/icon.png'
    expect((await platform.spaces.update(space, { icon })).urls).toMatchObject({ icon })
  })

  test('a locked space refuses edits until it is live again', async () => {
    const { platform, space, call } = await startService()
    expect(await platform.spaces.update(space, { editMode: 'locked' })).toMatchObject({ editMode: 'locked' })
    const body = { url: 'https://example.com/a.md', source: 'markdown' }
    expect((await call('POST', `/v1/spaces/${space}/content/import`, { body })).status).toBe(403)
    expect(await platform.spaces.update(space, { editMode: 'live' })).toMatchObject({ editMode: 'live' })
  })

  test('a deleted space can be restored for seven days, and is gone after that', async () => {
    let nowMs = Date.parse('2026-01-01T00:00:00Z')
    const { platform, space, organization, emulator } = await startService({ now: () => nowMs })
    const listed = async () =>
      (await all(platform.spaces.listInOrganization(organization))).map(one => one.id)
    await platform.spaces.delete(space)
    expect(ofShape('space', present(await platform.spaces.find(space))).deletedAt).toBeTypeOf('string')
    expect(await listed()).not.toContain(space)
    const restored = await platform.spaces.restore(space)
    expect(ofShape('space', restored)).not.toHaveProperty('deletedAt')
    expect(await listed()).toContain(space)
    await platform.spaces.delete(space)
    nowMs += 7 * DAY_MS + 1
    emulator.setNow(nowMs)
    expect(await platform.spaces.find(space)).toBeNull()
    await expect(platform.spaces.restore(space)).rejects.toThrow()
    await platform.spaces.delete(space)
  })

  test('a duplicate has the same content, and its own life', async () => {
    const { platform, space } = await startService()
    const copy = ofShape('space', await platform.spaces.duplicate(space))
    expect(copy.id).not.toBe(space)
    const titles = async (id: string) =>
      (await platform.content.currentRevision(id)).pages.map(one => one.title)
    expect(await titles(copy.id)).toEqual(await titles(space))
    await platform.spaces.update(copy.id, { title: 'Copy' })
    expect(present(await platform.spaces.find(space)).title).toBe('Handbook')
  })

  test('a space moves into a collection and next to another space', async () => {
    const { platform, space, secondSpace, organization } = await startService()
    const { id } = await platform.collections.create(organization, { title: 'Shelf' })
    await platform.spaces.move(secondSpace, { parent: id })
    const position = { after: { type: 'space' as const, space: secondSpace } }
    expect(ofShape('space', await platform.spaces.move(space, { parent: id, position })).parent).toBe(id)
    const order = async () => (await all(platform.collections.listSpaces(id))).map(one => one.id)
    expect(await order()).toEqual([secondSpace, space])
    await platform.spaces.move(space, { position: { before: { type: 'space', space: secondSpace } } })
    expect(await order()).toEqual([space, secondSpace])
    expect(await platform.spaces.move(space, { parent: null })).not.toHaveProperty('parent')
  })

  test('a space goes to another organization with its content', async () => {
    const { platform, space, organization, otherOrganization } = await startService()
    const { revision } = present(await platform.spaces.find(space))
    const moved = ofShape('space', await platform.spaces.transfer(space, otherOrganization))
    expect(moved).toMatchObject({ organization: otherOrganization, revision })
    expect((await all(platform.spaces.listInOrganization(organization))).map(one => one.id)).not.toContain(
      space,
    )
  })

  test('links are told with their state, and the broken ones can be asked for alone', async () => {
    const { platform, space } = await startService()
    const links = (await all(platform.spaces.listLinks(space))).map(one => ofShape('link', one))
    const { stats } = await platform.spaces.linkStats(space)
    expect(stats.total).toBe(links.length)
    const broken = await all(platform.spaces.listLinks(space, { status: 'broken' }))
    expect(broken.length).toBe(stats.broken.total)
    expect(broken.length).toBeGreaterThan(0)
    expect(broken.length).toBeLessThan(links.length)
  })

  test('a new space has what was asked for', async () => {
    const { platform, organization } = await startService()
    const asked = { title: 'New', emoji: '🆕', editMode: 'locked' }
    expect(ofShape('space', await platform.spaces.create(organization, asked))).toMatchObject(asked)
  })

  test('every operation was called and answered as documented', () => expectCoverage(watch, '4.4'))
})
