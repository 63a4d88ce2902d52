/** A few of the many: `npm run test:restore-states` and `npm run test:undo` try a thousand of each. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assertRoundTrip, PROFILES, twoStates } from '../helpers/random-states/round-trip.ts'
import { assertUndoIsInverse, undoRun } from './undo-inverse.ts'

const FEW = { numRuns: 3, seed: 1322, endOnFailure: true }

describe.each(PROFILES)('profile %s', profile => {
  test('one of two random states is restored into the other, a second plan is empty, the undo gives it back', async () => {
    const states = twoStates.map(one => ({ ...one, profile }))
    await fc.assert(fc.asyncProperty(states, assertRoundTrip), FEW)
  })
})

test('random damages are restored, and the undo gives them back', async () => {
  const kinds: string[] = []
  const property = fc.asyncProperty(undoRun, async run => void kinds.push(await assertUndoIsInverse(run)))
  await fc.assert(property, FEW)
  expect(kinds).toHaveLength(FEW.numRuns)
})
