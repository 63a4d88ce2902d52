/**
 * Tables, and cards, which are tables too: what a view hides is there and marked, so that nothing of a night is out of sight.
 */
import { type DocumentNode, textIn } from '../../dialect/render/node.ts'
import { readTable, type TableColumn, type TableModel } from '../../dialect/render/table-model.ts'
import { listOf } from '../../model/fields.ts'
import { element, type Html, join } from '../html/element.ts'
import { box, label, quoted } from '../html/labels.ts'
import { contentsOf } from './contents.ts'
import type { Rendering } from './rendering.ts'
import { tableCell } from './table-cells.ts'

export function table(node: DocumentNode, rendering: Rendering): Html {
  const model = readTable(node)
  const head = element('tr', {}, model.columns.map(headerCell))
  const rows = model.rows.map(row => {
    const cells = model.columns.map(column =>
      element('td', { class: classOf(column) }, tableCell(row[column.id], column, { model, rendering })),
    )
    return element('tr', {}, cells)
  })
  const shown = element(
    'table',
    { class: viewOf(model) },
    element('thead', {}, head),
    element('tbody', {}, rows),
  )
  return join(
    model.columns.length === 0 ? undefined : element('div', { class: 'table' }, shown),
    unnamed(node, model, rendering),
  )
}

function viewOf({ view }: TableModel): string | undefined {
  if (view.type === 'cards') return 'cards'
  return view.hideHeader === true ? 'without-header' : undefined
}

function classOf({ hidden }: TableColumn): string | undefined {
  return hidden ? 'hidden-column' : undefined
}

function headerCell(column: TableColumn): Html {
  const { title, type, hidden, definition } = column
  const colors = type === 'select' ? optionsOf(definition.options) : undefined
  return element(
    'th',
    { scope: 'col', class: classOf(column) },
    title,
    hidden ? label(' (hidden)') : '',
    colors,
  )
}

/** What may be chosen, which is not all chosen somewhere. */
function optionsOf(options: unknown): Html {
  const names = listOf(options).map(option => {
    const data = typeof option === 'object' && option !== null ? { ...option } : {}
    return textIn(data, 'label') ?? textIn(data, 'value') ?? ''
  })
  return label(' one of: ', quoted(names.join(', ')))
}

/** Fragments that no cell names are those of deleted cells, or of cells that this version does not know. */
function unnamed(node: DocumentNode, model: TableModel, rendering: Rendering): Html | undefined {
  const named = new Set<unknown>(
    model.rows.flatMap(row => model.columns.map(({ id }) => (Object.hasOwn(row, id) ? row[id] : undefined))),
  )
  // Of two of one name, cells show the last.
  const last = new Map(node.fragments.map((fragment, index) => [fragment.name, index]))
  const left = node.fragments.filter(({ name }, index) => !named.has(name) || last.get(name) !== index)
  const content = rendering.blocks(contentsOf({ ...node, fragments: left }))
  if (content.toString() === '') return undefined
  return box('unknown', 'In this table, but in no cell of it:', content)
}
