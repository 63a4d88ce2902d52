import { expect, test } from 'vitest'
import { makeCompany } from '../../helpers/company.ts'
import { comparable, restoreInto } from '../../helpers/restoring.ts'

test.each(['document', 'full', 'current'] as const)(
  'with each answer to a write lost once nothing is made twice, profile %s',
  async profile => {
    const company = await makeCompany({ profile, changeRequests: 6, comments: 6, sites: 1 })
    await company.backUp()
    const whole = await restoreInto(company, { profile })
    expect((await whole.apply('1')).result?.verification.differences).toEqual([])
    const target = await restoreInto(company, { profile })
    target.emulator.fault({ operation: '*', kind: 'lost-answer' })
    const { result } = await target.apply('1')
    expect(result?.outcome.failures).toEqual([])
    expect(result?.verification.differences).toEqual([])
    expect(comparable(target)).toEqual(comparable(whole))
  },
)
