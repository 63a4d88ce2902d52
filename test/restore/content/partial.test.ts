import { describe, expect, test } from 'vitest'
import { recordOf } from '../../../src/model/fields.ts'
import { formatRef } from '../../../src/model/resource.ts'
import type { StoredResource, Vault } from '../../../src/vault/vault.ts'
import { type Company, makeCompany } from '../../helpers/company.ts'
import { write } from '../../helpers/platform-write.ts'
import { itemsOf, jsonOf, restoreHome, restoreInto } from '../../helpers/restoring.ts'

const profiles = ['document', 'full', 'current'] as const

describe.each(profiles)('parts of an organization, profile %s', profile => {
  test('a page goes back to what it was, inside a change request that nobody merged', async () => {
    const company = await makeCompany({ profile })
    await company.backUp()
    await company.edit({ 'guides/install.md': '# Install\n\nSomething else altogether.\n' })
    const home = restoreHome(company)
    const space = idOf(company, 'space', 'Handbook')
    const page = idOf(company, 'page', 'Install', space)
    const { result } = await home.apply('1', { pages: [page], asChangeRequest: true })
    expect(result?.outcome.failures).toEqual([])
    expect(result?.verification.differences).toEqual([])
    await company.backUp({ exact: true })
    const vault = company.vault()
    const bodies = (kind: string) =>
      itemsOf(vault, 'latest', kind)
        .filter(one => jsonOf(vault, one).title === 'Install' && isWithin(vault, one, space))
        .map(one => one.parts.find(part => part.name === 'markdown'))
        .map(part => (part ? vault.read(part.content).toString() : ''))
    expect(bodies('page')).toEqual(['# Install\n\nSomething else altogether.\n'])
    const inDraft = bodies('change-request-page')
    expect(inDraft.some(text => text.includes('See [Linux]'))).toBe(true)
    // Where nothing can change a page, it stands beside the one that is there.
    expect(inDraft).toHaveLength(profile === 'document' ? 2 : 1)
  })

  test('a deleted file comes back with its bytes, and the pages that show it find it', async () => {
    const company = await makeCompany({ profile })
    await company.backUp()
    const file = idOf(company, 'file', 'logo.png')
    company.emulator.remove('file', file)
    const { result } = await restoreHome(company).apply('1', { files: [file] })
    expect(result?.outcome.failures).toEqual([])
    expect(result?.verification.differences).toEqual([])
    expect(result?.verification.kinds).toContainEqual({ kind: 'file', full: 1, part: 0, not: 0, reasons: {} })
  })

  test('a deleted space is undeleted within seven days, and made anew after', async () => {
    const company = await makeCompany({ profile, comments: 4, changeRequests: 4 })
    if (profile === 'document') company.emulator.create('space', { title: 'Template' })
    await company.backUp()
    const space = idOf(company, 'space', 'Second')
    const deleted = new Date().toISOString()
    company.emulator.patch('space', space, { deletedAt: deleted })
    const home = restoreHome(company)
    const back = await home.apply('1', { spaces: [space] })
    expect(back.plan?.steps.map(one => one.action)).toContain('undelete')
    expect(back.plan?.steps.map(one => one.action)).not.toContain('create')
    expect(back.result?.verification.differences).toEqual([])
    expect(spaceIds(company)).toContain(space)
    company.emulator.remove('space', space)
    const anew = await home.apply('1', { spaces: [space] })
    expect(anew.plan?.steps.map(one => one.action)).not.toContain('undelete')
    expect(anew.result?.outcome.failures).toEqual([])
    expect(anew.result?.verification.differences).toEqual([])
    expect(spaceIds(company)).not.toContain(space)
    expect(spaceIds(company)).toHaveLength(profile === 'document' ? 3 : 2)
  })

  test('a collection with all that is nested in it goes into another organization', async () => {
    const company = await makeCompany({ profile })
    await company.backUp()
    const target = await restoreInto(company, { profile })
    const { result } = await target.apply('1', { collections: ['Handbooks'] })
    expect(result?.outcome.failures).toEqual([])
    expect(result?.verification.differences).toEqual([])
    const counts = new Map(result?.verification.kinds.map(one => [one.kind, one.full + one.part]))
    expect(counts.get('collection')).toBe(2)
    expect(counts.get('space')).toBe(1)
    expect(counts.get('page')).toBe(5)
    expect(counts.has('team')).toBe(false)
  })
})

