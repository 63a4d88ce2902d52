/** Links of a site's header to a page that comes back under another id. */
import { expect, test } from 'vitest'
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

/** Backed up with a link to On Linux in the header of its site; then the page is gone. */
async function companyWithLink() {
  const company = await makeCompany({ profile: 'current', sites: 1, members: 2, teams: 0 })
  const { emulator } = company
  const spaces = itemsOf(emulator.state().spaces)
  const space = String(spaces.find(one => one.title === 'Second')?.id)
  const [page] = readSpace(emulator, space).pages.filter(one => one.title === 'On Linux')
  const [site] = itemsOf(emulator.state().organizations).flatMap(one => itemsOf(one.sites))
  const at = `/orgs/${emulator.organization}/sites/${site?.id}/customization`
  const look = async (): Promise<Json> => {
    const answer = await fetch(`${emulator.url}${at}`, {
      headers: { authorization: `Bearer ${emulator.token}` },
    })
    return Object(await answer.json())
  }
  const put = (wanted: Json) => write(emulator, 'PUT', at, wanted)
  const { header } = await look()
  const linked = [{ title: 'Linux', to: { kind: 'page', page: page?.id, space }, links: [] }]
  await put({ ...(await look()), header: { ...Object(header), links: linked } })
  await company.backUp()
  emulator.remove('page', page?.id ?? '')
  const links = async () => Object((await look()).header).links
  return { company, space, look, put, links, home: restoreHome(company) }
}
