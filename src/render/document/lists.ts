/** Lists, and lists of tasks, whose marks are read aloud as words. */
import { type DocumentNode, textIn } from '../../dialect/render/node.ts'
import { element, type Html } from '../html/element.ts'
import { contentsOf } from './contents.ts'
import type { Rendering } from './rendering.ts'

export function list(node: DocumentNode, rendering: Rendering): Html {
  const items = contentsOf(node).map(item => itemOf(item, node.type === 'list-tasks', rendering))
  if (node.type !== 'list-ordered')
    return element('ul', { class: node.type === 'list-tasks' ? 'tasks' : undefined }, items)
  return element('ol', { start: startOf(node) }, items)
}

/** One that stands in no list. */
export function listItem(node: DocumentNode, rendering: Rendering): Html {
  return element('ul', {}, itemOf(node, false, rendering))
}

/** What is no item stands in one of its own. */
function itemOf(item: DocumentNode, isTask: boolean, rendering: Rendering): Html {
  const content = rendering.blocks(item.type === 'list-item' ? contentsOf(item) : [item])
  return element('li', {}, isTask ? checkMark(item.data.checked === true) : undefined, content)
}

export function checkMark(isChecked: boolean): Html {
  const words = isChecked ? 'done' : 'not done'
  return element('span', { class: 'label check', role: 'img', 'aria-label': words }, isChecked ? '☑' : '☐')
}

function startOf({ data }: DocumentNode): string | undefined {
  const start = textIn(data, 'start')
  return start !== undefined && /^\d{1,9}$/.test(start) && start !== '1' ? start : undefined
}
