/**
 * Puts every `{% … %}` tag that begins or ends a line on a line of its own, so that one block rule can read them.
 * Fenced code is left alone. Also keeps footnote definitions from being taken for link definitions, which vanish.
 */
import { makeFenceReader } from './fences.ts'

const TAG_OR_CODE = /(`+)[\s\S]*?\1|\{%[\s\S]*?%\}/g
const CLOSING_TAG = /\{%-?\s*end[\w-]+\s*-?%\}/
const MAX_TAG_LINES = 20

export function separateTags(markdown: string): string {
  const lines = markdown.split('\n')
  const out: string[] = []
  const isFenced = makeFenceReader()
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? ''
    if (isFenced(line)) {
      out.push(line)
      continue
    }
    const whole = wholeTag(lines, index)
    index += whole.extraLines
    out.push(...splitLine(whole.text))
  }
  return out.join('\n')
}

/** A tag may be written over several lines. */
function wholeTag(lines: readonly string[], index: number): { text: string; extraLines: number } {
  const text = lines[index] ?? ''
  if (!text.trimStart().startsWith('{%') || text.includes('%}')) return { text, extraLines: 0 }
  for (let extraLines = 1; extraLines < MAX_TAG_LINES; extraLines++) {
    const line = lines[index + extraLines]
    if (line === undefined || line.includes('{%')) break
    if (line.includes('%}')) return { text: lines.slice(index, index + extraLines + 1).join(' '), extraLines }
  }
  return { text, extraLines: 0 }
}

function splitLine(line: string): string[] {
  const body = line.trimStart()
  if (!body.startsWith('{%') && !CLOSING_TAG.test(body))
    return [line.replace(/^(\s*)\[\^([^\]]+)\]:/, '$1\\[^$2\\]:')]
  const indent = line.slice(0, line.length - body.length)
  const parts: string[] = []
  let text = ''
  let end = 0
  for (const match of body.matchAll(TAG_OR_CODE)) {
    text += body.slice(end, match.index)
    end = match.index + match[0].length
    if (match[1] !== undefined) text += match[0]
    else {
      parts.push(text, match[0])
      text = ''
    }
  }
  parts.push(text + body.slice(end))
  return parts.filter(part => part.trim() !== '').map(part => indent + part.trimStart())
}
