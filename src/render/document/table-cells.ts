/** Cells: rich text that stands in a fragment, or a value as its column's type has it. */
import { type DocumentNode, textIn } from '../../dialect/render/node.ts'
import { cellNodes } from '../../dialect/render/table-cells.ts'
import type { TableColumn, TableModel } from '../../dialect/render/table-model.ts'
import { isFields, listOf } from '../../model/fields.ts'
import { element, type Html, join } from '../html/element.ts'
import { label } from '../html/labels.ts'
import { namedLink, outwardTarget, picture } from '../html/links.ts'
import { checkMark } from './lists.ts'
import type { Rendering } from './rendering.ts'
import { targetOf } from './targets.ts'
import { dataOf } from './unknown.ts'

interface CellRendering {
  model: TableModel
  rendering: Rendering
}

export function tableCell(value: unknown, column: TableColumn, { model, rendering }: CellRendering): Html {
  if (typeof value === 'boolean') return checkMark(value)
  if (isFields(value)) return reference(value, column, rendering)
  if (Array.isArray(value))
    return join(value.map((item, at) => [at === 0 ? '' : ', ', listed(item, column, rendering)]))
  const isOption = column.type === 'select' && typeof value === 'string' && !model.cells.has(value)
  if (isOption) return listed(value, column, rendering)
  return cellContent(cellNodes(value, model.cells), rendering)
}

/** A single paragraph is its text. */
function cellContent(nodes: readonly DocumentNode[], rendering: Rendering): Html {
  const [only] = nodes
  const isLine = nodes.length === 1 && only?.type === 'paragraph' && only.data.align === undefined
  return isLine && only.fragments.length + only.leaves.length === 0
    ? rendering.inlines(only.nodes)
    : rendering.blocks(nodes)
}

function reference(
  value: Readonly<Record<string, unknown>>,
  { type, role }: TableColumn,
  rendering: Rendering,
): Html {
  const ref = isFields(value.ref) ? value.ref : value
  const target = targetOf(ref, rendering.context)
  if (ref.kind === undefined) return dataOf(value)
  if (type === 'image' || role === 'cover' || role === 'cover-dark') return picture({ target, alt: '' })
  return namedLink(target)
}

function listed(value: unknown, { type, role, definition }: TableColumn, { context }: Rendering): Html {
  if (typeof value !== 'string') return label(JSON.stringify(value) ?? '')
  if (type === 'select') return element('span', { class: 'option' }, labelOf(value, definition.options))
  if (type === 'users') return namedLink(targetOf({ kind: 'user', user: value }, context))
  if (type !== 'files') return join(value)
  const target = /^[\w-]+$/.test(value)
    ? targetOf({ kind: 'file', file: value }, context)
    : outwardTarget(value)
  return role === 'cover' || role === 'cover-dark' ? picture({ target, alt: '' }) : namedLink(target)
}

function labelOf(value: string, options: unknown): string {
  const option = listOf(options)
    .filter(isFields)
    .find(candidate => candidate.value === value)
  return (option === undefined ? undefined : textIn(option, 'label')) ?? value
}
