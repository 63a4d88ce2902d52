/**
 * A table as columns and rows in the order they are shown, whatever the order in the document's maps.
 */
import { isFields } from '../../model/fields.ts'
import { type Data, type DocumentNode, textIn } from './node.ts'

export interface TableColumn {
  id: string
  type: string
  title: string
  hidden: boolean
  role: 'target' | 'cover' | 'cover-dark' | undefined
  width: string | undefined
  definition: Data
}

export interface TableModel {
  columns: readonly TableColumn[]
  /** Values by id of the column. */
  rows: readonly Data[]
  view: Data
  /** Rich cells by name. */
  cells: ReadonlyMap<string, readonly DocumentNode[]>
}

export function readTable(node: DocumentNode): TableModel {
  const view = mapIn(node.data, 'view')
  return {
    columns: columnsOf(view, mapIn(node.data, 'definition')),
    rows: rowsOf(mapIn(node.data, 'records')),
    view,
    cells: new Map(node.fragments.map(fragment => [fragment.name, fragment.nodes])),
  }
}

/** The visible ones in the order of the view; hidden ones keep their place if the definition has that same order. */
function columnsOf(view: Data, definition: Data): TableColumn[] {
  const all = Object.keys(definition)
  const visible = Array.isArray(view.columns) ? view.columns.filter(id => typeof id === 'string') : all
  const shown = new Set(visible)
  const inOrder = all.filter(id => shown.has(id)).join('\n') === visible.join('\n')
  const order = inOrder ? all : [...shown, ...all.filter(id => !shown.has(id))]
  const widths = mapIn(view, 'columnWidths')
  return order.map(id => {
    const own = mapIn(definition, id)
    return {
      id,
      type: textIn(own, 'type') ?? 'text',
      title: textIn(own, 'title') ?? '',
      hidden: !shown.has(id),
      role: roleOf(view, id),
      width: textIn(widths, id),
      definition: own,
    }
  })
}

function roleOf(view: Data, id: string): TableColumn['role'] {
  if (view.targetDefinition === id) return 'target'
  if (view.coverDefinition === id) return 'cover'
  return view.coverDefinitionDark === id ? 'cover-dark' : undefined
}

function rowsOf(records: Data): Data[] {
  const rows = Object.values(records).filter(isFields)
  return rows.toSorted((a, b) => compareOrder(a.orderIndex, b.orderIndex)).map(row => mapIn(row, 'values'))
}

function compareOrder(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  const [left, right] = [orderText(a), orderText(b)]
  return left < right ? -1 : left > right ? 1 : 0
}

function orderText(index: unknown): string {
  return typeof index === 'string' || typeof index === 'number' ? `${index}` : ''
}

function mapIn(data: Data, name: string): Data {
  const value = Object.hasOwn(data, name) ? data[name] : undefined
  return isFields(value) ? value : {}
}
