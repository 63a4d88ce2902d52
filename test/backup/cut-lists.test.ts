import { expect, test } from 'vitest'
import { makeCompany } from '../helpers/company.ts'

test.each(['missing-page', 'loop'] as const)(
  'a list that goes wrong at its end (%s) is not taken for a whole one, however few its items',
  async kind => {
    const company = await makeCompany()
    company.emulator.fault({ operation: 'listMembersInOrganizationById', kind })
    const first = await company.backUp()
    expect(first).toMatchObject({ state: 'partial', resources: { space: 2 } })
    expect(first.gaps.map(gap => gap.kind)).toEqual(['member'])
    company.emulator.clearFaults()
    expect(await company.backUp()).toMatchObject({ state: 'complete', resources: { member: 12 } })
  },
)

test('a first backup that is told of empty spaces asks again the next time', async () => {
  const company = await makeCompany()
  company.emulator.fault({ operation: 'getRevisionById', kind: 'empty' })
  const first = await company.backUp()
  expect(first.resources.page ?? 0).toBe(0)
  company.emulator.clearFaults()
  expect(await company.backUp()).toMatchObject({ state: 'complete', resources: { page: 10 } })
})