test('an undeleted space stands on its sites again, under the old ids, and no address of it is made twice', async () => {
  const company = await makeCompany({ sites: 1 })
  await company.backUp()
  const space = idOf(company, 'space', 'Handbook')
  company.emulator.patch('space', space, { deletedAt: new Date().toISOString() })
  const back = await restoreHome(company).apply('1')
  expect(back.plan?.steps.map(one => one.action)).toContain('undelete')
  expect(back.plan?.impossible.filter(one => one.kind === 'site-redirect')).toEqual([])
  expect(back.result?.outcome.failures).toEqual([])
  expect(back.result?.verification.differences).toEqual([])
  await company.backUp({ exact: true })
  const shown = (snapshot: string) =>
    ['site-space', 'site-redirect'].map(kind => itemsOf(company.vault(), snapshot, kind).map(one => one.id))
  expect(shown('latest')).toEqual(shown('1'))
})

test('what leads to pages of a space comes back with that space, also where a site had lost the space before', async () => {
  const company = await makeCompany({ sites: 1 })
  await company.backUp()
  const vault = company.vault()
  const redirects = () =>
    new Set(itemsOf(vault, 'latest', 'site-redirect').map(one => jsonOf(vault, one).source))
  const before = redirects()
  const { organization } = company.emulator
  const siteSpace = itemsOf(vault, '1', 'site-space').find(one => jsonOf(vault, one).title === 'Handbook')
  await write(
    company.emulator,
    'DELETE',
    `/orgs/${organization}/sites/${siteSpace?.parentId}/site-spaces/${siteSpace?.id}`,
  )
  const space = await company.deleteSpace('Handbook')
  const { plan, result } = await restoreHome(company).apply('1')
  expect(plan?.impossible.filter(one => one.kind === 'site-redirect')).toEqual([])
  expect(plan?.steps.map(one => `${one.action} ${one.source}`)).toContain(`undelete ${space}`)
  expect(result?.outcome.failures).toEqual([])
  expect(result?.verification.differences).toEqual([])
  await company.backUp({ exact: true })
  expect(redirects()).toEqual(before)
})

test('a service that does not show at once what is in an undeleted space costs what leads into it, and no more', async () => {
  const company = await makeCompany({ sites: 1 })
  await company.backUp()
  const vault = company.vault()
  for (const { id, parentId } of itemsOf(vault, '1', 'site-redirect'))
    await write(
      company.emulator,
      'DELETE',
      `/orgs/${company.emulator.organization}/sites/${parentId}/redirects/${id}`,
    )
  const space = await company.deleteSpace('Handbook')
  const home = restoreHome(company)
  const { plan } = await home.plan('1')
  if (plan === null) throw new Error('there is no plan')
  company.emulator.fault({
    operation: 'getCurrentRevision',
    kind: 'status',
    status: 404,
    count: 1,
    match: space,
  })
  const { result } = await home.run({ action: 'apply', plan })
  expect(result?.outcome.failures.map(one => `${one.label}: ${one.reason}`)).toEqual([
    '/old/start: what it leads to is not there',
  ])
  const again = await home.apply('1')
  expect(again.plan?.steps.map(one => one.label)).toEqual(['/old/start'])
  expect(again.result?.state).toBe('complete')
})

test('what was changed in a space before it was deleted is told once that is back, and a second plan puts it back', async () => {
  const company = await makeCompany({ comments: 6 })
  await company.backUp()
  const vault = company.vault()
  const space = idOf(company, 'space', 'Handbook')
  const comment = itemsOf(vault, '1', 'comment').find(one => one.parentId === space)
  await write(company.emulator, 'DELETE', `/spaces/${space}/comments/${comment?.id}`)
  await company.edit({ 'guides/install.md': '# Install\n\nSomething else altogether.\n' })
  await company.deleteSpace('Handbook')
  const home = restoreHome(company)
  const first = await home.apply('1', { onConflict: 'update' })
  expect(first.result?.state).toBe('partial')
  expect(first.result?.outcome.notes.map(one => one.source)).toEqual([space])
  const second = await home.apply('1', { onConflict: 'update' })
  expect(second.result?.state).toBe('complete')
  expect(second.result?.outcome.notes).toEqual([])
})

