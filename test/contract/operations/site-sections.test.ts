import { describe, expect, test } from 'vitest'
import { expectCoverage } from './coverage.ts'
import { all, present } from './service.ts'
import { ofShape } from './shapes.ts'
import { startSite } from './site.ts'
import { watchClient } from './watch.ts'

const watch = watchClient()

describe('4.6 sections', () => {
  test('the first section is the default one, and holds its space', async () => {
    const { platform, organization, site, space, secondSpace } = await startSite()
    const sections = platform.siteSections
    const one = await sections.create(organization, site, { spaceId: space, title: 'One', icon: 'book' })
    expect(ofShape('section', one)).toMatchObject({ title: 'One', icon: 'book', default: true })
    expect(one.siteSpaces).toMatchObject([{ space: { id: space }, section: one.id }])
    const two = await sections.create(organization, site, { spaceId: secondSpace, title: null })
    expect(ofShape('section', two)).toMatchObject({ default: false })
    expect(two.path).not.toBe(one.path)
    const listed = await all(sections.list(organization, site))
    expect(listed.map(section => ofShape('section', section).id)).toEqual([one.id, two.id])
  })

  test('all of its fields can be set, and null removes what may be absent', async () => {
    const { platform, organization, site, space, secondSpace } = await startSite()
    const sections = platform.siteSections
    const { id } = await sections.create(organization, site, { spaceId: space, title: 'One' })
    const second = await platform.siteSpaces.create(organization, site, {
      spaceId: secondSpace,
      sectionId: id,
    })
    const change = {
      title: 'Renamed',
      path: 'elsewhere',
      condition: 'visitor.claims.beta',
      icon: 'star',
      description: 'Said',
    }
    const changed = await sections.update(organization, site, id, { ...change, defaultSiteSpace: second.id })
    expect(ofShape('section', changed)).toMatchObject(change)
    expect(changed?.siteSpaces?.find(one => one.default)?.id).toBe(second.id)
    expect(await sections.update(organization, site, id, { title: 'Again' })).toMatchObject({
      condition: change.condition,
    })
    const bare = { condition: null, icon: null, description: null }
    const left = Object.keys(ofShape('section', await sections.update(organization, site, id, bare)) ?? {})
    expect(left).not.toEqual(expect.arrayContaining(['condition']))
    expect(left).not.toEqual(expect.arrayContaining(['icon']))
    expect(left).not.toEqual(expect.arrayContaining(['description']))
  })

  test('a section moves before another one', async () => {
    const { platform, organization, site, space, secondSpace } = await startSite()
    const sections = platform.siteSections
    const one = await sections.create(organization, site, { spaceId: space, title: 'One' })
    const two = await sections.create(organization, site, { spaceId: secondSpace, title: 'Two' })
    const before = { type: 'site-section' as const, siteSection: one.id }
    ofShape('section', await sections.move(organization, site, two.id, { before }))
    expect((await all(sections.list(organization, site))).map(section => section.id)).toEqual([
      two.id,
      one.id,
    ])
  })

  test('a deleted section takes its site spaces along, not the spaces', async () => {
    const { platform, organization, site, space, secondSpace } = await startSite()
    const sections = platform.siteSections
    const one = await sections.create(organization, site, { spaceId: space, title: 'One' })
    const two = await sections.create(organization, site, { spaceId: secondSpace, title: 'Two' })
    await sections.delete(organization, site, two.id)
    await sections.delete(organization, site, two.id)
    expect((await all(sections.list(organization, site))).map(section => section.id)).toEqual([one.id])
    const siteSpaces = await all(platform.siteSpaces.list(organization, site))
    expect(siteSpaces.map(siteSpace => siteSpace.space?.id)).toEqual([space])
    expect(present(await platform.spaces.find(secondSpace)).id).toBe(secondSpace)
  })

  test('every operation was called and answered as documented', () => expectCoverage(watch, '4.6'))
})
