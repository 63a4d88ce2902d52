/** A seeded sample of the fault matrix: each fault once, and every second one in another profile. `npm run test:faults` runs all of it. */
import { expect, test } from 'vitest'
import { makeRandom } from '../../src/emulator/state/random.ts'
import { type Cell, makeFaultMatrix } from '../helpers/fault-matrix.ts'
import { faultVariants } from '../helpers/fault-table.ts'

test.each([
  ['full', 1, 1],
  ['document', 2, 2],
] as const)(
  'profile %s: a fault leads to an honest snapshot and a whole next one, wherever it strikes',
  { timeout: 240_000 },
  async (profile, seed, step) => {
    const matrix = await makeFaultMatrix(profile)
    const random = makeRandom(seed, 'cells')
    for (const variant of faultVariants.filter((_, index) => index % step === 0)) {
      const cells = matrix.cells.filter(cell => cell.variant === variant)
      const cell = cells[random.integer(cells.length)]
      if (!cell) throw new Error(`there is no operation for ${variant.name}`)
      expect([nameOf(cell), await matrix.run(cell)]).toEqual([
        nameOf(cell),
        expect.objectContaining({ problems: [] }),
      ])
    }
  },
)

function nameOf({ operation, variant }: Cell): string {
  return `${variant.name} × ${operation}`
}
