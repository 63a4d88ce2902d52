/** A small run of `npm run test:state`: what can be read is in the snapshot, equal, and nothing else is. */
import { describe, expect, test } from 'vitest'
import { type Company, makeCompany } from '../helpers/company.ts'
import { alterations } from '../helpers/state/alter.ts'
import { compareWithState } from '../helpers/state/compare.ts'
import { expectedOf } from '../helpers/state/organization.ts'

const busy = { comments: 12, changeRequests: 8, sites: 3 }

describe.each(['full', 'document', 'current'] as const)('profile %s', profile => {
  test('a snapshot is the state of the platform, object by object and field by field', async () => {
    const company = await makeCompany({ profile, ...busy })
    expect(await company.backUp()).toMatchObject({ state: 'complete' })
    const { differences, noSuchKind } = compare(company)
    if (Object.keys(noSuchKind).length > 0) console.log(`${profile}: no such kind yet:`, noSuchKind)
    expect(differences).toEqual([])
  })

  test('one altered field, or one object more, of any kind is found', async () => {
    const company = await makeCompany({ profile, ...busy })
    const { snapshot } = await company.backUp()
    const state = company.emulator.state()
    const whole = expectedOf(state, company.emulator.organization)
    for (const { kind, field, wanted } of alterations(whole, 1)) {
      const found = compareWithState(company.vault(), snapshot, wanted, state).differences
      expect([kind, field, found]).toEqual([kind, field, [expect.stringContaining(field)]])
      const last = whole.findLast(one => one.kind === kind)
      const others = whole.filter(one => one !== last)
      const left = compareWithState(company.vault(), snapshot, others, state).differences
      expect([kind, left]).toEqual([kind, [expect.stringMatching(/is in the snapshot only$/)]])
    }
  })
})

function compare(company: Company) {
  const state = company.emulator.state()
  return compareWithState(company.vault(), 1, expectedOf(state, company.emulator.organization), state)
}
