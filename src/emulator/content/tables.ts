/**
 * Tables: those of Markdown and those in HTML, which also carry views, column types and cards.
 */
import { type Element, findElements, type Markup, textOf } from '../../dialect/parse/element.ts'
import type { Conversion } from './conversion.ts'
import type { DocumentNode } from './nodes.ts'
import { type CellValue, cellValue } from './table-cells.ts'
import { type Column, columnsOf } from './table-columns.ts'

export function table(element: Element, conversion: Conversion): readonly DocumentNode[] {
  const { header, rows } = rowsOf(element)
  const width = Math.max(header.length, ...rows.map(row => row.length))
  if (width === 0) return conversion.blocks(element.children)
  const columns = columnsOf(header, width)
  const records = rows.map((row, index) => makeRecord(`r${index + 1}`, row, columns, conversion))
  const data = {
    view: viewOf(element, columns),
    records: Object.fromEntries(
      records.map(({ id, values }, index) => [id, { orderIndex: orderIndex(index), values }]),
    ),
    definition: Object.fromEntries(columns.map(column => [column.id, column.definition])),
    ...(element.attributes['data-full-width'] === 'true' ? { fullWidth: true } : {}),
  }
  const fragments = records.flatMap(record => record.fragments)
  return [{ object: 'block', type: 'table', isVoid: true, data, fragments }, ...captions(element, conversion)]
}

/** A row, and the fragments that its cells refer to. */
interface TableRecord {
  id: string
  values: Record<string, CellValue>
  fragments: readonly DocumentNode[]
}

function makeRecord(
  id: string,
  row: readonly Element[],
  columns: readonly Column[],
  conversion: Conversion,
): TableRecord {
  const fragments: DocumentNode[] = []
  const values = columns.map((column, index) => {
    const name = `${id}-${column.id}`
    const addFragment = (nodes: readonly DocumentNode[]) => {
      fragments.push({ object: 'fragment', fragment: name, type: 'table-cell', nodes })
      return name
    }
    return [column.id, cellValue(row[index], column, conversion, addFragment)] as const
  })
  return { id, values: Object.fromEntries(values), fragments }
}

interface Rows {
  header: Element[]
  rows: Element[][]
}

function rowsOf(element: Element): Rows {
  const rows = findElements(element.children, 'tr').map(row => row.children.filter(isCell))
  const [first = [], ...rest] = rows
  const hasHeader = first.length > 0 && first.every(cell => cell.name === 'th')
  return hasHeader ? { header: first, rows: rest } : { header: [], rows }
}

function isCell(markup: Markup): markup is Element {
  return typeof markup === 'object' && (markup.name === 'td' || markup.name === 'th')
}

function viewOf(element: Element, columns: readonly Column[]): Record<string, unknown> {
  const {
    'data-view': view,
    'data-card-size': cardSize,
    'data-header-hidden': headerHidden,
  } = element.attributes
  const visible = columns.filter(column => !column.hidden).map(column => column.id)
  if (view !== 'cards') {
    return { type: 'grid', columns: visible, hideHeader: headerHidden !== undefined }
  }
  const role = (name: Column['role']) => columns.find(column => column.role === name)?.id
  const roles = {
    targetDefinition: role('target'),
    coverDefinition: role('cover'),
    coverDefinitionDark: role('cover-dark'),
  }
  return {
    type: 'cards',
    cardSize: cardSize === 'large' ? 'large' : 'medium',
    columns: visible,
    ...defined(roles),
  }
}

function defined(roles: Record<string, string | undefined>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(roles).filter(([, id]) => id !== undefined))
}

/** Sorts as text in the order of the rows. */
function orderIndex(index: number): string {
  return `a${String(index).padStart(6, '0')}`
}

/** Text in a table but in none of its cells. */
function captions(element: Element, conversion: Conversion): DocumentNode[] {
  const loose = findElements(element.children, 'caption').filter(caption => textOf(caption).trim() !== '')
  return loose.flatMap(caption => conversion.blocks(caption.children))
}
