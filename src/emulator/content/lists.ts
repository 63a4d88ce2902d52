/**
 * Lists: ordered, unordered, and lists of tasks as soon as one item is a task.
 */
import { type Element, isBlank, type Markup } from '../../dialect/parse/element.ts'
import type { Conversion } from './conversion.ts'
import { block, type DocumentNode, orEmptyParagraph } from './nodes.ts'

const TASK = /^\s*\[([ xX])\](?:\s+|$)/

export function list(element: Element, conversion: Conversion): readonly DocumentNode[] {
  const items = itemsOf(element)
  const isTasks = items.some(item => taskState(item.children) !== null)
  const nodes = items.map(item => {
    const checked = taskState(item.children)
    const children = checked === null ? item.children : withoutTaskMark(item.children)
    const data = isTasks ? { checked: checked ?? false } : {}
    return block('list-item', orEmptyParagraph(conversion.blocks(children)), data)
  })
  if (nodes.length === 0) return []
  if (isTasks) return [block('list-tasks', nodes)]
  const start = element.attributes.start === undefined ? undefined : Number(element.attributes.start)
  return [element.name === 'ol' ? block('list-ordered', nodes, { start }) : block('list-unordered', nodes)]
}

/** What stands between items (HTML allows anything) becomes an item, so that it is not lost. */
function itemsOf(element: Element): Element[] {
  return element.children
    .filter(child => !isBlank(child))
    .map(child =>
      typeof child === 'object' && child.name === 'li'
        ? child
        : { name: 'li', attributes: {}, children: [child] },
    )
}

function taskState(children: readonly Markup[]): boolean | null {
  const text = firstText(children)
  const match = text === null ? null : TASK.exec(text)
  return match === null ? null : match[1] !== ' '
}

function firstText(children: readonly Markup[]): string | null {
  const [first] = children
  if (first === undefined) return null
  if (typeof first === 'string') return first
  return first.name === 'p' ? firstText(first.children) : null
}

function withoutTaskMark(children: readonly Markup[]): Markup[] {
  const [first, ...rest] = children
  if (first === undefined) return []
  if (typeof first === 'string') return [first.replace(TASK, ''), ...rest]
  return [{ ...first, children: withoutTaskMark(first.children) }, ...rest]
}
