/**
 * Markdown with everything blanked that is shown and not followed: fenced and inline code, formulas, comments.
 * Length and line ends stay, so a position in the result is a position in the input. Linear in the input.
 */
import { makeFenceReader } from '../parse/fences.ts'

export function maskCode(markdown: string): string {
  return maskBetween(maskInline(maskFences(markdown)), '<!--', '-->')
}

function maskFences(markdown: string): string {
  if (!markdown.includes('```') && !markdown.includes('~~~')) return markdown
  const isFenced = makeFenceReader()
  const lines = markdown.split('\n').map(line => (isFenced(line) ? blank(line) : line))
  return lines.join('\n')
}

/** Inline code and formulas end with their paragraph, so a stray mark hides no more than that. */
function maskInline(markdown: string): string {
  if (!markdown.includes('`') && !markdown.includes('$$')) return markdown
  return markdown
    .split(/(\n[ \t>]*\r?\n)/)
    .map(paragraph => maskBetween(maskCodeSpans(paragraph), '$$', '$$'))
    .join('')
}

function maskCodeSpans(paragraph: string): string {
  if (!paragraph.includes('`')) return paragraph
  const runs = [...paragraph.matchAll(/`+/g)].map(match => ({ at: match.index, length: match[0].length }))
  let result = ''
  let done = 0
  for (let n = 0; n < runs.length; n++) {
    const open = runs[n]
    if (open === undefined) break
    // A backslash before a run takes its first mark out of it.
    const close = findRun(runs, n + 1, open.length - (isEscaped(paragraph, open.at) ? 1 : 0))
    const end = runs[close]
    if (end === undefined) continue
    result += paragraph.slice(done, open.at) + blank(paragraph.slice(open.at, end.at + end.length))
    done = end.at + end.length
    n = close
  }
  return result + paragraph.slice(done)
}

function findRun(runs: { length: number }[], from: number, length: number): number {
  let at = from
  while (length > 0 && at < runs.length && runs[at]?.length !== length) at++
  return length > 0 ? at : -1
}

export function isEscaped(text: string, at: number): boolean {
  let before = at
  while (text[before - 1] === '\\') before--
  return (at - before) % 2 === 1
}

function maskBetween(text: string, open: string, close: string): string {
  let result = ''
  let done = 0
  for (let start = text.indexOf(open); start !== -1; start = text.indexOf(open, done)) {
    const end = text.indexOf(close, start + open.length)
    if (end === -1) break
    result += text.slice(done, start) + blank(text.slice(start, end + close.length))
    done = end + close.length
  }
  return result + text.slice(done)
}

function blank(text: string): string {
  return text.replace(/[^\r\n]/g, ' ')
}
