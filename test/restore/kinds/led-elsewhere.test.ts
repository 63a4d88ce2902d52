/** What of a site leads elsewhere than in the snapshot: links of its header, redirects, servers of its assistant. */
import { expect, test } from 'vitest'
import type { Emulator } from '../../../src/emulator/handle.ts'
import { makeCompany } from '../../helpers/company.ts'
import { write } from '../../helpers/platform-write.ts'
import { readSpace } from '../../helpers/random-states/space-facts.ts'
import { restoreHome } from '../../helpers/restoring.ts'
import { itemsOf, type Json } from '../../helpers/state/expected.ts'

const WORDS = 'it names what comes back under a new id'

test('they lead to the page as it is now, and nothing else of the look is written', async () => {
  const { home, links, company, space } = await companyWithLink()
  const { plan, result } = await home.apply('latest')
  expect(plan?.steps.map(one => `${one.kind}: ${one.reason}`)).toContain(`site-customization: ${WORDS}`)
  expect([result?.outcome.failures, result?.verification.differences]).toEqual([[], []])
  expect(result?.state).toBe('complete')
  const [page] = readSpace(company.emulator, space).pages.filter(one => one.title === 'On Linux')
  expect(await links()).toEqual([{ title: 'Linux', to: { kind: 'page', page: page?.id, space }, links: [] }])
  expect((await home.plan('latest')).plan?.steps).toEqual([])
})

test('a look that somebody changed since is left, and named', async () => {
  const { home, links, look, put } = await companyWithLink()
  await put({ ...(await look()), title: 'Another title' })
  const before = await links()
  const { plan } = await home.plan('latest')
  expect(plan?.steps.filter(one => one.kind === 'site-customization')).toEqual([])
  expect(plan?.skipped.map(one => one.kind)).toContain('site-customization')
  expect(await links()).toEqual(before)
})

test('a redirect to the page leads to it as it is now', async () => {
  const { home, company, space, redirectTo, redirects } = await companyWithLink()
  const { result } = await home.apply('latest')
  expect([result?.verification.differences, result?.state]).toEqual([[], 'complete'])
  const [page] = readSpace(company.emulator, space).pages.filter(one => one.title === 'On Linux')
  expect(redirects()).toEqual([{ ...redirectTo, pageId: page?.id }])
})

test('a redirect that somebody led elsewhere since is left, and put back where that is asked for', async () => {
  const { home, redirectTo, redirects, lead } = await companyWithLink({ isGone: false })
  await lead({ kind: 'external', url: 'https://evil.example/' })
  const { plan } = await home.plan('latest')
  expect(plan?.skipped.map(one => one.kind)).toContain('site-redirect')
  const { result } = await home.apply('latest', { onConflict: 'update' })
  expect([result?.verification.differences, result?.state]).toEqual([[], 'complete'])
  expect(redirects()).toEqual([redirectTo])
})

test('a redirect that somebody led elsewhere is left also where its page comes back under another id', async () => {
  const { home, company, redirectTo, redirects, lead } = await companyWithLink({ isGone: false })
  const theirs = { kind: 'external', url: 'https://theirs.example/' }
  await lead(theirs)
  company.emulator.remove('page', String(redirectTo.pageId))
  const { plan } = await home.apply('latest')
  expect(plan?.steps.map(one => one.kind)).not.toContain('site-redirect')
  expect(plan?.skipped.map(one => one.kind)).toContain('site-redirect')
  expect(redirects()).toEqual([theirs])
})

test('a server of the assistant that somebody pointed elsewhere is put back, and its headers are not shown', async () => {
  const { home, own, read, write: send } = await companyWithLink({ isGone: false })
  const servers = async () => itemsOf((await read(`${own}/mcp-servers`)).items)
  const [before] = await servers()
  const theirs = { url: 'https://evil.example/mcp', headers: { authorization: 'Bearer theirs' } }
  await send('PATCH', `${own}/mcp-servers/${before?.id}`, theirs)
  const { plan } = await home.plan('latest', { onConflict: 'update' })
  const [step] = plan?.steps.filter(one => one.kind === 'site-mcp-server') ?? []
  expect(step?.reason).toContain('https://evil.example/mcp →')
  expect(step?.reason).toContain('headers: (secret) → another secret')
  expect(JSON.stringify(plan)).not.toContain('Bearer')
  const { result } = await home.apply('latest', { onConflict: 'update' })
  expect([result?.verification.differences, result?.state]).toEqual([[], 'complete'])
  const [after] = await servers()
  expect([after?.url, after?.headers]).toEqual([before?.url, before?.headers])
})

/** Backed up with a link to On Linux in the header of its site, and a redirect; then the page is gone. */
async function companyWithLink({ isGone = true } = {}) {
  const company = await makeCompany({ profile: 'current', sites: 1, members: 2, teams: 0 })
  const { emulator } = company
  const spaces = itemsOf(emulator.state().spaces)
  const space = String(spaces.find(one => one.title === 'Second')?.id)
  const [page] = readSpace(emulator, space).pages.filter(one => one.title === 'On Linux')
  const [site] = sitesOf(emulator)
  const at = `/orgs/${emulator.organization}/sites/${site?.id}/customization`
  const read = async (path: string): Promise<Json> => {
    const headers = { authorization: `Bearer ${emulator.token}` }
    return Object(await (await fetch(`${emulator.url}${path}`, { headers })).json())
  }
  const look = () => read(at)
  const put = (wanted: Json) => write(emulator, 'PUT', at, wanted)
  const { header } = await look()
  const linked = [{ title: 'Linux', to: { kind: 'page', page: page?.id, space }, links: [] }]
  await put({ ...(await look()), header: { ...Object(header), links: linked } })
  const own = `/orgs/${emulator.organization}/sites/${site?.id}`
  const shown = itemsOf((await read(`${own}/site-spaces`)).items)
  const siteSpace = shown.find(one => Object(one.space).id === space)
  const redirectTo = { kind: 'site-page', siteSpaceId: siteSpace?.id, pageId: page?.id }
  await write(emulator, 'POST', `${own}/redirects`, { source: '/linux', destination: redirectTo })
  await company.backUp()
  if (isGone) emulator.remove('page', page?.id ?? '')
  const links = async () => Object((await look()).header).links
  const ours = () =>
    sitesOf(emulator)
      .flatMap(one => itemsOf(one.redirects))
      .filter(one => one.source === '/linux')
  const redirects = () => ours().map(one => one.destination)
  const lead = (destination: Json) =>
    write(emulator, 'PATCH', `${own}/redirects/${ours()[0]?.id}`, { destination })
  const send = (method: string, path: string, body: Json) => write(emulator, method, path, body)
  const home = restoreHome(company)
  return { company, space, own, read, write: send, look, put, links, redirectTo, redirects, lead, home }
}

function sitesOf(emulator: Emulator): Json[] {
  return itemsOf(emulator.state().organizations).flatMap(one => itemsOf(one.sites))
}
