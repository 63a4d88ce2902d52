import { test } from 'vitest'
import { assertManyRuns } from '../../helpers/many-runs.ts'
import { assertUndoIsInverse, undoRun } from './undo-inverse.ts'

test('the undo of a restore gives back what the restore found, a thousand times', {
  timeout: 4 * 3600_000,
}, async () => {
  await assertManyRuns({
    title: 'undo is the inverse',
    drawn: undoRun,
    numRuns: 1000,
    assert: async run => `${run.profile} ${await assertUndoIsInverse(run)}`,
  })
})
