import { describe, expect, test } from 'vitest'
import { expectCoverage } from './coverage.ts'
import { all, present, type Service } from './service.ts'
import { ofShape } from './shapes.ts'
import { startSite } from './site.ts'
import { watchClient } from './watch.ts'

const watch = watchClient()

async function startWithSections() {
  const service = await startSite()
  const { platform, organization, site, space, secondSpace } = service
  const one = await platform.siteSections.create(organization, site, { spaceId: space, title: 'One' })
  const two = await platform.siteSections.create(organization, site, { spaceId: secondSpace, title: 'Two' })
  return { ...service, one: one.id, two: two.id }
}

async function groupOf({ platform, organization }: Service, site: string, id: string) {
  const groups = await all(platform.siteSectionGroups.list(organization, site))
  return ofShape('sectionGroup', present(groups.find(group => group.id === id)))
}

const idsOf = (items: readonly { id: string }[] | null | undefined) => items?.map(item => item.id)

describe('4.5 groups of sections', () => {
  test('a group is made with sections, which say that they are in it', async () => {
    const service = await startWithSections()
    const { platform, organization, site, one, two } = service
    const input = { title: 'Group', icon: 'book', sections: [one] }
    const group = ofShape('sectionGroup', await platform.siteSectionGroups.create(organization, site, input))
    expect(group).toMatchObject({ title: 'Group', icon: 'book' })
    expect(idsOf(group.sections)).toEqual([one])
    const sections = await all(platform.siteSections.list(organization, site))
    expect(sections.find(section => section.id === one)?.sectionGroup).toBe(group.id)
    expect(sections.find(section => section.id === two)).not.toHaveProperty('sectionGroup')
  })

  test('sections are added to a group and taken out of it', async () => {
    const service = await startWithSections()
    const { platform, organization, site, one, two } = service
    const groups = platform.siteSectionGroups
    const { id } = await groups.create(organization, site, { title: 'Group', sections: [one] })
    const added = ofShape('sectionGroup', await groups.addSection(organization, site, id, two))
    expect(idsOf(added.sections)).toEqual([one, two])
    await groups.removeSection(organization, site, id, one)
    await groups.removeSection(organization, site, id, one)
    expect(idsOf((await groupOf(service, site, id)).sections)).toEqual([two])
  })

  test('a group can be renamed, and loses its icon to null', async () => {
    const { platform, organization, site } = await startWithSections()
    const groups = platform.siteSectionGroups
    const { id } = await groups.create(organization, site, { title: 'Group', icon: 'book' })
    const renamed = await groups.update(organization, site, id, { title: 'Other', icon: null })
    expect(ofShape('sectionGroup', renamed)?.title).toBe('Other')
    expect(renamed).not.toHaveProperty('icon')
  })

  test('a group moves before another item of the site', async () => {
    const { platform, organization, site, one } = await startWithSections()
    const { id } = await platform.siteSectionGroups.create(organization, site, { title: 'Group' })
    const order = async () => idsOf((await platform.sites.structure(organization, site)).structure)
    expect((await order())?.at(-1)).toBe(id)
    const before = { type: 'site-section', id: one }
    ofShape('sectionGroup', await platform.siteSectionGroups.move(organization, site, id, { before }))
    expect((await order())?.at(0)).toBe(id)
  })

  test('a deleted group leaves its sections to the site', async () => {
    const { platform, organization, site, one } = await startWithSections()
    const groups = platform.siteSectionGroups
    const { id } = await groups.create(organization, site, { title: 'Group', sections: [one] })
    await groups.delete(organization, site, id)
    await groups.delete(organization, site, id)
    expect(await all(groups.list(organization, site))).toEqual([])
    const sections = await all(platform.siteSections.list(organization, site))
    expect(sections.find(section => section.id === one)).not.toHaveProperty('sectionGroup')
  })

  test('every operation was called and answered as documented', () => expectCoverage(watch, '4.5'))
})
