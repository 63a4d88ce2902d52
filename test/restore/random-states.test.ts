/** A few of the many: `npm run test:restore-states` and `npm run test:undo` try a thousand of each. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assertRoundTrip, PROFILES, twoStates } from '../helpers/random-states/round-trip.ts'
import { assertUndoIsInverse, undoRun } from './take-back/undo-inverse.ts'

const FEW = { numRuns: 3, seed: 1322, endOnFailure: true }

describe.each(PROFILES)('profile %s', profile => {
  test('one of two random states is restored into the other, a second plan is empty, the undo gives it back', async () => {
    const states = twoStates.map(one => ({ ...one, profile }))
    await fc.assert(fc.asyncProperty(states, assertRoundTrip), FEW)
  })
})

test.each(['document', 'markdown'] as const)(
  'the same of a vault that keeps bodies as %s alone',
  async formats => {
    const states = twoStates.map(one => ({ ...one, formats }))
    await fc.assert(fc.asyncProperty(states, assertRoundTrip), { ...FEW, numRuns: 9 })
  },
)

test('the cover of a page whose file comes back under another id is lost, and planned once', async () => {
  const edit = (what: 'cover' | 'show' | 'no file' | 'add page', on = true) => ({
    what,
    which: 0,
    other: 0,
    on,
  })
  await assertRoundTrip({
    profile: 'current',
    first: [edit('cover'), edit('show')],
    second: [edit('no file', false), edit('add page', false)],
    deletes: false,
  })
})

test('random damages are restored, and the undo gives them back', async () => {
  const kinds: string[] = []
  const property = fc.asyncProperty(undoRun, async run => void kinds.push(await assertUndoIsInverse(run)))
  await fc.assert(property, FEW)
  expect(kinds).toHaveLength(FEW.numRuns)
})
