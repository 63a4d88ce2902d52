import { describe, expect, test } from 'vitest'
import { makeCompany } from '../helpers/company.ts'
import { restoreInto } from '../helpers/restoring.ts'

describe.each(['document', 'full', 'current'] as const)('a whole organization, profile %s', profile => {
  test('comes back with declared losses only, and a second plan is empty', async () => {
    const company = await makeCompany({ profile, changeRequests: 8, comments: 9, sites: 3 })
    await company.backUp()
    const target = await restoreInto(company, { profile })
    const { result } = await target.apply('1')
    expect(result?.verification.differences).toEqual([])
    expect(result?.outcome.failures).toEqual([])
    const again = await target.plan('1')
    expect(again.plan?.steps.map(one => `${one.action} ${one.kind} ${one.label}: ${one.reason}`)).toEqual([])
  })
})
