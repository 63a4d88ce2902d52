/**
 * The lines of SUMMARY.md, told apart: headings, dividers, items (with their continuation lines and fenced YAML
 * joined to them) and the rest. Columns count a tab to the next multiple of four.
 */
export interface SummaryLine {
  type: 'heading' | 'divider' | 'item' | 'other'
  /** From 1, in the text without its front matter. */
  number: number
  text: string
  /** Of a heading. */
  level: number
  /** Of an item: where its marker stands, and where its text begins. */
  column: number
  contentColumn: number
  /** Of an item that is fenced YAML: what is between the fences. */
  fence?: string
}

const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/s
const DIVIDER = /^ {0,3}([*_-])[ \t]*(?:\1[ \t]*){2,}$/
const ITEM = /^([ \t]*)([*+-]|\d{1,9}[.)])(?:([ \t]+)(.*)|(?=\[)(.*)|$)/s
const FENCE = /^(`{3,}|~{3,})/

export function summaryLines(markdown: string): SummaryLine[] {
  const lines = markdown.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  const result: SummaryLine[] = []
  let mayContinue = false
  for (let at = 0; at < lines.length; at++) {
    const text = lines[at] ?? ''
    if (text.trimStart().startsWith('<!--')) {
      at = endOfComment(lines, at)
      continue
    }
    const line = classify(text, at + 1)
    const last = result.at(-1)
    if (line === null) mayContinue = false
    else if (line.type === 'other' && mayContinue && last !== undefined) last.text += ` ${text.trim()}`
    else {
      result.push(line)
      at = readFence(line, lines, at)
      mayContinue = line.type === 'item' && line.fence === undefined
    }
  }
  return result
}

function classify(text: string, number: number): SummaryLine | null {
  if (text.trim() === '') return null
  const line: SummaryLine = {
    type: 'other',
    number,
    text: text.trim(),
    level: 0,
    column: 0,
    contentColumn: 0,
  }
  if (DIVIDER.test(text)) return { ...line, type: 'divider' }
  const heading = HEADING.exec(text)
  if (heading !== null)
    return { ...line, type: 'heading', level: heading[1]?.length ?? 1, text: heading[2] ?? '' }
  const item = ITEM.exec(text)
  if (item === null) return line
  const [, indent = '', marker = '', space = '', content = item[5] ?? ''] = item
  const column = width(indent, 0)
  const after = width(space, column + marker.length)
  // More than four columns of space are part of the text, so the text then begins after one.
  const gap = after > 4 || content === '' ? 1 : after
  return { ...line, type: 'item', column, contentColumn: column + marker.length + gap, text: content.trim() }
}

/** Gives the last line that was used; an unclosed fence ends with the file, as in CommonMark. */
function readFence(line: SummaryLine, lines: string[], at: number): number {
  const fence = FENCE.exec(line.text)?.[1]
  if (fence === undefined) return at
  let end = at + 1
  while (end < lines.length && !(lines[end] ?? '').trim().startsWith(fence)) end++
  if (line.type === 'item') line.fence = lines.slice(at + 1, end).join('\n')
  return end
}

/** Gives the last line of it; an unclosed comment ends with the file. */
function endOfComment(lines: string[], at: number): number {
  let end = at
  while (end < lines.length && !(lines[end] ?? '').includes('-->')) end++
  return end
}

function width(space: string, from: number): number {
  let column = from
  for (const char of space) column = char === '\t' ? column + 4 - (column % 4) : column + 1
  return column - from
}
