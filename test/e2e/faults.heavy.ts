/** The whole fault matrix, printed: one line an operation, one column a fault. FAULTS and OPERATIONS narrow it. */
import { expect, test } from 'vitest'
import { type Cell, makeFaultMatrix, type Outcome } from '../helpers/fault-matrix.ts'
import { faultVariants } from '../helpers/fault-table.ts'

const profiles = ['full', 'document', 'current'] as const
const wanted = (name: string, value: string) => process.env[name]?.split(',').includes(value) ?? true

test.each(profiles.filter(profile => wanted('PROFILES', profile)))(
  'profile %s: every fault on every operation leads to an honest snapshot and a whole next one',
  { timeout: 3 * 60 * 60_000 },
  async profile => {
    const matrix = await makeFaultMatrix(profile)
    const cells = matrix.cells.filter(
      ({ operation, variant }) => wanted('FAULTS', variant.name) && wanted('OPERATIONS', operation),
    )
    const results: { cell: Cell; outcome: Outcome }[] = []
    for (const cell of cells) {
      const result = { cell, outcome: await matrix.run(cell) }
      results.push(result)
      if (result.outcome.mark === '!') console.log(describeCell(result))
      if (results.length % 100 === 0) console.log(`${profile}: ${results.length} of ${cells.length} cells`)
    }
    print(profile, results)
    expect(results.filter(one => one.outcome.mark === '!').map(describeCell)).toEqual([])
    // A lasting fault that no run noticed proves nothing. What happens once may be mended by asking again.
    const lasting = faultVariants.filter(
      one => one.classes.length > 0 && one.fault.count === undefined && !one.moves,
    )
    const felt = (name: string) =>
      results.some(one => one.cell.variant.name === name && one.outcome.mark === 'P')
    if (cells.length === matrix.cells.length)
      expect(lasting.map(one => one.name).filter(name => !felt(name))).toEqual([])
  },
)

type Result = { cell: Cell; outcome: Outcome }

function print(profile: string, results: readonly Result[]): void {
  const variants = [...new Set(results.map(one => one.cell.variant.name))]
  const rows = Map.groupBy(results, ({ cell }) => `${cell.operation}${cell.first ? ' (first)' : ''}`)
  const lines = [...rows].sort().map(([name, row]) => {
    const marks = variants.map(
      variant => row.find(one => one.cell.variant.name === variant)?.outcome.mark ?? ' ',
    )
    return `${name.padEnd(56)} ${marks.join(' ')}`
  })
  const columns = variants.map((name, index) => `${' '.repeat(57 + 2 * index)}${name}`)
  const count = (mark: string) => results.filter(one => one.outcome.mark === mark).length
  const sums = ['=', 'P', '0', '?', '!'].map(mark => `${count(mark)} ${mark}`).join(', ')
  const legend =
    '= whole at once · P partial, honest · 0 no backup begun · ? emptiness believed at first sight · ! wrong'
  console.log([`${profile}: ${results.length} cells: ${sums}`, legend, ...columns, ...lines].join('\n'))
}

function describeCell({ cell, outcome }: Result): string {
  const place = `${cell.variant.name} × ${cell.operation}${cell.first ? ' (first)' : ''}`
  return `${place}: ${outcome.problems.join(' | ')}`
}
