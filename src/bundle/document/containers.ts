/**
 * Blocks that hold other blocks: hints, tabs, steps, columns, expandables, conditions.
 */
import { element } from './html.ts'
import { type DocumentNode, flagIn, fragmentOf, textIn } from './node.ts'
import type { Rendering } from './rendering.ts'
import { enclose, pairedTag, type TagAttributes, tag, tagText } from './tag.ts'

export function hint(node: DocumentNode, rendering: Rendering): string {
  const attributes = { style: textIn(node.data, 'style') ?? 'info', icon: textIn(node.data, 'icon') }
  return pairedTag('hint', attributes, rendering.blocks(node.nodes))
}

export function tabs(node: DocumentNode, rendering: Rendering): string {
  return container(node, rendering, 'tabs-item', 'tab', ({ data }) => {
    return { title: textIn(data, 'title') ?? '', icon: textIn(data, 'icon') }
  })
}

export function stepper(node: DocumentNode, rendering: Rendering): string {
  return container(node, rendering, 'stepper-step', 'step', ({ data }) => ({ icon: textIn(data, 'icon') }))
}

export function columns(node: DocumentNode, rendering: Rendering): string {
  return container(node, rendering, 'column', 'column', ({ data }) => {
    return { width: textIn(data, 'width'), valign: textIn(data, 'verticalAlignment') }
  })
}

/** What is no item stands in one of its own. */
function container(
  node: DocumentNode,
  rendering: Rendering,
  itemType: string,
  itemTag: string,
  attributesOf: (item: DocumentNode) => TagAttributes,
): string {
  const items = node.nodes.map(item => {
    const nodes = item.type === itemType ? item.nodes : [item]
    return pairedTag(itemTag, attributesOf(item), rendering.blocks(nodes))
  })
  const name = `${itemTag === 'step' ? 'stepper' : `${itemTag}s`}`
  return pairedTag(name, { fullWidth: flagIn(node.data, 'fullWidth') }, items.join('\n\n'))
}

export function expandable(node: DocumentNode, rendering: Rendering): string {
  const title = rendering.html(fragmentOf(node, 'expandable-title'))
  const body = rendering.blocks([...fragmentOf(node, 'expandable-body'), ...node.nodes])
  const parts = ['<details>', element('summary', {}, title), body, '</details>']
  return parts.filter(part => part !== '').join('\n\n')
}

export function condition(node: DocumentNode, rendering: Rendering): string {
  const expression = tagText(textIn(node.data, 'expression') ?? '')
  return enclose(`{% if ${expression} %}`, rendering.blocks(node.nodes), tag('endif'))
}
