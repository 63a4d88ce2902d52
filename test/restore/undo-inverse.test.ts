import { test } from 'vitest'
import { assertUndoIsInverse } from './undo-inverse.ts'

test('the undo of a restore gives back what the restore found', async () => {
  await assertUndoIsInverse(4)
})
