import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from './fixture.ts'
import { live } from './years/life.ts'

test.each([1, 2, 3, 4, 5])(
  'after a season of everything that happens each snapshot is what it was, seed %s',
  async seed => {
    const { counts, wrong } = await live(join(temporaryFolder(), 'vault'), { seed, days: 90 })
    expect(wrong).toEqual([])
    expect(counts.backUp).toBe(90)
  },
)
