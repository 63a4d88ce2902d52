/**
 * Inline content: text with marks, links and the other inline nodes.
 */
import { type Element, type Markup, textOf } from '../../dialect/parse/element.ts'
import type { Conversion } from './conversion.ts'
import { imageData } from './images.ts'
import { type DocumentNode, inline, type Leaf, type Mark, textNode } from './nodes.ts'

const INLINE_NAMES = new Set(
  (
    'a abbr b br button cite code del em font i img input ins kbd label mark math picture q s samp small source span ' +
    'strike strong sub sup u wbr'
  ).split(' '),
)

/** An element that stands in a line of text, as long as everything in it does. */
export function isInline(element: Element): boolean {
  return (
    INLINE_NAMES.has(element.name) &&
    element.children.every(child => typeof child === 'string' || isInline(child))
  )
}

export function inlinesOf(children: readonly Markup[], conversion: Conversion): DocumentNode[] {
  return trimmed(merged(children.flatMap(child => convert(child, [], conversion))))
}

const MARKS: Record<string, string> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  cite: 'italic',
  code: 'code',
  samp: 'code',
  kbd: 'keyboard',
  s: 'strikethrough',
  del: 'strikethrough',
  strike: 'strikethrough',
  sup: 'superscript',
  sub: 'subscript',
}

type ConvertInline = (element: Element, marks: readonly Mark[], conversion: Conversion) => DocumentNode[]

const CONVERTERS: Record<string, ConvertInline> = {
  br: (_element, marks) => [textNode('\n', marks)],
  img: (element, _marks, conversion) => [inline('inline-image', imageData(element, conversion))],
  picture: (element, _marks, conversion) => [inline('inline-image', imageData(element, conversion))],
  math: element => [inline('inline-math', { formula: textOf(element) })],
  a: link,
  i: icon,
  code,
  mark: colored,
  span: emoji,
}

function convert(markup: Markup, marks: readonly Mark[], conversion: Conversion): DocumentNode[] {
  if (typeof markup === 'string')
    return markup === '' ? [] : [textNode(markup.replace(/[ \t\n]+/g, ' '), marks)]
  const own = Object.hasOwn(CONVERTERS, markup.name) ? CONVERTERS[markup.name] : undefined
  return own === undefined ? marked(markup, marks, conversion) : own(markup, marks, conversion)
}

function marked(element: Element, marks: readonly Mark[], conversion: Conversion): DocumentNode[] {
  const type = Object.hasOwn(MARKS, element.name) ? MARKS[element.name] : undefined
  const inner = type === undefined ? marks : [...marks, { object: 'mark' as const, type }]
  return inside(element, inner, conversion)
}

function inside(element: Element, marks: readonly Mark[], conversion: Conversion): DocumentNode[] {
  return element.children.flatMap(child => convert(child, marks, conversion))
}

function link(element: Element, marks: readonly Mark[], conversion: Conversion): DocumentNode[] {
  const { href, title, class: classes = '', 'data-icon': iconName } = element.attributes
  if (href === undefined) return inside(element, marks, conversion)
  const ref = conversion.resolve(href)
  if (title === 'mention' || element.attributes['data-mention'] !== undefined)
    return [inline('mention', { ref })]
  if (classes.split(' ').includes('button')) {
    const kind = classes.includes('secondary') ? 'secondary' : 'primary'
    return [inline('button', { label: textOf(element), kind, icon: iconName, ref })]
  }
  const nodes = merged(inside(element, marks, conversion))
  return [inline('link', { ref }, nodes.length === 0 ? [textNode('')] : nodes)]
}

/** `<i class="fa-x">:x:</i>` is an icon; any other `<i>` is italic. */
function icon(element: Element, marks: readonly Mark[], conversion: Conversion): DocumentNode[] {
  const name = /(?:^|\s)fa-([\w-]+)/.exec(element.attributes.class ?? '')?.[1]
  return name === undefined ? marked(element, marks, conversion) : [inline('icon', { icon: name })]
}

function code(element: Element, marks: readonly Mark[], conversion: Conversion): DocumentNode[] {
  if (element.attributes.class === 'expression')
    return [inline('expression', { expression: textOf(element) })]
  const [only] = element.children
  if (element.children.length !== 1 || typeof only !== 'string') return marked(element, marks, conversion)
  return [textNode(only, [...marks, { object: 'mark', type: 'code' }])]
}

function colored(element: Element, marks: readonly Mark[], conversion: Conversion): DocumentNode[] {
  const style = element.attributes.style ?? ''
  const text = /(?:^|[;\s])color:\s*([^;]+)/.exec(style)?.[1]
  const background = /background-color:\s*([^;]+)/.exec(style)?.[1]
  const data = {
    text: text?.trim() ?? 'default',
    background: background?.trim() ?? (text === undefined ? 'yellow' : 'default'),
  }
  return inside(element, [...marks, { object: 'mark', type: 'color', data }], conversion)
}

function emoji(element: Element, marks: readonly Mark[], conversion: Conversion): DocumentNode[] {
  const code = element.attributes['data-code']
  const isEmoji = element.attributes['data-tag'] === 'emoji' && code !== undefined
  return isEmoji ? [inline('emoji', { code })] : inside(element, marks, conversion)
}

/** Neighbouring texts become one text with several leaves. */
function merged(nodes: readonly DocumentNode[]): DocumentNode[] {
  const result: DocumentNode[] = []
  for (const node of nodes) {
    const last = result.at(-1)
    if (last?.leaves === undefined || node.leaves === undefined) result.push(node)
    else result[result.length - 1] = { object: 'text', leaves: joinLeaves(last.leaves, node.leaves) }
  }
  return result
}

function joinLeaves(left: readonly Leaf[], right: readonly Leaf[]): Leaf[] {
  const [first, ...rest] = right
  const last = left.at(-1)
  if (first === undefined || last === undefined || !sameMarks(last.marks, first.marks))
    return [...left, ...right]
  return [...left.slice(0, -1), { ...last, text: last.text + first.text }, ...rest]
}

function sameMarks(a: readonly Mark[], b: readonly Mark[]): boolean {
  if (a === b || a.length + b.length === 0) return true
  return a.length === b.length && JSON.stringify(a) === JSON.stringify(b)
}

/** Without white space at the two ends, which only the line breaks of the source made. */
function trimmed(nodes: DocumentNode[]): DocumentNode[] {
  trimLeaf(nodes, 0, text => text.trimStart())
  trimLeaf(nodes, nodes.length - 1, text => text.trimEnd())
  return nodes.filter(node => node.leaves === undefined || node.leaves.some(leaf => leaf.text !== ''))
}

function trimLeaf(nodes: DocumentNode[], index: number, trim: (text: string) => string): void {
  const leaves = nodes[index]?.leaves
  if (leaves === undefined) return
  const end = index === 0 && trim(' x') === 'x' ? 0 : leaves.length - 1
  const trimmedLeaves = leaves.map((leaf, at) => (at === end ? { ...leaf, text: trim(leaf.text) } : leaf))
  nodes[index] = { object: 'text', leaves: trimmedLeaves.filter(leaf => leaf.text !== '') }
}
