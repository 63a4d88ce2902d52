import { expect, test } from 'vitest'
import { periodOf } from '../../src/audit/period.ts'
import { makeCompany } from '../helpers/company.ts'

test('a period begins and ends with the snapshots that --since and --until name, both included', async () => {
  const company = await makeCompany()
  for (let night = 1; night <= 4; night++) await company.backUp()
  const vault = company.vault()
  const numbers = (since?: string, until?: string) =>
    periodOf(vault, { since, until }).map(one => one.snapshot)
  expect(numbers()).toEqual([3, 4])
  expect(numbers('2')).toEqual([2, 3, 4])
  expect(numbers('2', '3')).toEqual([2, 3])
  expect(numbers(undefined, '3')).toEqual([2, 3])
  expect(numbers('2000-01-01', '3')).toEqual([1, 2, 3])
  const sealed = vault.snapshots().map(one => one.sealed ?? '')
  expect(numbers(sealed[1], sealed[2])).toEqual([2, 3])
  expect(() => numbers('4', '4')).toThrow('needs two snapshots')
  expect(() => numbers('2026-99-99')).toThrow('is no time')
})
