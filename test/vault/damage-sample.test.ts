import { expect, test } from 'vitest'
import { damageMany, failures } from './damage/run.ts'
import { temporaryFolder } from './fixture.ts'

test('of single damages to rows, schema and files none goes unnoticed, and no backup seals what is not true', async () => {
  const verdicts = await damageMany(temporaryFolder(), { count: 60, seed: 3, every: 7 })
  expect(verdicts).toHaveLength(60)
  expect(failures(verdicts)).toEqual([])
})
