/** Two texts beside each other, line by line, with the words that differ marked. Rows are bounded. */
import { diffWordsWithSpace, structuredPatch } from 'diff'
import { type BodyPair, tooDifferent } from '../body-diff.ts'
import { escapeHtml } from './document.ts'

const MAX_ROWS = 2000
const MAX_LINE = 4000
const TIMEOUT_MS = 2000

interface Line {
  number: number
  text: string
}

export function sideBySide(bodies: BodyPair): string {
  const { name, before, after } = bodies
  const options = { context: 3, timeout: TIMEOUT_MS }
  const patch = structuredPatch(name, name, before, after, undefined, undefined, options)
  if (patch === undefined) return `<p class="soft">${escapeHtml(tooDifferent(bodies))}</p>\n`
  const rows = patch.hunks.flatMap((hunk, index) => [
    ...(index === 0 ? [] : ['<tr><td class="skip" colspan="4">⋯</td></tr>']),
    ...rowsOf(hunk.lines, hunk.oldStart, hunk.newStart),
  ])
  const more = rows.length - MAX_ROWS
  const tail = more > 0 ? `<p class="soft">… and ${more} more lines</p>\n` : ''
  const columns = '<colgroup><col class="at"><col><col class="at"><col></colgroup>'
  return `<table class="body">${columns}<tbody>\n${rows.slice(0, MAX_ROWS).join('\n')}\n</tbody></table>\n${tail}`
}

function rowsOf(lines: readonly string[], oldStart: number, newStart: number): string[] {
  const rows: string[] = []
  let [old, fresh] = [oldStart, newStart]
  let gone: Line[] = []
  let come: Line[] = []
  const settle = () => {
    for (let at = 0; at < Math.max(gone.length, come.length); at++) rows.push(pairRow(gone[at], come[at]))
    gone = []
    come = []
  }
  for (const line of lines) {
    const text = line.slice(1)
    if (line.startsWith('-')) gone.push({ number: old++, text })
    else if (line.startsWith('+')) come.push({ number: fresh++, text })
    else if (line.startsWith(' ')) {
      settle()
      rows.push(sameRow(old++, fresh++, text))
    }
  }
  settle()
  return rows
}

function sameRow(old: number, fresh: number, text: string): string {
  const cell = escapeHtml(cut(text))
  return `<tr><td class="at">${old}</td><td>${cell}</td><td class="at">${fresh}</td><td class="twice">${cell}</td></tr>`
}

function pairRow(gone: Line | undefined, come: Line | undefined): string {
  const [left, right] = gone && come ? markedWords(gone.text, come.text) : [plain(gone), plain(come)]
  return `<tr>${cellOf(gone, left, 'gone')}${cellOf(come, right, 'come')}</tr>`
}

function cellOf(line: Line | undefined, html: string, name: string): string {
  if (line === undefined) return '<td class="at"></td><td class="blank"></td>'
  return `<td class="at">${line.number}</td><td class="${name}">${html}</td>`
}

function plain(line: Line | undefined): string {
  return line === undefined ? '' : escapeHtml(cut(line.text))
}

function markedWords(before: string, after: string): [string, string] {
  if (before.length > MAX_LINE || after.length > MAX_LINE)
    return [escapeHtml(cut(before)), escapeHtml(cut(after))]
  let [left, right] = ['', '']
  for (const { added, removed, value } of diffWordsWithSpace(before, after)) {
    const text = escapeHtml(value)
    if (!added) left += removed ? `<del>${text}</del>` : text
    if (!removed) right += added ? `<ins>${text}</ins>` : text
  }
  return [left, right]
}

function cut(line: string): string {
  return line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line
}
