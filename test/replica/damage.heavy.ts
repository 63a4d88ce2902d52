/** 2,000 single damages of a replica, or `DAMAGES=`, of `SEED=`. */
import { expect, test } from 'vitest'
import { damageMany } from './damage/run.ts'

const count = Number(process.env.DAMAGES ?? 2000)
const seed = Number(process.env.SEED ?? 1)

test(`each of ${count} damages is named without a key, repaired from the vault, and recovers to nothing wrong`, async () => {
  const { counts, wrong } = await damageMany({ count, seed })
  for (const [name, times] of [...counts].sort())
    process.stdout.write(`${String(times).padStart(5)} ${name}\n`)
  process.stdout.write(`${count} damages, seed ${seed}\n`)
  expect(wrong).toEqual([])
})
