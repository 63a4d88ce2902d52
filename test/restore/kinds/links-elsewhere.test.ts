/** Links to elsewhere in the navigation of a site, and what stands there that nobody knows yet. */
import { expect, test } from 'vitest'
import { type Company, makeCompany } from '../../helpers/company.ts'
import { bodyOf, forward, head, listen } from '../../helpers/forwarding.ts'
import { write } from '../../helpers/platform-write.ts'
import { jsonOf as jsonOfRow, restoreHome, restoreInto, itemsOf as rowsOf } from '../../helpers/restoring.ts'
import { itemsOf, type Json } from '../../helpers/state/expected.ts'

const STATUS = {
  title: 'Status',
  url: 'https://status.acme.example/',
  icon: 'bolt',
  description: 'Whether we are up',
  condition: 'visitor.claims.isCustomer',
  localizedTitle: { de: 'Zustand' },
  localizedDescription: { de: 'Ob es uns gibt' },
}
const SHOP = { title: 'Shop', url: 'https://shop.acme.example/', draft: true }
const TITLE = 'Acme Documentation'

/** The one site: a section, a group with a link before two sections, and a link between the two. */
async function companyWithLinks() {
  const company = await makeCompany({ profile: 'current', sites: 1, members: 2, teams: 0 })
  const { emulator } = company
  const at = `/orgs/${emulator.organization}/sites/${siteOf(company).id}`
  const spaces = itemsOf(emulator.state().spaces).map(one => String(one.id))
  while (sections(company).length < 3)
    await write(emulator, 'POST', `${at}/sections`, {
      spaceId: spaces[0],
      title: `S${sections(company).length}`,
    })
  const [, second, third] = sections(company).map(one => String(one.id))
  await write(emulator, 'POST', `${at}/section-groups`, { title: 'More', sections: [second, third] })
  await write(emulator, 'POST', `${at}/external-links`, STATUS)
  await write(emulator, 'POST', `${at}/external-links`, SHOP)
  const [group] = navigation(company).filter(one => one.title === 'More')
  const sort = (item: unknown, position: object) =>
    write(emulator, 'PATCH', `${at}/structure/sort`, { item, position })
  await sort(pointerTo(company, 'Shop'), { before: { type: 'site-section', id: second } })
  await sort(pointerTo(company, 'Status'), { before: { type: 'site-section-group', id: group?.id } })
  expect(outline(company)).toContain('Status')
  return { company, at }
}

type Place = Pick<Company, 'emulator'> & { organization?: string }

function siteOf({ emulator, organization = emulator.organization }: Place): Json {
  const [site] = itemsOf(emulator.state().organizations)
    .filter(one => one.id === organization)
    .flatMap(one => itemsOf(one.sites))
  if (site === undefined) throw new Error('there is no site')
  return site
}

/** All that stands at the root or in a group, groups before what is in them. */
function navigation(place: Place): Json[] {
  const { structure } = Object(siteOf(place).structure)
  return itemsOf(structure).flatMap(one => [one, ...itemsOf(one.children)])
}

function sections(place: Place): Json[] {
  return navigation(place).filter(one => one.object === 'site-section')
}

function linkNamed(place: Place, title: string): Json {
  const [link] = navigation(place).filter(one => one.title === title)
  if (link === undefined) throw new Error(`there is no ${title}`)
  return link
}

function pointerTo(place: Place, title: string) {
  return { type: 'site-external-link', id: String(linkNamed(place, title).id) }
}

/** Titles in their order, those in a group indented. */
function outline(place: Place): string[] {
  const { structure } = Object(siteOf(place).structure)
  return itemsOf(structure).flatMap(one => [
    String(one.title),
    ...itemsOf(one.children).map(child => `  ${child.title}`),
  ])
}

test('links to elsewhere come back at their place, whole, into a new organization', async () => {
  const { company } = await companyWithLinks()
  await company.backUp()
  const target = await restoreInto(company, { profile: 'current' })
  const { plan } = await target.plan('1')
  expect(plan?.losses.filter(one => /site-structure|site-external-link/.test(one.property))).toEqual([])
  const { result } = await target.apply('1')
  expect([result?.outcome.failures, result?.verification.differences]).toEqual([[], []])
  expect(outline(target)).toEqual(outline(company))
  expect(linkNamed(target, 'Status')).toMatchObject({ ...STATUS, draft: false })
  const [group] = navigation(target).filter(one => one.title === 'More')
  expect(linkNamed(target, 'Shop')).toMatchObject({ ...SHOP, sectionGroup: group?.id })
  expect((await target.plan('1')).plan?.steps).toEqual([])
})

