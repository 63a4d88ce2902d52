/**
 * What somebody reads in a document: its texts in reading order, a line for each block, with the titles, captions, formulas
 * and labels that stand in the data of nodes; and the addresses behind them. Of nodes that nobody knows, the texts below.
 */
import { type DocumentNode, parseNodes, textIn } from '../../dialect/render/node.ts'
import { readTable, type TableModel } from '../../dialect/render/table-model.ts'
import { DocvaultError } from '../../model/errors.ts'
import { isFields } from '../../model/fields.ts'
import { stringsIn } from './strings.ts'

export interface DocumentText {
  text: string
  /** What links, pictures and blocks lead to, where that is an address: it stands in no sentence. */
  addresses: string
}

/** Members of a node's data that readers see, in the order in which they do. */
const SHOWN = ['title', 'name', 'method', 'path', 'alt', 'caption', 'formula', 'expression', 'label', 'query']

export function isDocument(value: unknown): value is { nodes: unknown } {
  return isFields(value) && value.object === 'document' && Array.isArray(value.nodes)
}

export function documentText(document: { nodes: unknown }): DocumentText {
  const reading: Reading = { pieces: [], addresses: [] }
  try {
    for (const node of parseNodes(document.nodes)) addNode(node, reading)
  } catch (error) {
    if (!(error instanceof DocvaultError)) throw error
    // Nested deeper than any editor makes: nothing is left out for that.
    return { text: stringsIn(document.nodes).join('\n'), addresses: '' }
  }
  return { text: reading.pieces.join(''), addresses: reading.addresses.join('\n') }
}

interface Reading {
  /** To be joined. */
  pieces: string[]
  addresses: string[]
}

function addNode(node: DocumentNode, reading: Reading): void {
  const edge = node.kind === 'block' ? '\n' : ''
  reading.pieces.push(edge)
  for (const leaf of node.leaves) reading.pieces.push(leaf.text)
  addData(node, reading)
  if (node.type === 'table') addTable(node, reading)
  else for (const child of [...node.nodes, ...node.fragments]) addNode(child, reading)
  reading.pieces.push(edge)
}

function addData({ type, kind, data }: DocumentNode, { pieces, addresses }: Reading): void {
  const edge = kind === 'block' ? '\n' : ''
  const shown = SHOWN.map(name => textIn(data, name))
  const { ref, props, schemas, code } = data
  if (type === 'integration') shown.push(...stringsIn(props))
  if (Array.isArray(schemas)) shown.push(...stringsIn(schemas))
  if (type === 'emoji' && typeof code === 'string') shown.push(charactersOf(code))
  for (const text of shown) if (text !== undefined && text !== '') pieces.push(edge, text, edge)
  const found = [textIn(data, 'url'), isFields(ref) ? (textIn(ref, 'url') ?? textIn(ref, 'spec')) : undefined]
  for (const address of found) if (address !== undefined) addresses.push(address)
}

function addTable(node: DocumentNode, reading: Reading): void {
  const table = readTable(node)
  for (const column of table.columns) reading.pieces.push('\n', column.title)
  const shown = new Set<string>()
  for (const row of table.rows) {
    for (const column of table.columns)
      addCell(row[column.id], column.definition.options, { table, shown, reading })
  }
  // What no row names, and what stands where a table has nothing.
  for (const fragment of node.fragments) if (!shown.has(fragment.name)) addNode(fragment, reading)
  for (const child of node.nodes) addNode(child, reading)
}

interface TableReading {
  table: TableModel
  /** Names of the rich cells that rows have named. */
  shown: Set<string>
  reading: Reading
}

function addCell(value: unknown, options: unknown, { table, shown, reading }: TableReading): void {
  const rich = typeof value === 'string' ? table.cells.get(value) : undefined
  if (rich !== undefined && typeof value === 'string') {
    shown.add(value)
    for (const node of rich) addNode(node, reading)
    return
  }
  for (const text of typeof value === 'number' ? [String(value)] : stringsIn(value))
    reading.pieces.push('\n', labelOf(text, options), '\n')
}

function labelOf(value: string, options: unknown): string {
  const choices: readonly unknown[] = Array.isArray(options) ? options : []
  const choice = choices.filter(isFields).find(option => option.value === value)
  return (choice === undefined ? undefined : textIn(choice, 'label')) ?? value
}

/** `1f1e9-1f1ea` as the characters themselves. */
function charactersOf(code: string): string {
  const points = code.split('-').map(part => (/^[0-9a-f]{1,6}$/i.test(part) ? Number.parseInt(part, 16) : -1))
  return points.every(point => point >= 0x20 && point <= 0x10ffff) ? String.fromCodePoint(...points) : ''
}
