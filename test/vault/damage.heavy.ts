import { expect, test } from 'vitest'
import { damageMany, failures, sums, tableOf } from './damage/run.ts'
import { temporaryFolder } from './fixture.ts'

const SEED = Number(process.env.SEED ?? 1)
const COUNT = Number(process.env.COUNT ?? 2000)

test(`of ${COUNT} single damages none goes unnoticed, and no backup seals what is not true`, async () => {
  const verdicts = await damageMany(temporaryFolder(), { count: COUNT, seed: SEED })
  process.stdout.write(`${tableOf(verdicts)}\n\n${verdicts.length} damages, seed ${SEED}\n`)
  process.stdout.write(
    `${JSON.stringify({ told: sums(verdicts, 'told'), after: sums(verdicts, 'after') })}\n`,
  )
  expect(failures(verdicts)).toEqual([])
})
