import { test } from 'vitest'
import { assertManyRuns } from '../helpers/many-runs.ts'
import { assertRoundTrip, twoStates } from '../helpers/random-states/round-trip.ts'

test('a restore of one of two random states into the other, its second plan and its undo, a thousand times', {
  timeout: 4 * 3600_000,
}, async () => {
  await assertManyRuns({
    title: 'random states',
    drawn: twoStates,
    numRuns: 1000,
    assert: async states => {
      await assertRoundTrip(states)
      return `${states.profile}${states.deletes ? ' deletes' : ''}`
    },
  })
})
