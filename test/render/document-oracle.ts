/**
 * The text of a document, from its raw JSON and in reading order: every leaf, and what readers see of a node's data. It shares
 * nothing with the program. White space does not count, as mark-up makes its own.
 */
type Json = Readonly<Record<string, unknown>>

/** Before what stands in a node. */
const BEFORE: Readonly<Record<string, readonly string[]>> = {
  code: ['title'],
  math: ['formula'],
  'inline-math': ['formula'],
  expression: ['expression'],
  if: ['expression'],
  embed: ['url'],
  image: ['alt'],
  'inline-image': ['alt', 'caption'],
  'tabs-item': ['title'],
  button: ['label', 'query'],
  swagger: ['method', 'path'],
  'openapi-operation': ['method', 'path'],
  'openapi-webhook': ['name', 'method'],
  prompt: ['description'],
  update: ['date'],
  integration: ['url'],
}

export function oracleText(document: unknown): string {
  const notes: Json[] = []
  const blocks = listOf(isJson(document) ? document.nodes : document)
  return blocks
    .map(block => {
      let text = textOf(block, notes)
      for (let note = notes.shift(); note !== undefined; note = notes.shift()) text += childrenOf(note, notes)
      return text
    })
    .join('')
}

function textOf(node: unknown, notes: Json[]): string {
  if (!isJson(node)) return typeof node === 'string' ? node : ''
  const data = isJson(node.data) ? node.data : {}
  if (node.type === 'table') return tableText(node, data, notes)
  const names = BEFORE[String(node.type)] ?? []
  const own = names
    .map(name => (name === 'query' && data.ref !== undefined ? '' : scalar(data[name])))
    .join('')
  const more =
    node.type === 'emoji'
      ? emoji(String(data.code))
      : node.type === 'openapi-schemas'
        ? strings(data.schemas)
        : ''
  const leaves = listOf(node.leaves).map(leaf => (isJson(leaf) ? scalar(leaf.text) : ''))
  if (node.type === 'annotation') {
    notes.push(...listOf(node.fragments).filter(isJson))
    return (
      own +
      leaves.join('') +
      listOf(node.nodes)
        .map(child => textOf(child, notes))
        .join('')
    )
  }
  const fragments = listOf(node.fragments)
    .filter(isJson)
    .toSorted((a, b) => titleFirst(a) - titleFirst(b))
  const inside = [...listOf(node.nodes), ...fragments].map(child => textOf(child, notes))
  return own + more + leaves.join('') + inside.join('')
}

function titleFirst({ fragment }: Json): number {
  return fragment === 'expandable-title' ? 0 : 1
}

function childrenOf(node: Json, notes: Json[]): string {
  return listOf(node.nodes)
    .map(child => textOf(child, notes))
    .join('')
}

function tableText(node: Json, data: Json, notes: Json[]): string {
  const [view, definition, records] = [mapOf(data.view), mapOf(data.definition), mapOf(data.records)]
  const all = Object.keys(definition)
  const visible = listOf(view.columns).filter(id => typeof id === 'string')
  const isInOrder = all.filter(id => visible.includes(id)).join() === visible.join()
  const order =
    !Array.isArray(view.columns) || isInOrder ? all : [...visible, ...all.filter(id => !visible.includes(id))]
  const fragments = new Map(
    listOf(node.fragments)
      .filter(isJson)
      .map(one => [one.fragment ?? one.type, one]),
  )
  const rows = Object.values(records)
    .filter(isJson)
    .toSorted((a, b) => ((a.orderIndex ?? '') < (b.orderIndex ?? '') ? -1 : 1))
  const cells = rows.flatMap(row =>
    order.map(id => {
      const value = mapOf(row.values)[id]
      const rich = fragments.get(value)
      if (rich === undefined) return plainCell(value, mapOf(definition[id]))
      return childrenOf(rich, notes)
    }),
  )
  return order.map(id => scalar(mapOf(definition[id]).title)).join('') + cells.join('')
}

function plainCell(value: unknown, column: Json): string {
  if (Array.isArray(value)) {
    if (column.type === 'files' || column.type === 'users') return ', '.repeat(Math.max(value.length - 1, 0))
    return value.map(item => option(item, column)).join(', ')
  }
  return option(value, column)
}

function option(value: unknown, column: Json): string {
  const choice = listOf(column.options).find(one => isJson(one) && one.value === value)
  return column.type === 'select' && isJson(choice) ? scalar(choice.label ?? value) : scalar(value)
}

function scalar(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function strings(value: unknown): string {
  return listOf(value)
    .filter(item => typeof item === 'string')
    .join('')
}

function emoji(code: string): string {
  return String.fromCodePoint(...code.split('-').map(part => Number.parseInt(part, 16)))
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function mapOf(value: unknown): Json {
  return isJson(value) ? value : {}
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Without white space and what is written otherwise on purpose. */
export function squeezed(text: string): string {
  return text
    .replace(/\p{Cc}/gu, control =>
      control < ' ' && !'\t\n\r'.includes(control)
        ? String.fromCharCode(0x2400 + control.charCodeAt(0))
        : control,
    )
    .replace(/\s+/g, '')
    .toWellFormed()
}
