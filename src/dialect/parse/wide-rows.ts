/**
 * Rows of a table that have more cells than its header. GFM ignores those cells. The platform has written such rows itself, with
 * pipes of code that it did not escape, and its reader keeps every cell: they stand behind the others here, so that no text is lost.
 */
import Parser, { type StateBlock, type Token } from 'markdown-it'

type BlockRule = (state: StateBlock, startLine: number, endLine: number, silent: boolean) => boolean

/** GFM's rule of tables as the parser has it, with the cells that it ignores. */
export function makeTableRule(): BlockRule {
  const [gfmTable] = new Parser('zero').enable('table').block.ruler.getRules('')
  if (gfmTable === undefined) throw new TypeError('the parser of Markdown has no rule of tables')
  return (state, startLine, endLine, silent) => {
    const begin = state.tokens.length
    if (!gfmTable(state, startLine, endLine, silent)) return false
    if (!silent) widenRows(state, begin)
    return true
  }
}

/** Appends the tokens anew: to insert cells between them takes time by the square of their number. */
function widenRows(state: StateBlock, begin: number): void {
  let cells: readonly string[] = []
  let read = 0
  for (const token of state.tokens.splice(begin)) {
    if (token.type === 'tr_open') {
      cells = cellsOf(lineOf(state, token))
      read = 0
    }
    if (token.type === 'th_open' || token.type === 'td_open') read++
    if (token.type === 'tr_close') for (const cell of cells.slice(read)) addCell(state, cell)
    state.tokens.push(token)
  }
}

function lineOf(state: StateBlock, { map }: Token): string {
  const [line = 0] = map ?? []
  const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0)
  return state.src.slice(start, state.eMarks[line])
}

/** As GFM splits them: a pipe behind a backslash is none, in code neither. Empty cells at the end say nothing. */
function cellsOf(line: string): readonly string[] {
  const cells = line.trim().split(/(?<!\\)\|/)
  if (cells[0] === '') cells.shift()
  const last = cells.findLastIndex(cell => cell.trim() !== '')
  return cells.slice(0, last + 1).map(cell => cell.replaceAll('\\|', '|').trim())
}

function addCell(state: StateBlock, content: string): void {
  state.push('td_open', 'td', 1)
  const inline = state.push('inline', '', 0)
  inline.content = content
  inline.children = []
  state.push('td_close', 'td', -1)
}
