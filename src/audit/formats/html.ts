/**
 * One self-contained file: the questions first (how complete, how bad), then rows, then what could not be read, then
 * proof and lines to sign. Severity is a word with a shape.
 */

import { headlineWords } from '../../diff/headline.ts'
import { closeDocument, openDocument } from '../../diff/html/document.ts'
import type { Seal } from '../ledger/seal.ts'
import type { Cells, Report, ReportColumn, ReportTable } from '../report.ts'
import { SEVERITIES, type Severity, shapes } from '../severity.ts'
import { factsOf, sealLines } from './facts.ts'
import { facts, signatureLines, text } from './html-parts.ts'

/** Cells that belong together are put into one column, or a row is too wide for paper. */
const merged: Readonly<Record<string, readonly (readonly [title: string, names: readonly string[]])[]>> = {
  changes: [
    ['severity', ['severity']],
    ['what', ['action', 'kind', 'title', 'path']],
    ['subject', ['subject', 'email']],
    ['before', ['before', 'effective_before']],
    ['after', ['after', 'effective_after', 'via']],
    ['when', ['occurred', 'detected_after', 'detected_before']],
    ['who', ['actor', 'source']],
    ['why', ['rules', 'controls', 'cause']],
  ],
  people: [
    ['person', ['person', 'email']],
    ['on', ['place']],
    ['role', ['role']],
    ['via', ['via', 'source']],
    ['status', ['status', 'last_seen']],
    ['decision', ['decision']],
    ['justification', ['justification']],
    ['reviewer, date, ticket', ['reviewer', 'date', 'ticket']],
  ],
}

/** JSON has more. */
const SHOWN_PLACES = 20

export function* renderHtml(report: Report, seal: Seal): Generator<string> {
  const { about, main, sections, findings, missing } = report
  yield openDocument(about.title, about.statement)
  yield about.partial
    ? `<p class="banner">${text(about.statement)}</p>\n`
    : `<p class="soft">${text(about.statement)}</p>\n`
  yield `<h1>${text(about.title)}</h1>\n${places(report)}${facts(factsOf(about))}`
  yield contents([main, ...sections])
  yield `<h2 id="counts">Counts</h2>\n${severityLine(report)}${facts(Object.entries(report.counts).map(([name, count]) => [name, String(count)]))}`
  yield '<h2 id="findings">Findings</h2>\n'
  yield findings.length === 0 ? '<p>None.</p>\n' : '<ul>\n'
  for (const finding of findings)
    yield `<li>${badge(finding.severity)} ${text(finding.text)} <span class="soft">(${text(finding.rule)})</span></li>\n`
  if (findings.length > 0) yield '</ul>\n'
  yield* table(main)
  for (const section of sections) yield* table(section)
  yield '<h2 id="missing">What could not be read, and why</h2>\n'
  yield missing.length === 0 ? '<p>Everything was read.</p>\n' : '<ul>\n'
  for (const gap of missing) {
    const again = gap.read_again === null ? '' : `; read again in snapshot ${gap.read_again}`
    yield `<li>Snapshot ${gap.snapshot}: ${text(`${gap.kind} ${gap.parent}: ${gap.class}: ${gap.message}`)}${again}</li>\n`
  }
  if (missing.length > 0) yield '</ul>\n'
  yield `<h2 id="proof">Proof</h2>\n${facts(sealLines(seal))}`
  yield signatureLines
  yield closeDocument()
}

function places({ headline }: Report): string {
  const items = headline.slice(0, SHOWN_PLACES).map(place => `<li>${text(headlineWords(place))}</li>`)
  const more = headline.length - items.length
  if (more > 0) items.push(`<li>… and ${more} more places</li>`)
  return items.length === 0 ? '' : `<ul>${items.join('')}</ul>\n`
}

function contents(tables: readonly ReportTable[]): string {
  const links = [
    ['counts', 'Counts'],
    ['findings', 'Findings'],
    ...tables.map(({ id, title, count }) => [`table-${id}`, `${title} (${count})`]),
    ['missing', 'What could not be read, and why'],
    ['proof', 'Proof'],
  ]
  const items = links.map(([id, title]) => `<li><a href="#${text(id)}">${text(title)}</a></li>`)
  return `<nav aria-label="Contents"><ul>${items.join('')}</ul></nav>\n`
}

function severityLine({ severities }: Report): string {
  return `<p>${SEVERITIES.map(severity => `${badge(severity)} ${severities[severity]}`).join(' &nbsp; ')}</p>\n`
}

function* table(table: ReportTable): Generator<string> {
  const { id, title, note, columns, count, cells } = table
  yield `<h2 id="table-${text(id)}">${text(title)} (${count})</h2>\n<p class="soft">${text(note)}</p>\n`
  if (count === 0) return yield '<p>None.</p>\n'
  const layout = merged[id] ?? columns.map((column: ReportColumn) => [column.title, [column.name]] as const)
  yield `<table class="rows"><thead><tr>${layout.map(([name]) => `<th>${text(name)}</th>`).join('')}</tr></thead><tbody>\n`
  for (const row of cells()) yield line(layout, row)
  yield '</tbody></table>\n'
}

function line(layout: readonly (readonly [string, readonly string[]])[], cells: Cells): string {
  const written = layout.map(([title, names]) => `<td data-name="${text(title)}">${cell(names, cells)}</td>`)
  return `<tr>${written.join('')}</tr>\n`
}

const prefixes: Readonly<Record<string, string>> = {
  effective_before: 'in effect: ',
  effective_after: 'in effect: ',
  via: 'via ',
  detected_after: 'after ',
  detected_before: 'before ',
  occurred: 'at ',
  path: 'in ',
}

function cell(names: readonly string[], cells: Cells): string {
  if (names[0] === 'severity') return `${cells.derived_from ? '↳' : ''}${badgeOf(String(cells.severity))}`
  const lines = names
    .filter(name => cells[name] !== undefined && cells[name] !== '' && cells[name] !== 'unknown')
    .map((name, index) => {
      const words = `${prefixes[name] ?? ''}${text(shortTime(cells[name]))}`
      return index === 0 ? words : `<span class="soft">${words}</span>`
    })
  if (lines.length === 0 && names.some(name => cells[name] === 'unknown')) return 'unknown'
  return lines.join('<br>')
}

/** To the minute: JSON and CSV have it exactly. */
function shortTime(value: string | number | undefined): string | number | undefined {
  const form = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):[\d.]+Z$/
  return typeof value === 'string' ? value.replace(form, '$1\u00A0$2Z') : value
}

function badgeOf(severity: string): string {
  const known = SEVERITIES.find(shown => shown === severity)
  return known ? badge(known) : text(severity)
}

function badge(severity: Severity): string {
  return `<span class="tag ${severity}"><span aria-hidden="true">${shapes[severity]}</span> ${severity}</span>`
}
