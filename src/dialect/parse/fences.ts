/**
 * Fenced code, line by line (CommonMark 4.5): what stands in it is text, whatever it looks like. One that nobody closed ends
 * with the list item or the quote that it stands in, so that it hides no more than that.
 */

const FENCE = /^(`{3,}|~{3,})(.*)$/
const MARKER = /^([*+-]|\d{1,9}[.)])(?=[ \t]|$)/
/** Of an item that ends a paragraph that it stands beside: it says something, and is the first of its numbers. */
const ITEM = /^(?:[*+-]|0*1[.)])[ \t]+\S/
/** More white space than this behind a marker belongs to code that is indented. */
const MOST_SPACE = 4
/** What ends a paragraph; any other line goes on with it, wherever it begins. */
const BLOCK = /^(?:#{1,6}(?:[ \t]|$)|>|`{3,}|~{3,}|<|\{%|(?:[*_-][ \t]*){3,}$)/
const TAB = 4
/** Nobody nests deeper; without a limit a hostile line takes quadratic time. */
const MOST_NESTING = 100

interface Fence {
  run: string
  /** Column where the list item that it stands in begins; 0 outside of all. */
  column: number
  /** How many quotes it stands in. */
  quotes: number
}

/** Asked for each line of a text in turn: whether it belongs to fenced code, the fences themselves included. */
export function makeFenceReader(): (line: string) => boolean {
  const reader = new FenceReader()
  return line => reader.read(line.endsWith('\r') ? line.slice(0, -1) : line)
}

class FenceReader {
  #open: Fence | null = null
  /** Columns where list items begin that the line stands in, outermost first. */
  #items: number[] = []
  #quotes = 0
  #isParagraph = false

  read(line: string): boolean {
    if (this.#open !== null) {
      const { run, quotes } = this.#open
      // What stands in it is no quote of its own.
      const inside = lead(line, 0, quotes)
      if (isWithin(this.#open, inside)) {
        if (isClosing(run, inside.rest)) this.#open = null
        return true
      }
      this.#open = null
      this.#isParagraph = false
    }
    const found = lead(line)
    if (found.rest === '') {
      this.#isParagraph = false
      if (found.quotes !== this.#quotes) this.#leave(found.quotes)
      return false
    }
    return this.#begin(found)
  }

  #begin(found: Lead): boolean {
    const mayGoOn = this.#isParagraph && found.quotes <= this.#quotes
    if (mayGoOn && !BLOCK.test(found.rest) && !this.#isItem(found)) return false
    if (found.quotes !== this.#quotes) this.#leave(found.quotes)
    this.#items = this.#items.filter(column => column <= found.column)
    const { rest, column } = this.#enter(found)
    const [, run = '', info = ''] = FENCE.exec(rest) ?? []
    if (run === '' || (run.startsWith('`') && info.includes('`'))) {
      this.#isParagraph = rest !== '' && !BLOCK.test(rest)
      return false
    }
    const within = this.#items.filter(item => item <= column)
    this.#open = { run, column: within.at(-1) ?? 0, quotes: this.#quotes }
    this.#isParagraph = false
    return true
  }

  /** Before the item or outside the quote of the paragraph, any item ends it: a next one of the list, or of another. */
  #isItem({ rest, column, quotes }: Lead): boolean {
    const isOutside = quotes < this.#quotes || column < (this.#items.at(-1) ?? 0)
    return (isOutside ? MARKER : ITEM).test(rest)
  }

  #leave(quotes: number): void {
    this.#quotes = quotes
    this.#items = []
    this.#isParagraph = false
  }

  /** Behind the markers of list items and quotes with which it begins. */
  #enter({ rest, column }: Lead): Pick<Lead, 'rest' | 'column'> {
    for (let depth = 0; depth < MOST_NESTING; depth++) {
      const marker = MARKER.exec(rest)?.[0]
      if (marker === undefined || BLOCK.test(rest)) return { rest, column }
      const behind = rest.slice(marker.length)
      const start = column + marker.length
      const next = indented(behind, start)
      const space = next.column - start
      const isCode = next.rest === '' || space > MOST_SPACE
      this.#items.push(isCode ? start + 1 : next.column)
      if (isCode) return { rest: next.rest, column: next.column }
      const inner = lead(next.rest, next.column)
      this.#quotes += inner.quotes
      ;({ rest, column } = inner)
    }
    return { rest, column }
  }
}

interface Lead {
  /** From the first character on that is neither white space nor the mark of a quote. */
  rest: string
  /** Its column, from the mark of the innermost quote on. */
  column: number
  quotes: number
}

function lead(line: string, from = 0, mostQuotes = MOST_NESTING): Lead {
  let { rest, column } = indented(line, from)
  let quotes = 0
  while (quotes < mostQuotes && rest.startsWith('>')) {
    quotes++
    const behind = rest.slice(1)
    ;({ rest, column } = indented(/^[ \t]/.test(behind) ? behind.slice(1) : behind, 0))
  }
  return { rest, column, quotes }
}

function indented(text: string, from: number): { rest: string; column: number } {
  let [at, column] = [0, from]
  for (; text[at] === ' ' || text[at] === '\t'; at++) column += text[at] === '\t' ? TAB - (column % TAB) : 1
  return { rest: text.slice(at), column }
}

/** A quote needs its mark in each line, a list item its column in each that is not blank. */
function isWithin(fence: Fence, { quotes, rest, column }: Lead): boolean {
  return quotes === fence.quotes && (rest === '' || column >= fence.column)
}

function isClosing(open: string, rest: string): boolean {
  const [, run = '', behind = ''] = FENCE.exec(rest) ?? []
  return run.startsWith(open) && behind.trim() === ''
}
