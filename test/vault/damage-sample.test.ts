import { expect, test } from 'vitest'
import { damageMany, failures } from './damage/run.ts'
import { temporaryFolder } from './fixture.ts'

test('of single damages to rows, schema and files none goes unnoticed, and no backup seals what is not true', async () => {
  const verdicts = await damageMany(temporaryFolder(), { count: 24, seed: 3, every: 17 })
  expect(verdicts).toHaveLength(24)
  expect(failures(verdicts)).toEqual([])
})
