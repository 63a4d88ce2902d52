/**
 * The Markdown parser: CommonMark with tables and strikethrough, plus cells that a table's header does not have,
 * `{% … %}` tags as blocks and `$$…$$` as math.
 */
import Parser, { type MarkdownIt, type StateBlock, type StateInline } from 'markdown-it'
import { makeTableRule } from './wide-rows.ts'

const MAX_NESTING = 200

export function makeMarkdownParser(): MarkdownIt {
  const parser = new Parser({ html: true, maxNesting: MAX_NESTING })
  parser.block.ruler.before('fence', 'tag', tagRule, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  })
  parser.block.ruler.at('table', makeTableRule(), { alt: ['paragraph', 'reference'] })
  parser.inline.ruler.before('escape', 'math', mathRule)
  // Relative targets are paths to resolve, not addresses to make safe for a browser.
  parser.validateLink = () => true
  parser.normalizeLink = url => url
  return parser
}

function tagRule(state: StateBlock, startLine: number, _endLine: number, silent: boolean): boolean {
  const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0)
  const line = state.src.slice(start, state.eMarks[startLine]).trimEnd()
  if (!line.startsWith('{%') || !line.endsWith('%}')) return false
  if (silent) return true
  const token = state.push('tag', '', 0)
  token.content = line
  state.line = startLine + 1
  return true
}

function mathRule(state: StateInline, silent: boolean): boolean {
  if (!state.src.startsWith('$$', state.pos)) return false
  const end = state.src.indexOf('$$', state.pos + 2)
  if (end === -1 || end >= state.posMax) return false
  const formula = state.src.slice(state.pos + 2, end).trim()
  if (formula === '') return false
  if (!silent) state.push('math', '', 0).content = formula
  state.pos = end + 2
  return true
}