test('a link that is gone comes back in place, one that differs is left or set as asked, and an undo takes both back', async () => {
  const { company, at } = await companyWithLinks()
  await company.backUp()
  const before = outline(company)
  await write(company.emulator, 'DELETE', `${at}/external-links/${linkNamed(company, 'Shop').id}`)
  const changed = { url: 'https://down.acme.example/', description: null }
  await write(company.emulator, 'PATCH', `${at}/external-links/${linkNamed(company, 'Status').id}`, changed)
  const left = outline(company)
  const home = restoreHome(company)
  const { plan } = await home.plan('1')
  expect(
    plan?.steps.filter(one => one.kind === 'site-external-link').map(one => [one.action, one.label]),
  ).toEqual([['create', 'Shop']])
  expect(plan?.skipped.map(one => one.label)).toContain('Status')
  const { result } = await home.apply('1', { onConflict: 'update' })
  expect([result?.outcome.failures, result?.verification.differences]).toEqual([[], []])
  expect(outline(company)).toEqual(before)
  expect(linkNamed(company, 'Status')).toMatchObject(STATUS)
  const undo = await home.run({ action: 'undo', run: result?.run ?? 0 })
  if (undo.plan === null) throw new Error('there is nothing to undo')
  const undone = await home.run({ action: 'apply', plan: undo.plan })
  expect(undone.result?.outcome.failures).toEqual([])
  expect(outline(company)).toEqual(left)
  expect(linkNamed(company, 'Status').url).toBe(changed.url)
})

test('a link follows its group, which is made anew', async () => {
  const { company, at } = await companyWithLinks()
  await company.backUp()
  const before = outline(company)
  const [group] = navigation(company).filter(one => one.title === 'More')
  await write(company.emulator, 'DELETE', `${at}/section-groups/${group?.id}`)
  expect(outline(company)).not.toEqual(before)
  const home = restoreHome(company)
  const { plan } = await home.plan('1')
  expect(plan?.steps.map(one => one.reason)).toContain('back into group More, which is made anew')
  await home.apply('1', { onConflict: 'update' })
  expect(outline(company)).toEqual(before)
  expect((await home.plan('1', { onConflict: 'update' })).plan?.steps).toEqual([])
})

test('a link that came since stays, and goes where what the snapshot does not have is to go', async () => {
  const { company, at } = await companyWithLinks()
  await company.backUp()
  const before = outline(company)
  await write(company.emulator, 'POST', `${at}/external-links`, { title: 'New', url: 'https://new.example/' })
  const kept = await restoreHome(company).plan('1', { onConflict: 'update' })
  expect(kept.plan?.steps).toEqual([])
  const { plan, result } = await restoreHome(company).apply('1', { onConflict: 'update', deleteExtra: TITLE })
  expect(plan?.steps.map(({ action, kind, label }) => [action, kind, label])).toEqual([
    ['delete', 'site-external-link', 'New'],
  ])
  expect(result?.verification.differences).toEqual([])
  expect(outline(company)).toEqual(before)
})

test('a link whose making was not answered, or failed once, is made once', async () => {
  const { company } = await companyWithLinks()
  await company.backUp()
  for (const kind of ['lost-answer', 'reset'] as const) {
    const target = await restoreInto(company, { profile: 'current' })
    target.emulator.fault({ operation: 'addExternalLinkToSite', kind, count: 1 })
    const { result } = await target.apply('1')
    expect([kind, result?.outcome.failures, result?.verification.differences]).toEqual([kind, [], []])
    expect(outline(target)).toEqual(outline(company))
  }
})

test('where a service has no such links, the plan names each one that does not come back', async () => {
  const { company } = await companyWithLinks()
  await company.backUp()
  const target = await restoreInto(company, { profile: 'full' })
  const { plan, result } = await target.apply('1')
  const links = plan?.impossible.filter(one => one.kind === 'site-external-link')
  expect(links?.map(one => [one.label, one.reason]).toSorted()).toEqual(
    ['Shop', 'Status'].map(title => [
      title,
      'this service has no links to elsewhere in the navigation of a site',
    ]),
  )
  expect(plan?.losses.map(one => one.why)).toContain('this service has no links to elsewhere in it')
  expect([result?.outcome.failures, result?.verification.differences]).toEqual([[], []])
  expect(outline(target)).toEqual(outline(company).filter(one => !/Shop|Status/.test(one)))
})

const STRANGE = { object: 'site-widget', id: 'searchBox', title: 'Search', size: 3 }

test('what a newer service puts into a site is kept whole, and its loss is announced', async () => {
  const company = await makeCompany({ profile: 'current', sites: 1 })
  const { origin } = new URL(company.emulator.url)
  const url = await listen(async (request, response) => {
    const answer = await forward(request, await bodyOf(request), origin)
    const text = (await answer.text()).replaceAll(origin, url)
    response.writeHead(...head(answer)).end(withStrange(text))
  })
  await company.backUp({}, { env: { DOCVAULT_PLATFORM_URL: `${url}/v1` } })
  const vault = company.vault()
  const [structure] = rowsOf(vault, '1', 'site-structure')
  if (structure === undefined) throw new Error('there is no structure')
  expect(jsonOfRow(vault, structure).structure).toContainEqual({
    object: STRANGE.object,
    id: STRANGE.id,
    item: STRANGE,
  })
  const target = await restoreInto(company, { profile: 'current' })
  const { plan } = await target.plan('1')
  expect(plan?.losses.map(one => `${one.kind}: ${one.property}: ${one.why}`)).toContainEqual(
    expect.stringMatching(/what in it is no section, group or space is set by hand/),
  )
  const { result } = await target.apply('1')
  expect(result?.verification.differences).toEqual([])
})

/** Wherever a site is built of sections, one more item. */
function withStrange(text: string): string {
  if (!text.includes('"structure":[')) return text
  const answer = JSON.parse(text)
  for (const one of [answer, answer.structure])
    if (one.type === 'sections' && Array.isArray(one.structure)) one.structure.push(STRANGE)
  return JSON.stringify(answer)
}
