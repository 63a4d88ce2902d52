import { describe, expect, test } from 'vitest'
import { type Company, makeCompany } from '../helpers/company.ts'
import { first, rowsOf, write } from './kind-cases/kind-case.ts'

const exact = { exact: true }

describe('with document operations only', () => {
  test('a known site costs three requests: its structure and its share links', async () => {
    const company = await makeCompany({ profile: 'document', sites: 1 })
    const snapshot = await company.backUp()
    expect(snapshot).toMatchObject({ state: 'complete', gaps: [] })
    expect(snapshot.resources).toMatchObject({ site: 1, 'site-section': 2, 'site-space': 2, 'share-link': 2 })
    expect(snapshot.not_offered).toContainEqual(
      expect.objectContaining({ kind: 'site', part: 'settings', operation: 'listSites' }),
    )
    company.emulator.resetRequests()
    await company.backUp()
    const { operations } = company.emulator.requests()
    expect(operations).toMatchObject({ listSiteSections: 1, listSiteSectionGroups: 1, listSiteShareLinks: 1 })
    expect(operations).not.toHaveProperty('listSiteSpaces')
  })

  test('the structure is the one that the extension tells', async () => {
    const structures = []
    for (const profile of ['document', 'full'] as const) {
      const company = await makeCompany({ profile, sites: 2 })
      await company.backUp()
      const { id } = defaultSite(company)
      const row = rowsOf(company, 'site-structure').find(one => one.parentId === id)
      structures.push(row && Object(company.vault().readJson(row)).structure)
    }
    expect(structures[0]).toEqual(structures[1])
  })

  test('who can open what takes one list a member, the enumeration of spaces included', async () => {
    const company = await makeCompany({ profile: 'document' })
    const snapshot = await company.backUp()
    expect(snapshot.resources['member-space']).toBeGreaterThan(12)
    expect(company.emulator.requests().operations).toMatchObject({ listSpacesForOrganizationMember: 12 })
  })

  test('a site that is no longer the default stays known', async () => {
    const company = await makeCompany({ profile: 'document', sites: 1 })
    await company.backUp()
    company.emulator.patch('organization', company.emulator.organization, { defaultContent: null })
    expect(await company.backUp()).toMatchObject({ state: 'complete', removed: 0, resources: { site: 1 } })
    company.emulator.remove('site', first(company, 'site').id)
    const third = await company.backUp()
    expect(third.state).toBe('complete')
    expect(third.resources).not.toHaveProperty('site')
  })
})

test('sites that cannot be read any more are a gap, not removed', async () => {
  const company = await makeCompany({ sites: 1 })
  const before = await company.backUp()
  for (const operation of ['listSites', 'getPublishedContentSite', 'getSiteStructure'])
    company.emulator.fault({ operation, kind: 'status', status: 403 })
  const after = await company.backUp()
  expect(after).toMatchObject({ state: 'partial', removed: 0, resources: before.resources })
})

test('the published translation is kept by its settings, and its progress is noise', async () => {
  const company = await makeCompany()
  const [settings] = Object(await write(company, 'GET', 'translations')).items
  const patch = (set: Record<string, unknown>) =>
    company.emulator.patch('translation-settings', settings.id, set)
  patch({ language: 'fr', status: 'running', stats: { ...settings.stats, runs: 1 } })
  await company.backUp()
  patch({ status: 'completed', stats: { ...settings.stats, runs: 2 }, updatedAt: '2030-01-01T00:00:00Z' })
  expect(await company.backUp()).toMatchObject({ state: 'complete', modified: 0 })
  patch({ language: 'ja' })
  expect(await company.backUp()).toMatchObject({ state: 'complete', modified: 1 })
})

test('an upload that hides in an embed is kept', async () => {
  const company = await makeCompany()
  const url = company.emulator.create('upload', { name: 'plan.pdf', text: 'the plan' })
  await company.edit({ 'guides/linux.md': `# On Linux\n\n{% embed url="${url}" %}\n` })
  await company.backUp()
  const upload = rowsOf(company, 'asset').find(one => one.id === url)
  const bytes = upload?.parts.find(part => part.name === 'bytes')
  expect(bytes && company.vault().read(bytes.content).toString()).toBe('the plan')
})

test('pictures that objects show are kept, signed anew or not', async () => {
  const company = await makeCompany({ sites: 1 })
  const snapshot = await company.backUp()
  const ids = rowsOf(company, 'asset').map(one => one.id)
  for (const name of ['icon.png', 'preview-1.png', 'favicon.png', 'logo.png'])
    expect(
      ids.some(id => id.endsWith(name)),
      name,
    ).toBe(true)
  expect(await company.backUp(exact)).toMatchObject({ modified: 0, added: 0, resources: snapshot.resources })
})

test('a run asks for audit events from the newest known one on', async () => {
  const company = await makeCompany({ profile: 'current' })
  for (let index = 0; index < 120; index++) await write(company, 'PATCH', '', { title: `Title ${index}` })
  company.emulator.resetRequests()
  expect((await company.backUp()).resources['audit-event']).toBe(120)
  expect(company.emulator.requests().operations).toMatchObject({ listOrganizationAuditEvents: 2 })
  await write(company, 'PATCH', '', { title: 'One more' })
  company.emulator.resetRequests()
  expect((await company.backUp()).resources['audit-event']).toBe(121)
  expect(company.emulator.requests().operations).toMatchObject({ listOrganizationAuditEvents: 1 })
})

test('a guest whose only grant goes leaves the lists of who gets in', async () => {
  const company = await makeCompany()
  await company.backUp()
  const isGuest = (value: unknown) => Object(value).role === null
  const guest = rowsOf(company, 'member').find(one => isGuest(company.vault().readJson(one)))
  company.emulator.remove('member', guest?.id ?? '')
  const second = await company.backUp(exact)
  expect(second).toMatchObject({ state: 'complete', gaps: [] })
  expect([...company.vault().resources(2)].filter(one => one.id === guest?.id).map(one => one.kind)).toEqual([
    'user',
  ])
})

function defaultSite(company: Company): { id: string } {
  const organization = first(company, 'organization')
  return { id: Object(company.vault().readJson(organization)).defaultContent.site }
}
