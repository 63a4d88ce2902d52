/** A snapshot goes into a service of another version: that is asked for nothing that it does not know. */
import { expect, test } from 'vitest'
import { makeCompany } from '../helpers/company.ts'
import { restoreInto } from '../helpers/restoring.ts'

test.each([
  ['full', 'current'],
  ['current', 'full'],
] as const)(
  'what %s has comes into %s, without what that cannot say',
  { timeout: 5 * 60_000 },
  async (from, to) => {
    const company = await makeCompany({ profile: from, members: 4, sites: 2 })
    await company.backUp()
    const target = await restoreInto(company, { profile: to })
    const { result } = await target.apply('latest', {})
    expect(result?.outcome.failures).toEqual([])
    expect(result?.verification.differences).toEqual([])
  },
)
