import { expect, test } from 'vitest'
import { makeCompany } from '../helpers/company.ts'
import { comparable, restoreInto } from '../helpers/restoring.ts'

test.each(['document', 'full', 'current'] as const)(
  'resuming a run that is complete writes nothing, profile %s',
  async profile => {
    const company = await makeCompany({ profile, changeRequests: 8, comments: 6, sites: 2 })
    await company.backUp()
    const target = await restoreInto(company, { profile })
    const { result } = await target.apply('1')
    const before = comparable(target)
    const again = await target.run({ action: 'resume', run: result?.run ?? 0 })
    expect(again.result?.verification.differences).toEqual([])
    // Where nothing can change a page of a draft, the plan says again that it differs; the journal knows better.
    if (profile !== 'document')
      expect(again.plan?.steps.map(one => `${one.kind} ${one.label}: ${one.reason}`)).toEqual([])
    expect(comparable(target)).toEqual(before)
  },
)
