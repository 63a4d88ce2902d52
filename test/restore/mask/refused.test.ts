/** What a masked copy is refused for. */
import { expect, test } from 'vitest'
import { makeCompany } from '../../helpers/company.ts'
import { docvault } from '../../helpers/docvault.ts'
import { restoreHome, restoreInto } from '../../helpers/restoring.ts'

test.each([
  [['--mask', 'people'], '--mask wants --to'],
  [['--mask', 'names', '--to', 'x'], '--mask "names" is none of people, comments'],
  [['--mask', '', '--to', 'x'], '--mask wants to know what is to be masked'],
  [['--mask', 'comments', '--to', 'x'], '--mask comments goes with people only'],
])('%j is refused', async (options, words) => {
  const company = await makeCompany({ members: 2, teams: 0 })
  await company.backUp()
  const { code, stderr } = await docvault(['restore', '1', ...options], { env: company.env })
  expect([code, stderr]).toEqual([2, expect.stringContaining(words)])
})

test('into its own organization, of chosen people, and after an unmasked restore it is refused', async () => {
  const company = await makeCompany({ members: 3, teams: 0 })
  await company.backUp()
  const mask = { what: ['people'] as const }
  await expect(restoreHome(company).plan('1', { mask })).rejects.toThrow('--mask is for another organization')
  const target = await restoreInto(company)
  await expect(target.plan('1', { mask, people: ['x'] })).rejects.toThrow('--person and --mask exclude')
  await target.apply('1')
  await expect(target.plan('1', { mask })).rejects.toThrow('unmasked')
})
