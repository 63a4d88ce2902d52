/** A small run of `npm run test:state`: what can be read is in the snapshot, equal, and nothing else is. */
import { describe, expect, test } from 'vitest'
import { resources } from '../../src/resources/index.ts'
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