test('comments on a page that comes back under another id stay with the old one, which the plan says', async () => {
  const company = await makeCompany({ comments: 6 })
  await company.backUp()
  const vault = company.vault()
  const commented = itemsOf(vault, '1', 'comment').map(
    one => recordOf(recordOf(jsonOf(vault, one).target)?.page)?.id,
  )
  const page = itemsOf(vault, '1', 'page').find(({ id }) => commented.includes(id))?.id ?? ''
  company.emulator.remove('page', page)
  for (const request of [{ pages: [page] }, {}]) {
    const { plan } = await restoreHome(company).plan('1', request)
    expect(plan?.losses.map(one => one.property)).toContain('target of comment')
  }
  const { result } = await restoreHome(company).apply('1')
  expect(result?.verification.differences).toEqual([])
})

test('who had a grant on a space and went as well gets it back with the space', async () => {
  const company = await makeCompany()
  await company.backUp()
  const vault = company.vault()
  const [grant] = itemsOf(vault, '1', 'space-team-grant')
  const { organization } = company.emulator
  await write(company.emulator, 'DELETE', `/orgs/${organization}/teams/${grant?.id}`)
  company.emulator.patch('space', grant?.parentId ?? '', { deletedAt: new Date().toISOString() })
  const { plan, result } = await restoreHome(company).apply('1')
  const steps = plan?.steps.map(one => `${one.action} ${one.source}`)
  expect(steps).toContain(`undelete ${grant?.parentId}`)
  expect(steps).toContain(`create ${grant?.parentId}/${grant?.id}`)
  expect(result?.outcome.failures).toEqual([])
  expect(result?.verification.differences).toEqual([])
})

test("one person's memberships and role come back, nobody else's", async () => {
  const company = await makeCompany()
  await company.backUp()
  const vault = company.vault()
  const membership = itemsOf(vault, '1', 'team-member').find(one => one.id !== ownerOf(company))
  const person = membership?.id ?? ''
  company.emulator.remove('member', person)
  const { result, plan } = await restoreHome(company).apply('1', { people: [person] })
  expect(result?.outcome.failures).toEqual([])
  expect(result?.verification.differences).toEqual([])
  expect(new Set(plan?.steps.map(one => one.kind))).toEqual(new Set(['member', 'team-member']))
})

function ownerOf({ emulator }: Company): string {
  const state = JSON.parse(JSON.stringify(emulator.state()))
  return state.organizations[0].members[0].id
}

function spaceIds({ emulator }: Company): string[] {
  const state = JSON.parse(JSON.stringify(emulator.state()))
  return state.spaces
    .filter((one: { deletedAt?: string }) => !one.deletedAt)
    .map((one: { id: string }) => one.id)
}

function isWithin(vault: Vault, { key }: StoredResource, space: string): boolean {
  return formatRef(vault.ref(key)).includes(space)
}

function idOf(company: Company, kind: string, name: string, within = ''): string {
  const vault = company.vault()
  const found = itemsOf(vault, '1', kind).find(one => {
    const { title, name: called } = jsonOf(vault, one)
    return (title === name || called === name) && isWithin(vault, one, within)
  })
  return found?.id ?? ''
}

test('a space without its collection comes to the root, or stays where it is, as the plan says', async () => {
  const company = await makeCompany({ profile: 'full', members: 1, teams: 0, specs: [] })
  await company.backUp()
  const request = { spaces: ['Second'] }
  const elsewhere = await restoreInto(company, { profile: 'full' })
  const made = await elsewhere.apply('1', request)
  expect(made.plan?.losses).toContainEqual(
    expect.objectContaining({
      property: 'parent of space',
      why: 'its collection is not there: it comes to the root',
    }),
  )
  expect(made.result?.verification.differences).toEqual([])
  const [collection] = itemsOf(company.vault(), '1', 'collection')
  company.emulator.remove('collection', collection?.id ?? '')
  const home = await restoreHome(company).apply('1', { ...request, onConflict: 'update' })
  expect(home.plan?.losses.map(one => one.why)).toContain('its collection is not there: it stays where it is')
})
