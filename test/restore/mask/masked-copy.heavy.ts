/** Nobody of a company of 1,000 people is in its masked copy: a plain search for every name and address that its platform has. */
import { expect, test } from 'vitest'
import { copyMasked, foundIn } from './masked-copy.ts'

test('no name and no address of 1,000 people stands anywhere in a masked copy', async () => {
  const options = {
    profile: 'current' as const,
    members: 1000,
    teams: 40,
    comments: 300,
    changeRequests: 20,
    sites: 3,
  }
  const { company, people, result, whole } = await copyMasked(options, ['people'])
  expect(people.length).toBeGreaterThan(1000)
  expect(foundIn(JSON.stringify(company.emulator.state()), people).length).toBe(2 * people.length)
  expect(foundIn(whole, people)).toEqual([])
  expect(result?.outcome.failures).toEqual([])
  expect(result?.verification.differences).toEqual([])
  expect(result?.state).toBe('complete')
  console.log(`${people.length} people, ${whole.length} characters searched`)
})
