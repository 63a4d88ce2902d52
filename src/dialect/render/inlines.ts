/**
 * Inline content. A mark is written once around everything next to one another that has it, links included.
 */
import { codeSpan, escapeText } from './escape.ts'
import { comment, escapeHtml } from './html.ts'
import { inlineObject, wrapped } from './inline-objects.ts'
import { isKnownMark, joinPieces, type Piece, sameMark } from './marks.ts'
import type { DocumentNode, Leaf, Mark } from './node.ts'
import type { InlineMode, Rendering } from './rendering.ts'

/** `node` is null for text. `marks` of an object are those that all text in it has; without text, it has any. */
interface Item {
  node: DocumentNode | null
  text: string
  unknown: readonly Mark[]
  marks: readonly Mark[]
  hasText: boolean
  items: readonly Item[]
}

export function renderInlines(
  nodes: readonly DocumentNode[],
  rendering: Rendering,
  mode: InlineMode,
): string {
  return joinItems(itemsOf(nodes), 0, { rendering, mode })
}

function itemsOf(nodes: readonly DocumentNode[]): Item[] {
  const items: Item[] = []
  for (const node of nodes) {
    if (node.kind !== 'text') items.push(objectItem(node))
    for (const leaf of node.kind === 'text' ? node.leaves : []) addLeaf(items, leaf)
  }
  return items
}

function addLeaf(items: Item[], leaf: Leaf): void {
  if (leaf.text === '') return
  const isPlain = leaf.marks.length === 0
  const marks = isPlain ? leaf.marks : orderedMarks(leaf.marks)
  const unknown = isPlain ? leaf.marks : leaf.marks.filter(mark => !isKnownMark(mark))
  const last = items.at(-1)
  const joins = last?.node === null && unknown.length === 0 && last.unknown.length === 0
  const same =
    joins && last.marks.length === marks.length && marks.every((mark, at) => sameMark(mark, last.marks[at]))
  if (same) last.text += leaf.text
  else items.push({ node: null, text: leaf.text, unknown, marks, hasText: true, items: [] })
}

/** Each once, code innermost: nothing is read inside a code span. */
function orderedMarks(marks: readonly Mark[]): Mark[] {
  const types = [...new Set(marks.filter(isKnownMark).map(mark => mark.type))]
  const ordered = [...types.filter(type => type !== 'code'), ...types.filter(type => type === 'code')]
  return ordered.flatMap(type => marks.find(mark => mark.type === type) ?? [])
}

function objectItem(node: DocumentNode): Item {
  const items = itemsOf(node.nodes)
  const inside = items.filter(item => item.hasText)
  const first = inside[0]?.marks ?? []
  const own = first.findIndex(
    (mark, at) => mark.type === 'code' || !inside.every(item => sameMark(mark, item.marks[at])),
  )
  const marks = own === -1 ? first : first.slice(0, own)
  return { node, text: '', unknown: [], marks, hasText: inside.length > 0, items }
}

/** How inline content is written where it stands. */
interface InlineStyle {
  rendering: Rendering
  mode: InlineMode
}

/** `depth` marks are already written around all of the items. */
function joinItems(items: readonly Item[], depth: number, style: InlineStyle, edge = ' '): string {
  const pieces: Piece[] = []
  addPieces(items, depth, pieces, item => itemText(item, style))
  return joinPieces(pieces, style.mode.html, edge)
}

function addPieces(
  items: readonly Item[],
  depth: number,
  pieces: Piece[],
  write: (item: Item) => (depth: number) => string,
): void {
  for (let start = 0; start < items.length; ) {
    const item = items[start]
    if (item === undefined) break
    const mark = item.marks[depth]
    const end = mark === undefined || mark.type === 'code' ? start + 1 : endOfGroup(items, start, depth)
    if (mark === undefined || mark.type === 'code') {
      pieces.push({ text: write(item)(depth) })
    } else {
      const pair = pieces.length
      pieces.push({ mark, opens: true, pair })
      addPieces(items.slice(start, end), depth + 1, pieces, write)
      pieces.push({ mark, opens: false, pair })
    }
    start = end
  }
}

/** Objects without text belong to it only if it goes on behind them. */
function endOfGroup(items: readonly Item[], start: number, depth: number): number {
  let end = start + 1
  for (let at = end; at < items.length; at++) {
    const item = items[at]
    if (item === undefined || (item.hasText && !sameMark(item.marks[depth], items[start]?.marks[depth])))
      break
    if (item.hasText) end = at + 1
  }
  return end
}

function itemText(item: Item, style: InlineStyle) {
  const { rendering, mode } = style
  return (depth: number): string => {
    if (item.node === null) return leafText(item, depth, mode)
    const inside = (edge?: string) => joinItems(item.items, item.hasText ? depth : 0, style, edge)
    return wrapped(item.node, inside, rendering, mode) ?? inlineObject(item.node, inside, rendering, mode)
  }
}

function leafText({ text, marks, unknown }: Item, depth: number, mode: InlineMode): string {
  const note = unknown.map(mark => comment('mark', mark.type)).join('')
  return (marks[depth] === undefined ? plain(text, mode) : code(text, mode)) + note
}

function plain(text: string, { html, lineBreak }: InlineMode): string {
  return (html ? escapeHtml(text) : escapeText(text)).replace(/\n/g, lineBreak)
}

/** A closing tag is looked for before code spans are, so it must not stand in one. */
function code(text: string, mode: InlineMode): string {
  const hasSpan = !mode.html && /\S/.test(text) && !/\n|\{%-?\s*end/.test(text)
  return hasSpan ? codeSpan(text) : `<code>${plain(text, { ...mode, lineBreak: '<br>' })}</code>`
}
