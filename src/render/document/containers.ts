/**
 * Blocks that hold other blocks: hints, tabs, steps, columns, expandables, conditions, updates. Nothing of it needs a script:
 * tabs stand one under another, each with its title, and everything is open.
 */
import { type DocumentNode, textIn } from '../../dialect/render/node.ts'
import { element, type Html, join } from '../html/element.ts'
import { box, label } from '../html/labels.ts'
import { contentsByFragment, contentsOf } from './contents.ts'
import type { Rendering } from './rendering.ts'

const HINTS: Readonly<Record<string, string>> = {
  info: 'Info',
  warning: 'Warning',
  danger: 'Danger',
  success: 'Success',
}

export function hint(node: DocumentNode, rendering: Rendering): Html {
  return hintBox(textIn(node.data, 'style'), rendering.blocks(contentsOf(node)))
}

export function hintBox(style: string | undefined, content: Html): Html {
  const known = style !== undefined && Object.hasOwn(HINTS, style) ? style : 'info'
  return element(
    'div',
    { class: `hint ${known}`, role: 'note' },
    element('p', { class: 'label' }, HINTS[known]),
    content,
  )
}

export function prompt(node: DocumentNode, rendering: Rendering): Html {
  const description = element('p', {}, textIn(node.data, 'description') ?? '')
  return box('prompt', 'Prompt', description, rendering.blocks(contentsOf(node)))
}

export function tabs(node: DocumentNode, rendering: Rendering): Html {
  const items = itemsOf(node, 'tabs-item')
  const tabOf = ({ data, nodes }: Item) => tab(textIn(data, 'title') ?? '', rendering.blocks(nodes))
  return element('div', { class: 'tabs' }, items.map(tabOf))
}

/** One that stands in no tabs. */
export function tabsItem(node: DocumentNode, rendering: Rendering): Html {
  return tab(textIn(node.data, 'title') ?? '', rendering.blocks(contentsOf(node)))
}

export function tab(title: string, content: Html): Html {
  return element('details', { class: 'tab', open: 'open' }, element('summary', {}, title), content)
}

export function stepper(node: DocumentNode, rendering: Rendering): Html {
  const items = itemsOf(node, 'stepper-step')
  return element(
    'ol',
    { class: 'stepper' },
    items.map(({ nodes }) => element('li', {}, rendering.blocks(nodes))),
  )
}

export function columns(node: DocumentNode, rendering: Rendering): Html {
  const columnOf = ({ nodes }: Item) => element('div', { class: 'column' }, rendering.blocks(nodes))
  return element('div', { class: 'columns' }, itemsOf(node, 'column').map(columnOf))
}

export function updates(node: DocumentNode, rendering: Rendering): Html {
  return element('div', { class: 'updates' }, rendering.blocks(contentsOf(node)))
}

export function update(node: DocumentNode, rendering: Rendering): Html {
  const date = element('p', { class: 'date' }, textIn(node.data, 'date') ?? '')
  return element('section', { class: 'update' }, date, rendering.blocks(contentsOf(node)))
}

export function expandable(node: DocumentNode, rendering: Rendering): Html {
  const [title, body] = contentsByFragment(node, 'expandable-title')
  return disclosure(rendering.inlines(title), rendering.blocks(body))
}

export function disclosure(title: Html, content: Html): Html {
  return element('details', { class: 'expandable', open: 'open' }, element('summary', {}, title), content)
}

export function condition(node: DocumentNode, rendering: Rendering): Html {
  return conditional(textIn(node.data, 'expression') ?? '', rendering.blocks(contentsOf(node)))
}

export function conditional(expression: string, content: Html): Html {
  const head = element('p', {}, label('Shown only if '), element('code', {}, expression))
  return element('section', { class: 'condition' }, head, join(content))
}

type Item = Pick<DocumentNode, 'data' | 'nodes'>

/** What is no item stands in one of its own. */
function itemsOf(node: DocumentNode, type: string): Item[] {
  return contentsOf(node).map(child =>
    child.type === type ? { data: child.data, nodes: contentsOf(child) } : { data: {}, nodes: [child] },
  )
}
