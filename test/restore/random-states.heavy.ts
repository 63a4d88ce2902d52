import { test } from 'vitest'
import { assertManyRuns } from '../helpers/many-runs.ts'
import { assertRoundTrip, type TwoStates, twoStates } from '../helpers/random-states/round-trip.ts'

const timeout = 4 * 3600_000

test('a restore of one of two random states into the other, its second plan and its undo, a thousand times', {
  timeout,
}, async () => {
  await assertManyRuns({ title: 'random states', drawn: twoStates, numRuns: 1000, assert: kindOfRun })
})

test.each(['document', 'markdown'] as const)(
  'the same of a vault that keeps bodies as %s alone, four hundred times',
  { timeout },
  async formats => {
    const drawn = twoStates.map(one => ({ ...one, formats }))
    await assertManyRuns({ title: `random states, ${formats} alone`, drawn, numRuns: 400, assert: kindOfRun })
  },
)

async function kindOfRun(states: TwoStates): Promise<string> {
  await assertRoundTrip(states)
  return `${states.profile}${states.deletes ? ' deletes' : ''}`
}
