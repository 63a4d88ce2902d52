/** One self-contained page that prints: what is not known stands before what is, in each section. */
import { sealLines } from '../../audit/formats/facts.ts'
import { facts, signatureLines, text } from '../../audit/formats/html-parts.ts'
import type { Seal } from '../../audit/ledger/seal.ts'
import { closeDocument, openDocument } from '../../diff/html/document.ts'
import type { EvidenceDocument } from '../document.ts'
import type { Section, ShownTable } from '../section.ts'
import type { Unknown } from '../sources.ts'
import { timeWords } from '../words.ts'

export function* renderHtml(document: EvidenceDocument, seal: Seal): Generator<string> {
  const { about, sections } = document
  yield openDocument(about.title, about.statement)
  yield `<h1>${text(about.title)}</h1>\n`
  yield `<p class="${about.partial ? 'banner' : 'soft'}">${text(about.statement)}</p>\n`
  yield facts(aboutLines(document))
  yield contents(sections)
  yield* controlTable(document)
  for (const section of sections) yield* sectionHtml(section)
  yield `<h2 id="proof">Proof</h2>\n${facts(sealLines(seal))}`
  yield '<p class="soft">The JSON of the same document has these digests; <code>docvault audit verify FILE</code> proves either file.</p>\n'
  yield signatureLines
  yield closeDocument()
}

function aboutLines({ about }: EvidenceDocument): [string, string][] {
  const { organizations, period, generator, ledger_head } = about
  return [
    ['organizations', organizations.map(({ id, title }) => `${title} (${id})`).join(', ') || 'none'],
    ['period', `${timeWords(period.from)} to ${timeWords(period.to)}, the end not included; times are UTC`],
    ['made by', `${generator.name} ${generator.version}`],
    [
      'ledger at the end of the period',
      ledger_head === null ? 'no entry' : `entry ${ledger_head.number}, ${ledger_head.hash}`,
    ],
  ]
}

function contents(sections: readonly Section[]): string {
  const links = [
    ['controls', 'Controls and where to look'],
    ...sections.map(({ id, title, facts: { unknown } }) => [
      id,
      unknown.length === 0 ? title : `${title} (${unknown.length} not known)`,
    ]),
    ['proof', 'Proof'],
  ]
  const items = links.map(([id, title]) => `<li><a href="#${text(id)}">${text(title)}</a></li>`)
  return `<nav aria-label="Contents"><ul>${items.join('')}</ul></nav>\n`
}

function* controlTable({ controls, sections }: EvidenceDocument): Generator<string> {
  yield '<h2 id="controls">Controls and where to look</h2>\n'
  yield '<p class="soft">Which section speaks to what a control asks about. Whether the control is met is for its auditor to say.</p>\n'
  yield '<table class="rows"><thead><tr><th>Control</th><th>Asks about</th><th>Sections</th></tr></thead><tbody>\n'
  for (const { framework, control, asks, sections: ids } of controls) {
    const links = sections
      .filter(({ id }) => ids.includes(id))
      .map(({ id, title }) => `<a href="#${text(id)}">${text(title)}</a>`)
    yield `<tr><td data-name="Control">${text(`${framework}, ${control}`)}</td><td data-name="Asks about">${text(asks)}</td><td data-name="Sections">${links.join(', ')}</td></tr>\n`
  }
  yield '</tbody></table>\n'
}

function* sectionHtml({ id, title, note, facts: { unknown }, shown }: Section): Generator<string> {
  yield `<h2 id="${text(id)}">${text(title)}</h2>\n<p class="soft">${text(note)}</p>\n`
  if (unknown.length > 0) yield `<ul>${unknown.map(unknownHtml).join('')}</ul>\n`
  if (shown.facts.length > 0) yield facts(shown.facts)
  for (const table of shown.tables) yield* tableHtml(table)
}

function unknownHtml({ what, from, to, why }: Unknown): string {
  const when =
    from === null && to === null
      ? ''
      : ` (${from === null ? '' : `from ${timeWords(from)}`}${to === null ? '' : ` to ${timeWords(to)}`})`
  return `<li><span class="tag unknown"><span aria-hidden="true">?</span> not known</span> ${text(`${what}${when}: ${why}`)}</li>`
}

function* tableHtml({ title, columns, rows, more = 0 }: ShownTable): Generator<string> {
  yield `<h3>${text(title)}</h3>\n`
  if (rows.length === 0 && more === 0) return yield '<p>None is recorded.</p>\n'
  yield `<table class="rows"><thead><tr>${columns.map(name => `<th>${text(name)}</th>`).join('')}</tr></thead><tbody>\n`
  for (const row of rows)
    yield `<tr>${row.map((cell, index) => `<td data-name="${text(columns[index])}">${text(cell)}</td>`).join('')}</tr>\n`
  yield '</tbody></table>\n'
  if (more > 0) yield `<p>${more} more are not listed.</p>\n`
}
