/**
 * Tables: in Markdown if every cell is a line of text, else in HTML with what the columns and the view say.
 */
import { escapeText, lineText } from './escape.ts'
import { type Attributes, element, escapeHtml } from './html.ts'
import { formula } from './inline-objects.ts'
import { type DocumentNode, flagIn, textIn } from './node.ts'
import { LINE, type Rendering } from './rendering.ts'
import { cellNodes, htmlCell } from './table-cells.ts'
import { readTable, type TableColumn, type TableModel } from './table-model.ts'

export function table(node: DocumentNode, rendering: Rendering): string {
  const model = readTable(node)
  if (model.columns.length === 0) return rendering.blocks(node.fragments.flatMap(fragment => fragment.nodes))
  return isPlain(node, model) ? pipeTable(model, rendering) : htmlTable(node, rendering)
}

function isPlain(node: DocumentNode, { columns, rows, cells, view }: TableModel): boolean {
  const hasOptions = view.type === 'cards' || view.hideHeader === true || node.data.fullWidth === true
  if (hasOptions || !columns.every(isPlainColumn)) return false
  return rows.every(row => columns.every(({ id }) => isLine(cellNodes(row[id], cells))))
}

function isPlainColumn({ type, hidden, role, width, definition }: TableColumn): boolean {
  return (
    type === 'text' &&
    !hidden &&
    role === undefined &&
    width === undefined &&
    definition.verticalAlignment === undefined
  )
}

function isLine([first, ...rest]: readonly DocumentNode[]): boolean {
  if (first === undefined) return true
  const isText = first.type === 'paragraph' && first.data.align === undefined
  return rest.length === 0 && (isText || first.type === 'math')
}

function pipeTable({ columns, rows, cells }: TableModel, rendering: Rendering): string {
  const titles = columns.map(({ title }) => escapeText(title).replace(/\n/g, '<br>'))
  const rules = columns.map(({ definition }) => ruleOf(definition.textAlignment))
  const body = rows.map(row => columns.map(({ id }) => lineCell(cellNodes(row[id], cells), rendering)))
  return [titles, rules, ...body].map(pipeRow).join('\n')
}

function pipeRow(cells: readonly string[]): string {
  return `| ${cells.map(cell => lineText(cell).replace(/\|/g, '\\|')).join(' | ')} |`
}

function ruleOf(alignment: unknown): string {
  return alignment === 'center' ? ':---:' : alignment === 'right' ? '---:' : '---'
}

function lineCell([first]: readonly DocumentNode[], rendering: Rendering): string {
  if (first?.type === 'math') return formula(textIn(first.data, 'formula') ?? '', LINE)
  return first === undefined ? '' : rendering.inlines(first.nodes, LINE)
}

/** On one line, also inside another table's cell. */
export function htmlTable(node: DocumentNode, rendering: Rendering): string {
  const model = readTable(node)
  const head = model.columns.map(column => headerCell(column, model.view.type === 'cards'))
  const rows = model.rows.map(row => {
    const last = model.columns.findLastIndex(({ id }) => row[id] !== null && row[id] !== undefined)
    const cells = model.columns.slice(0, Math.max(last, 0) + 1)
    return element('tr', {}, cells.map(column => htmlCell(row[column.id], column, model, rendering)).join(''))
  })
  const thead = element('thead', {}, element('tr', {}, head.join('')))
  return element('table', viewAttributes(node, model), thead + element('tbody', {}, rows.join('')))
}

function viewAttributes(node: DocumentNode, { view }: TableModel): Attributes {
  const isCards = view.type === 'cards'
  return {
    'data-header-hidden': view.hideHeader === true ? true : undefined,
    'data-column-title-hidden': view.hideColumnTitle === true ? true : undefined,
    'data-card-size': isCards && view.cardSize === 'large' ? 'large' : undefined,
    'data-view': isCards ? 'cards' : undefined,
    'data-full-width': flagIn(node.data, 'fullWidth'),
  }
}

function headerCell({ type, title, hidden, role, width, definition }: TableColumn, isCards: boolean): string {
  const alignment = textIn(definition, 'textAlignment')
  const attributes = {
    width,
    align: alignment === 'left' || isCards ? undefined : alignment,
    valign: textIn(definition, 'verticalAlignment'),
    'data-hidden': hidden ? true : undefined,
    'data-card-target': role === 'target' ? true : undefined,
    'data-card-cover': role === 'cover' ? true : undefined,
    'data-card-cover-dark': role === 'cover-dark' ? true : undefined,
    'data-type': type === 'text' ? undefined : type,
    'data-max': type === 'rating' ? textIn(definition, 'max') : undefined,
    'data-multiple': definition.multiple === true ? true : undefined,
  } as const
  const name = escapeHtml(title).replace(/\n/g, '<br>')
  return element('th', attributes, name + (type === 'select' ? selectOf(definition.options) : ''))
}

function selectOf(options: unknown): string {
  const list: readonly unknown[] = Array.isArray(options) ? options : []
  const items = list.map(option => {
    const data = typeof option === 'object' && option !== null ? { ...option } : {}
    const [value, label, color] = ['value', 'label', 'color'].map(name => textIn(data, name))
    return element('option', { value: value ?? '', label, color }, '')
  })
  return element('select', {}, items.join(''))
}
