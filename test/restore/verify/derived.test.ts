import { expect, test } from 'vitest'
import { makeCompany } from '../../helpers/company.ts'
import { restoreInto } from '../../helpers/restoring.ts'

test('who gets in follows by itself into another organization, and is told as it is there', async () => {
  const company = await makeCompany({ profile: 'full', sites: 1 })
  const { resources } = await company.backUp()
  const target = await restoreInto(company, { profile: 'full' })
  const { result } = await target.apply('1')
  const found = result?.verification.kinds.find(one => one.kind === 'space-access')
  const disabled = found?.not ?? 0
  expect(found?.full).toBeGreaterThan(0)
  expect(found).toMatchObject({ full: (resources['space-access'] ?? 0) - disabled, part: 0 })
  expect(disabled).toBeLessThan(found?.full ?? 0)
})
