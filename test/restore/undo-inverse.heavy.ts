import { test } from 'vitest'
import { assertUndoIsInverse } from './undo-inverse.ts'

test('the undo of a restore gives back what the restore found, a thousand times', {
  timeout: 4 * 3600_000,
}, async () => {
  await assertUndoIsInverse(Number(process.env.DOCVAULT_RUNS ?? 1000))
})
