/**
 * UTF-8 with a byte order mark, so that a spreadsheet reads it as that. The first line says how complete the report is,
 * the second names the columns. A cell that a spreadsheet would take for a formula is made text.
 */
import type { Seal } from '../ledger/seal.ts'
import type { Cells, Report, ReportColumn } from '../report.ts'
import { plain } from './plain.ts'

const FORMULA = /^[\s\u00A0\uFEFF]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r]/

export function* renderCsv({ about, main, sections }: Report, seal: Seal): Generator<string> {
  yield `\uFEFF${cell(`${about.statement} ${about.title}, report ${seal.sha256}`)}\r\n`
  yield head(main.columns)
  for (const cells of main.cells()) yield line(main.columns, cells)
  for (const section of sections) {
    yield `\r\n${cell(`${section.title}: ${section.note}`)}\r\n`
    yield head(section.columns)
    for (const cells of section.cells()) yield line(section.columns, cells)
  }
}

function head(columns: readonly ReportColumn[]): string {
  return `${columns.map(({ title }) => cell(title)).join(',')}\r\n`
}

function line(columns: readonly ReportColumn[], cells: Cells): string {
  return `${columns.map(({ name }) => cell(cells[name])).join(',')}\r\n`
}

function cell(value: string | number | undefined): string {
  const text = plain(value)
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n\t']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
