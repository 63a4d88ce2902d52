/**
 * Document → Markdown, for documents that clients sent. Total: what has no Markdown of its own becomes its text.
 */
import { isJsonObject, type JsonObject } from '../state/json-object.ts'

export function markdownOf(document: unknown): string {
  const text = blocks(childrenOf(document, 'nodes')).join('\n\n')
  return text === '' ? '' : `${text}\n`
}

function blocks(nodes: readonly JsonObject[]): string[] {
  return nodes.map(block).filter(text => text !== '')
}

function block(node: JsonObject): string {
  const type = String(node.type ?? '')
  const level = /^heading-(\d)$/.exec(type)?.[1]
  if (level !== undefined) return `${'#'.repeat(Number(level))} ${inlines(node)}`
  switch (type) {
    case 'paragraph':
      return inlines(node)
    case 'divider':
      return '---'
    case 'code':
      return codeBlock(node)
    case 'blockquote':
    case 'hint':
      return prefixed(blocks(childrenOf(node, 'nodes')).join('\n\n'), '> ')
    case 'list-unordered':
    case 'list-ordered':
    case 'list-tasks':
      return list(node, type)
    case 'image':
      return `![${String(dataOf(node).alt ?? '')}](${targetOf(dataOf(node).ref)})`
    default:
      return anythingElse(node)
  }
}

function anythingElse(node: JsonObject): string {
  const children = childrenOf(node, 'nodes')
  const inner = children.some(child => child.object === 'block') ? blocks(children) : [inlines(node)]
  const fragments = childrenOf(node, 'fragments').map(fragment => markdownOf(fragment).trimEnd())
  return [...fragments, ...inner].filter(text => text !== '').join('\n\n')
}

const FENCE = '```'

function codeBlock(node: JsonObject): string {
  const { syntax } = dataOf(node)
  const lines = childrenOf(node, 'nodes').map(inlines)
  const info = typeof syntax === 'string' ? syntax : ''
  return [`${FENCE}${info}`, ...lines, FENCE].join('\n')
}

function list(node: JsonObject, type: string): string {
  const items = childrenOf(node, 'nodes').map((item, index) => {
    const box = dataOf(item).checked === true ? '[x]' : '[ ]'
    const marker = type === 'list-ordered' ? `${index + 1}.` : type === 'list-tasks' ? `* ${box}` : '*'
    const content = blocks(childrenOf(item, 'nodes')).join('\n\n')
    return `${marker} ${prefixed(content, ' '.repeat(type === 'list-ordered' ? 3 : 2)).trimStart()}`
  })
  return items.join('\n')
}

function prefixed(text: string, prefix: string): string {
  return text.replace(/^/gm, prefix)
}

const MARKS: Record<string, string> = { bold: '**', italic: '_', strikethrough: '~~', code: '`' }

function inlines(node: JsonObject): string {
  return childrenOf(node, 'nodes')
    .map(child => {
      if (child.object === 'text') return childrenOf(child, 'leaves').map(leaf).join('')
      if (child.type === 'link') return `[${inlines(child)}](${targetOf(dataOf(child).ref)})`
      if (child.type === 'inline-image') return `![](${targetOf(dataOf(child).ref)})`
      return inlines(child)
    })
    .join('')
}

function leaf(node: JsonObject): string {
  const text = String(node.text ?? '')
  if (text.trim() === '') return text
  return childrenOf(node, 'marks').reduce((inner, mark) => {
    const sign = MARKS[String(mark.type)] ?? ''
    return `${sign}${inner}${sign}`
  }, text)
}

/** Ids stay visible, in the form the platform's own export gives to lost targets. */
function targetOf(ref: unknown): string {
  if (!isJsonObject(ref)) return ''
  if (ref.kind === 'url') return String(ref.url ?? '')
  if (ref.kind === 'anchor' && ref.page === undefined) return `#${String(ref.anchor ?? '')}`
  const kind = ref.kind === 'anchor' ? 'page' : String(ref.kind)
  const anchor = typeof ref.anchor === 'string' ? `#${ref.anchor}` : ''
  return `/broken/${kind}s/${String(ref[kind] ?? '')}${anchor}`
}

function dataOf(node: JsonObject): JsonObject {
  return isJsonObject(node.data) ? node.data : {}
}

function childrenOf(node: unknown, name: string): JsonObject[] {
  const list = isJsonObject(node) ? node[name] : undefined
  return Array.isArray(list) ? list.filter(isJsonObject) : []
}
