/** Nobody of the source is in a masked copy: a plain search for every name and address that the source's platform has. */
import { expect, test } from 'vitest'
import { copyMasked, foundIn } from './masked-copy.ts'

test.each(['document', 'full', 'current'] as const)(
  'no name and no address of 60 people stands anywhere in a masked copy, profile %s',
  async profile => {
    const options = { profile, members: 60, teams: 4, comments: 20, changeRequests: 8, sites: 2 }
    const { company, people, result, whole } = await copyMasked(options, ['people'])
    expect(people.length).toBeGreaterThan(60)
    // The search finds them where they are.
    expect(foundIn(JSON.stringify(company.emulator.state()), people).length).toBe(2 * people.length)
    expect(foundIn(whole, people)).toEqual([])
    expect(result?.outcome.failures).toEqual([])
    expect(result?.verification.differences).toEqual([])
    expect(result?.state).toBe('complete')
  },
  120_000,
)
