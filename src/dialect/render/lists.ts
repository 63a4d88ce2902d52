/**
 * Lists. What belongs to an item is indented by the width of its marker; a list right behind another one of its
 * family takes the other marker, or the two would be read as one.
 */
import { type DocumentNode, textIn } from './node.ts'
import type { Rendering } from './rendering.ts'

export function listFamily({ type }: DocumentNode): 'ordered' | 'bullets' | undefined {
  if (type === 'list-ordered') return 'ordered'
  return type === 'list-unordered' || type === 'list-tasks' ? 'bullets' : undefined
}

export function list(node: DocumentNode, rendering: Rendering, alternate: boolean): string {
  const start = startOf(node)
  const items = node.nodes.map((item, index) => {
    const marker =
      node.type === 'list-ordered' ? `${start + index}${alternate ? ')' : '.'}` : alternate ? '-' : '*'
    return listItem(marker, itemText(item, node.type === 'list-tasks', rendering))
  })
  const isTight = items.every(item => !item.includes('\n\n'))
  return items.join(isTight ? '\n' : '\n\n')
}

/** Markdown has no more than nine digits. */
function startOf(node: DocumentNode): number {
  const start = Number(textIn(node.data, 'start') ?? 1)
  return Number.isInteger(start) && start >= 0 && start + node.nodes.length < 1e9 ? start : 1
}

function listItem(marker: string, text: string): string {
  if (text === '') return marker
  // Behind a marker of the same character a divider would swallow the marker.
  const content = marker === '*' && /^\*\*\*(?=\n|$)/.test(text) ? `---${text.slice(3)}` : text
  return `${marker} ${content.replace(/\n(?=[^\n])/g, `\n${' '.repeat(marker.length + 1)}`)}`
}

function itemText(item: DocumentNode, isTask: boolean, rendering: Rendering): string {
  const nodes = item.type === 'list-item' ? item.nodes : [item]
  const text = contentText(nodes, rendering)
  if (!isTask) return text
  const mark = item.data.checked === true ? '[x]' : '[ ]'
  return `${mark}${text === '' ? '' : startsWithText(nodes) ? ' ' : '\n\n'}${text}`
}

function contentText(nodes: readonly DocumentNode[], rendering: Rendering): string {
  const [first, second] = nodes
  if (first === undefined || nodes.length !== 2 || !startsWithText(nodes)) return rendering.blocks(nodes)
  if (second === undefined || listFamily(second) === undefined) return rendering.blocks(nodes)
  const [text, inner] = [rendering.blocks([first]), rendering.blocks([second])]
  const canInterrupt = text !== '' && /^(?:[*-]|1[.)]) \S/.test(inner)
  return canInterrupt ? `${text}\n${inner}` : rendering.blocks(nodes)
}

function startsWithText([first]: readonly DocumentNode[]): boolean {
  return first?.type === 'paragraph' && first.data.align === undefined
}
