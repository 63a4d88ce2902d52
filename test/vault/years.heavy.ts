import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from './fixture.ts'
import { live } from './years/life.ts'

const SEED = Number(process.env.SEED ?? 1)
const COUNT = Number(process.env.COUNT ?? 200)
const DAYS = Number(process.env.DAYS ?? 730)

test.each(Array.from({ length: COUNT }, (_, index) => SEED + index))(
  `after ${DAYS} days of everything that happens each snapshot is what it was, seed %s`,
  async seed => {
    const { counts, wrong } = await live(join(temporaryFolder(), 'vault'), { seed, days: DAYS })
    process.stdout.write(`seed ${seed}: ${JSON.stringify(counts)}\n`)
    expect(wrong).toEqual([])
  },
)
