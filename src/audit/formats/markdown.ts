/** Markdown with tables. What comes from the platform is escaped: it stays the text that it is. */
import { headlineWords } from '../../diff/headline.ts'
import type { Seal } from '../ledger/seal.ts'
import type { Cells, Report, ReportColumn, ReportTable } from '../report.ts'
import { SEVERITIES, shapes } from '../severity.ts'
import { factsOf, sealLines } from './facts.ts'
import { plain } from './plain.ts'

/** In a table of seven columns a line can still be read; JSON and CSV have all. */
const SHOWN = [
  'severity',
  'action',
  'kind',
  'title',
  'path',
  'subject',
  'before',
  'after',
  'detected_before',
  'actor',
  'rules',
]

/** JSON has more. */
const SHOWN_PLACES = 20

export function* renderMarkdown(report: Report, seal: Seal): Generator<string> {
  const { about, severities, missing, findings, main, sections } = report
  yield `**${text(about.statement)}**\n\n# ${text(about.title)}\n\n`
  for (const place of report.headline.slice(0, SHOWN_PLACES)) yield `- **${text(headlineWords(place))}**\n`
  yield* morePlaces(report)
  for (const [name, value] of factsOf(about)) yield `- ${name}: ${text(value)}\n`
  yield `\n## Counts\n\n${SEVERITIES.map(severity => `${shapes[severity]} ${severity} ${severities[severity]}`).join(' · ')}\n\n`
  for (const [name, count] of Object.entries(report.counts)) yield `- ${text(name)}: ${count}\n`
  yield '\n## Findings\n\n'
  if (findings.length === 0) yield 'None.\n'
  for (const finding of findings)
    yield `- ${shapes[finding.severity]} **${finding.severity}** ${text(finding.text)} (${finding.rule})\n`
  yield* table(main, main.id === 'changes' ? SHOWN : main.columns.map(({ name }) => name))
  for (const section of sections)
    yield* table(
      section,
      section.columns.map(({ name }) => name),
    )
  yield '\n## What could not be read, and why\n\n'
  if (missing.length === 0) yield 'Everything was read.\n'
  for (const gap of missing) {
    const again = gap.read_again === null ? '' : `; read again in snapshot ${gap.read_again}`
    yield `- snapshot ${gap.snapshot}: ${text(`${gap.kind} ${gap.parent}: ${gap.class}: ${gap.message}`)}${again}\n`
  }
  yield '\n## Proof\n\n'
  for (const [name, value] of sealLines(seal)) yield `- ${name}: \`${value}\`\n`
}

function* morePlaces({ headline }: Report): Generator<string> {
  const more = headline.length - SHOWN_PLACES
  if (more > 0) yield `- … and ${more} more places\n`
  if (headline.length > 0) yield '\n'
}

function* table(
  { title, note, columns, count, cells }: ReportTable,
  names: readonly string[],
): Generator<string> {
  yield `\n## ${text(title)} (${count})\n\n${text(note)}\n\n`
  if (count === 0) return yield 'None.\n'
  const shown = columns.filter(({ name }) => names.includes(name))
  yield `| ${shown.map(column => text(column.title)).join(' | ')} |\n|${shown.map(() => ' --- ').join('|')}|\n`
  for (const row of cells()) yield line(shown, row)
}

function line(columns: readonly ReportColumn[], cells: Cells): string {
  const written = columns.map(({ name }) =>
    name === 'severity'
      ? `${cells.derived_from ? '↳' : ''}${shapeOf(cells[name])} ${text(cells[name])}`
      : text(cells[name]),
  )
  return `| ${written.join(' | ')} |\n`
}

function shapeOf(severity: string | number | undefined): string {
  return SEVERITIES.filter(known => known === severity).map(known => shapes[known])[0] ?? ''
}

function text(value: string | number | undefined): string {
  return plain(value)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[\\|`*_[\]#~]/g, '\\$&')
}
