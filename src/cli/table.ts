/**
 * Tables for people: on a terminal as wide as that, in a pipe as wide as they are. What is cut ends with `…`; ids and
 * numbers are never cut, as nobody could use what is left of them.
 */
import { stripVTControlCharacters } from 'node:util'
import type { Terminal } from './terminal.ts'

type Cell = string | number

export interface Table {
  head: readonly string[]
  rows: readonly (readonly Cell[])[]
  /** Columns that give way, in this order, each down to so many characters; 0 leaves the column out, also where it is empty. */
  narrow?: readonly (readonly [column: string, least: number])[]
  /** Colour of a cell, by column; given the text without the blanks around it. */
  paint?: Readonly<Record<string, (text: string) => string>>
}

const GAP = '  '

export function printTable(terminal: Terminal, table: Table): void {
  terminal.line(renderTable(table, terminal.width))
}

/** `width`: null for no limit. */
export function renderTable({ head, rows, narrow = [], paint = {} }: Table, width: number | null): string {
  const lines = [head, ...rows]
  const widths = new Map(
    head.map((name, column) => [name, Math.max(...lines.map(line => lengthOf(line[column] ?? '')))]),
  )
  for (const [name, least] of narrow) {
    const column = head.indexOf(name)
    if (least === 0 && rows.every(row => (row[column] ?? '') === '')) widths.set(name, 0)
  }
  if (width !== null) shrink(widths, narrow, width)
  const columns = head.flatMap((name, index) => {
    const size = widths.get(name) ?? 0
    return size === 0 ? [] : [{ index, size, colour: paint[name] ?? String }]
  })
  return lines
    .map((line, row) =>
      columns
        .map(({ index, size, colour }) => cellOf(line[index] ?? '', size, row === 0 ? String : colour))
        .join(GAP)
        .trimEnd(),
    )
    .join('\n')
}

function shrink(widths: Map<string, number>, narrow: NonNullable<Table['narrow']>, most: number): void {
  const excess = () => {
    const used = [...widths.values()].filter(width => width > 0)
    return used.reduce((sum, width) => sum + width, 0) + GAP.length * Math.max(0, used.length - 1) - most
  }
  for (const [name, least] of narrow) {
    const size = widths.get(name) ?? 0
    if (excess() <= 0) return
    widths.set(name, least === 0 ? 0 : Math.min(size, Math.max(least, size - excess())))
  }
}

function cellOf(cell: Cell, size: number, colour: (text: string) => string): string {
  const text = cut(String(cell), size)
  const blanks = ' '.repeat(Math.max(0, size - lengthOf(text)))
  return typeof cell === 'number' ? blanks + colour(text) : colour(text) + blanks
}

function cut(text: string, size: number): string {
  return lengthOf(text) <= size ? text : `${[...text].slice(0, size - 1).join('')}…`
}

function lengthOf(cell: Cell): number {
  return [...stripVTControlCharacters(String(cell))].length
}
