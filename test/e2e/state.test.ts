/** A small run of `npm run test:state`: what can be read is in the snapshot, equal, and nothing else is. */

import { describe, expect, test } from 'vitest'
import { resources } from '../../src/resources/index.ts'
import { ALSO_READ, keptCases } from '../contract/kind-cases/kept.ts'
import { linkedCases } from '../contract/kind-cases/linked.ts'
import { asKind } from '../helpers/as-kind.ts'
import { type Company, makeCompany } from '../helpers/company.ts'
import { alterEachKind } from '../helpers/state/alter.ts'
import { compareWithState } from '../helpers/state/compare.ts'
import { itemsOf } from '../helpers/state/expected.ts'
import { expectedOf } from '../helpers/state/organization.ts'

const busy = { comments: 12, changeRequests: 8, sites: 3 }

describe.each(['full', 'document', 'current'] as const)('profile %s', profile => {
  test('a snapshot is the state of the platform, object by object and field by field', async () => {
    const company = await makeCompany({ profile, ...busy })
    expect(await backUp(company)).toMatchObject({ state: 'complete' })
    const { differences, noSuchKind } = compare(company)
    if (Object.keys(noSuchKind).length > 0) console.log(`${profile}: no such kind yet:`, noSuchKind)
    expect(differences).toEqual([])
  })

  test('one altered field of one object of each kind is found', async () => {
    const company = await makeCompany({ profile, ...busy })
    const { snapshot } = await backUp(company)
    const state = company.emulator.state()
    const whole = expectedOf(state, company.emulator.organization)
    const altered = alterEachKind(whole, 1)
    const found = compareWithState(company.vault(), snapshot, altered.wanted, state).differences
    expect(found.map(line => altered.fields.find(field => line.startsWith(field))).sort()).toEqual(
      [...altered.fields].sort(),
    )
    expect(found.length).toBeGreaterThan(10)
  })

  test('one object more of any kind is found', async () => {
    const company = await makeCompany({ profile, ...busy })
    const { snapshot } = await backUp(company)
    const state = company.emulator.state()
    const whole = expectedOf(state, company.emulator.organization)
    const lastOf = new Map(whole.map(one => [one.kind, one]))
    const known = [...lastOf.keys()].filter(kind => resources.some(resource => resource.kind === kind))
    const others = whole.filter(one => lastOf.get(one.kind) !== one)
    const { differences } = compareWithState(company.vault(), snapshot, others, state)
    expect(differences).toHaveLength(known.length)
    expect(differences.filter(line => !line.endsWith('is in the snapshot only'))).toEqual([])
  })
})

test('what agents made and what a company is linked to is in it, and what strangers wrote only where asked for', async () => {
  const company = await makeCompany({ profile: 'current', ...busy })
  for (const one of Object.values({ ...keptCases, ...linkedCases })) await one.prepare?.(company)
  const { resources: kinds } = await backUp(company)
  expect(compare(company)).toMatchObject({ differences: [], noSuchKind: {} })
  const byStrangers = resources.filter(one => 'list' in one && one.byStrangers).map(one => one.kind)
  expect(byStrangers).toHaveLength(3)
  for (const kind of byStrangers) expect(kinds[kind] ?? 0).toBe(0)
  const others = [...Object.keys(keptCases), ...Object.keys(linkedCases)].map(asKind)
  for (const kind of others.filter(one => !byStrangers.includes(one)))
    expect(kinds[kind], kind).toBeGreaterThan(0)
  // Read once, and not asked for any more: it stays, and the snapshot says how old it is.
  const asked = await company.backUp({ exact: true }, { env: ALSO_READ })
  for (const kind of byStrangers) expect(asked.resources[kind]).toBe(2)
  const left = await company.backUp({ exact: true })
  expect(left).toMatchObject({ state: 'complete', removed: 0, resources: asked.resources })
  expect(left.weak?.map(one => one.kind)).toEqual(expect.arrayContaining(byStrangers))
})

/** Not every service lists its sites. */
function backUp(company: Company) {
  const [own] = itemsOf(company.emulator.state().organizations)
  const sites = itemsOf(own?.sites).map(site => site.id)
  return company.backUp({}, { env: { DOCVAULT_PLATFORM_SITES: sites.join() } })
}

function compare(company: Company) {
  const state = company.emulator.state()
  return compareWithState(company.vault(), 1, expectedOf(state, company.emulator.organization), state)
}
