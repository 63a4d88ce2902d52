/** What became of everything that was judged, as a table for people. */
import type { Line } from './run.ts'

const COUNTS = ['points', 'judged', 'vaults', 'sound', 'refused', 'unharmed', 'leftovers'] as const

export function tableOf(lines: readonly Line[]): string {
  const total = { operation: 'all', kind: '', ...sumOf(lines) }
  const rows = [...lines, total].map(line => [
    line.operation,
    line.kind,
    ...COUNTS.map(count => `${line[count]}`),
  ])
  const all = [['operation', 'what happened', ...COUNTS], ...rows]
  const widths = all[0]?.map((_, column) => Math.max(...all.map(row => row[column]?.length ?? 0))) ?? []
  return all
    .map(row => row.map((cell, column) => padded(cell, column, widths[column] ?? 0)).join('  '))
    .join('\n')
}

export function sumOf(lines: readonly Line[]): Record<(typeof COUNTS)[number], number> {
  const sum = { points: 0, judged: 0, vaults: 0, sound: 0, refused: 0, unharmed: 0, leftovers: 0 }
  for (const line of lines) for (const count of COUNTS) sum[count] += line[count]
  return sum
}

function padded(cell: string, column: number, width: number): string {
  return column < 2 ? cell.padEnd(width) : cell.padStart(width)
}
