/** Counts of the emulator beside the formulas, term by term. */
import { resources } from '../../../src/resources/index.ts'
import { explanations } from './explanations.ts'
import type { Numbers } from './numbers.ts'
import { type Scenario, type Service, terms } from './terms.ts'

export interface Row {
  term: string
  formula: string
  predicted: number
  measured: number
  /** What is explained of the difference. */
  explained: number
  reason: string
}

export interface Measurement {
  service: Service
  scenario: Scenario
  numbers: Numbers
  operations: Readonly<Record<string, number>>
}

export function compareRequests({ service, scenario, numbers, operations }: Measurement): Row[] {
  const known = new Set(resources.map(resource => resource.kind))
  const reasonsFor = (term: string) =>
    explanations.filter(
      one => one.term === term && one.services.includes(service) && one.scenarios.includes(scenario),
    )
  const rowOf = (term: string, formula: string, predicted: number, measured: number): Row => {
    const reasons = reasonsFor(term).filter(one => one.difference[1](numbers) !== 0)
    return {
      term,
      formula,
      predicted,
      measured,
      explained: reasons.reduce((sum, one) => sum + one.difference[1](numbers), 0),
      reason: reasons.map(one => `${one.difference[0]}: ${one.reason}`).join('; '),
    }
  }
  const rows = terms.map(term => {
    const [text, value] = term.formulas[service]?.[scenario] ?? ['0', () => 0]
    const measured = term.operations.reduce((sum, name) => sum + (operations[name] ?? 0), 0)
    const row = rowOf(term.name, text, value(numbers), measured)
    if (term.kinds.some(kind => known.has(kind))) return row
    return { ...row, explained: measured - row.predicted, reason: 'no such kind yet' }
  })
  const named = new Set(terms.flatMap(term => term.operations))
  const others = Object.entries(operations).filter(([name]) => !named.has(name))
  return [...rows, ...others.map(([name, count]) => rowOf(name, '0', 0, count))]
}

export function unexplained(rows: readonly Row[]): string[] {
  return rows
    .filter(row => row.measured !== row.predicted + row.explained)
    .map(row => `${row.term}: ${row.measured} instead of ${row.predicted} + ${row.explained} explained`)
}

export function tableOf(title: string, rows: readonly Row[]): string {
  const shown = rows.filter(row => row.predicted !== 0 || row.measured !== 0)
  const total = (of: 'predicted' | 'measured') => rows.reduce((sum, row) => sum + row[of], 0)
  const lines = shown.map(row => lineOf(row.term, row.formula, row.predicted, row.measured, row.reason))
  const head = lineOf('term', 'formula', 'formula', 'asked', 'difference')
  return [title, head, ...lines, lineOf('all', '', total('predicted'), total('measured'), '')].join('\n')
}

function lineOf(
  term: string,
  formula: string,
  predicted: number | string,
  measured: number | string,
  reason: string,
) {
  const difference =
    typeof predicted === 'number' && typeof measured === 'number' && measured !== predicted
      ? `${measured > predicted ? '+' : ''}${measured - predicted}  `
      : ''
  return `  ${term.padEnd(34)} ${formula.padEnd(20)} ${String(predicted).padStart(8)} ${String(measured).padStart(8)}  ${difference}${reason}`
}
