/**
 * Cells: rich text that stands in a fragment, or a value as its column's type has it.
 */
import { isFields } from '../../model/fields.ts'
import { element, escapeHtml } from './html.ts'
import { type DocumentNode, textIn } from './node.ts'
import type { Rendering } from './rendering.ts'
import type { TableColumn, TableModel } from './table-model.ts'
import { fileTarget, targetOf } from './targets.ts'

type Cells = TableModel['cells']

/** A text that names no fragment is the text itself. */
export function cellNodes(value: unknown, cells: Cells): readonly DocumentNode[] {
  const rich = typeof value === 'string' ? cells.get(value) : undefined
  if (rich !== undefined) return rich
  const text =
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
  return text === '' ? [] : [paragraphOf(text)]
}

export function htmlCell(
  value: unknown,
  column: TableColumn,
  { cells }: TableModel,
  rendering: Rendering,
): string {
  const objectFit = isFields(value) ? textIn(value, 'objectFit') : undefined
  return element('td', { 'data-object-fit': objectFit }, content(value, column, cells, rendering))
}

function content(value: unknown, column: TableColumn, cells: Cells, rendering: Rendering): string {
  if (isFields(value)) return linkTo(targetOf(isFields(value.ref) ? value.ref : value, rendering.links))
  const list = Array.isArray(value) ? value.filter(item => typeof item === 'string') : null
  if (list === null && (column.type !== 'select' || typeof value !== 'string' || cells.has(value))) {
    return rendering.html(cellNodes(value, cells))
  }
  return (list ?? [String(value)])
    .map(text => listed(text, column, rendering))
    .join(column.type === 'select' ? '' : ', ')
}

function listed(value: string, { type, definition }: TableColumn, { links }: Rendering): string {
  if (type === 'select')
    return element('span', { 'data-option': value }, escapeHtml(labelOf(value, definition.options)))
  if (type === 'files') return linkTo(/^[\w-]+$/.test(value) ? fileTarget(value, links) : value)
  if (type !== 'users') return escapeHtml(value)
  const href = links.other({ kind: 'user', user: value }) ?? undefined
  return element('a', { href }, escapeHtml(value))
}

function labelOf(value: string, options: unknown): string {
  const list: readonly unknown[] = Array.isArray(options) ? options : []
  const option = list.filter(isFields).find(candidate => candidate.value === value)
  return (option === undefined ? undefined : textIn(option, 'label')) ?? value
}

function linkTo(target: string): string {
  return element('a', { href: target }, escapeHtml(target))
}

function paragraphOf(text: string): DocumentNode {
  const base = { data: {}, id: undefined, name: '', fragments: [] }
  const leaf: DocumentNode = { ...base, kind: 'text', type: '', nodes: [], leaves: [{ text, marks: [] }] }
  return { ...base, kind: 'block', type: 'paragraph', nodes: [leaf], leaves: [] }
}
