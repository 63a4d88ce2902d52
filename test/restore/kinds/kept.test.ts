/** A company with all that its agent made and that it is linked to: what does not come back is said before. */

import { expect, test } from 'vitest'
import { keptCases } from '../../contract/kind-cases/kept.ts'
import { linkedCases } from '../../contract/kind-cases/linked.ts'
import { asKind } from '../../helpers/as-kind.ts'
import { type Company, makeCompany } from '../../helpers/company.ts'
import { write } from '../../helpers/platform-write.ts'
import { restoreHome, restoreInto } from '../../helpers/restoring.ts'
import { itemsOf, jsonOf } from '../../helpers/state/expected.ts'

const kinds = { ...keptCases, ...linkedCases }

test('what ties a company to the world outside is announced as lost, and nothing else is missing', {
  timeout: 5 * 60_000,
}, async () => {
  const company = await makeCompany({ profile: 'current', sites: 2, members: 4, changeRequests: 4 })
  for (const one of Object.values(kinds)) await one.prepare?.(company)
  const taken = await company.backUp()
  const target = await restoreInto(company, { profile: 'current' })
  const { plan } = await target.plan('latest')
  const lost = plan?.losses.map(one => one.property) ?? []
  expect(lost).toEqual(expect.arrayContaining(['gitSync of space', 'gitSync of site', 'hostname of site']))
  expect(lost).not.toContain('styleguide of site')
  const impossible = new Set(plan?.impossible.map(one => one.kind))
  for (const kind of Object.keys(kinds).filter(one => taken.resources[asKind(one)]))
    expect(impossible).toContain(kind)
  const { result } = await target.apply('latest')
  expect(result?.outcome.failures).toEqual([])
  expect(result?.verification.differences).toEqual([])
  expect(guides(target).toSorted()).toEqual(['Handbook', 'Second'])
})

test('a site keeps to its style guide again in place, and an undo takes that back', async () => {
  const company = await makeCompany({ profile: 'current', sites: 1 })
  const [space, site] = [idOf(company, 'spaces'), idOf(company, 'sites')]
  await keepTo(company, site, space)
  await company.backUp()
  await keepTo(company, site, null)
  expect(guides(company)).toEqual([null])
  const home = restoreHome(company)
  const { result } = await home.apply('latest', { onConflict: 'update' })
  expect([result?.outcome.failures, result?.verification.differences]).toEqual([[], []])
  expect(guides(company)).toEqual(['Handbook'])
  const { plan } = await home.run({ action: 'undo', run: result?.run ?? 0 })
  if (plan === null) throw new Error('there is nothing to undo')
  const undone = await home.run({ action: 'apply', plan })
  expect(undone.result?.outcome.failures).toEqual([])
  expect(guides(company)).toEqual([null])
})

async function keepTo({ emulator }: Company, site: string, styleguide: string | null): Promise<void> {
  await write(emulator, 'PATCH', `/orgs/${emulator.organization}/sites/${site}`, { styleguide })
}

type Place = Pick<Company, 'emulator'> & { organization?: string }

function sitesOf({ emulator, organization = emulator.organization }: Place) {
  return itemsOf(emulator.state().organizations)
    .filter(one => one.id === organization)
    .flatMap(one => itemsOf(one.sites))
}

function idOf(company: Company, of: 'spaces' | 'sites'): string {
  const [one] = of === 'sites' ? sitesOf(company) : itemsOf(company.emulator.state().spaces)
  return String(one?.id)
}

/** Of each site, the title of the space that it keeps to. */
function guides(place: Place): (string | null)[] {
  const titles = new Map(itemsOf(place.emulator.state().spaces).map(one => [one.id, String(one.title)]))
  return sitesOf(place).map(one => titles.get(jsonOf(one.styleguide).space) ?? null)
}
