import { describe, expect, test } from 'vitest'
import { expectCoverage } from './coverage.ts'
import { all } from './service.ts'
import { ofShape } from './shapes.ts'
import { startSite } from './site.ts'
import { watchClient } from './watch.ts'

const watch = watchClient()

describe('4.7 site spaces', () => {
  test('without sections, spaces stand at the root, the first one as default', async () => {
    const { platform, organization, site, space, secondSpace } = await startSite()
    const siteSpaces = platform.siteSpaces
    const one = ofShape('siteSpace', await siteSpaces.create(organization, site, { spaceId: space }))
    expect(one).toMatchObject({ default: true, space: { id: space } })
    expect(one).not.toHaveProperty('section')
    const two = await siteSpaces.create(organization, site, { spaceId: secondSpace })
    const ids = async (query = {}) =>
      (await all(siteSpaces.list(organization, site, query))).map(item => ofShape('siteSpace', item).id)
    expect(await ids()).toEqual([one.id, two.id])
    expect(await ids({ default: true })).toEqual([one.id])
    expect(await ids({ default: false })).toEqual([two.id])
  })

  test('with sections, a space goes to the section that is named, else to the default one', async () => {
    const { platform, organization, site, space, secondSpace } = await startSite()
    const sections = platform.siteSections
    const one = await sections.create(organization, site, { spaceId: space, title: 'One' })
    const two = await sections.create(organization, site, { spaceId: secondSpace, title: 'Two' })
    const third = await platform.spaces.create(organization, { title: 'Third' })
    const fourth = await platform.spaces.create(organization, { title: 'Fourth' })
    const put = (spaceId: string, sectionId?: string) =>
      platform.siteSpaces.create(organization, site, { spaceId, ...(sectionId ? { sectionId } : {}) })
    expect(ofShape('siteSpace', await put(third.id)).section).toBe(one.id)
    expect(ofShape('siteSpace', await put(fourth.id, two.id)).section).toBe(two.id)
  })

  test('path, condition and the space that it shows can be changed', async () => {
    const { platform, organization, site, space, secondSpace } = await startSite()
    const siteSpaces = platform.siteSpaces
    const { id } = await siteSpaces.create(organization, site, { spaceId: space })
    const change = { path: 'elsewhere', condition: 'visitor.claims.beta' }
    const changed = await siteSpaces.update(organization, site, id, { ...change, spaceId: secondSpace })
    expect(ofShape('siteSpace', changed)).toMatchObject({ ...change, space: { id: secondSpace } })
    const plain = await siteSpaces.update(organization, site, id, { condition: null })
    expect(ofShape('siteSpace', plain)).not.toHaveProperty('condition')
    expect(plain?.path).toBe('elsewhere')
  })

  test('a site space moves before another one', async () => {
    const { platform, organization, site, space, secondSpace } = await startSite()
    const siteSpaces = platform.siteSpaces
    const one = await siteSpaces.create(organization, site, { spaceId: space })
    const two = await siteSpaces.create(organization, site, { spaceId: secondSpace })
    const before = { type: 'site-space' as const, siteSpace: one.id }
    ofShape('siteSpace', await siteSpaces.move(organization, site, two.id, { before }))
    expect((await all(siteSpaces.list(organization, site))).map(item => item.id)).toEqual([two.id, one.id])
  })

  test('removing it from the site leaves the space', async () => {
    const { platform, organization, site, space, secondSpace } = await startSite()
    const siteSpaces = platform.siteSpaces
    await siteSpaces.create(organization, site, { spaceId: space })
    const { id } = await siteSpaces.create(organization, site, { spaceId: secondSpace })
    await siteSpaces.delete(organization, site, id)
    await siteSpaces.delete(organization, site, id)
    expect(await all(siteSpaces.list(organization, site))).toHaveLength(1)
    expect(await platform.spaces.find(secondSpace)).not.toBeNull()
    expect(await platform.sites.find(organization, site)).toMatchObject({ siteSpaces: 1 })
  })

  test('every operation was called and answered as documented', () => expectCoverage(watch, '4.7'))
})
