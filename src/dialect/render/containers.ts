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
  return container(node, rendering, {
    type: 'tabs-item',
    tag: 'tab',
    attributesOf: ({ data }) => ({ title: textIn(data, 'title') ?? '', icon: textIn(data, 'icon') }),
  })
}

export function stepper(node: DocumentNode, rendering: Rendering): string {
  return container(node, rendering, {
    type: 'stepper-step',
    tag: 'step',
    attributesOf: ({ data }) => ({ icon: textIn(data, 'icon') }),
  })
}

export function columns(node: DocumentNode, rendering: Rendering): string {
  return container(node, rendering, {
    type: 'column',
    tag: 'column',
    attributesOf: ({ data }) => ({ width: textIn(data, 'width'), valign: textIn(data, 'verticalAlignment') }),
  })
}

/** What a container holds, in the document and as tags. */
interface ContainerItem {
  type: string
  tag: string
  attributesOf(item: DocumentNode): TagAttributes
}

/** What is no item stands in one of its own. */
function container(node: DocumentNode, rendering: Rendering, item: ContainerItem): string {
  const items = node.nodes.map(child => {
    const nodes = child.type === item.type ? child.nodes : [child]
    return pairedTag(item.tag, item.attributesOf(child), rendering.blocks(nodes))
  })
  const name = `${item.tag === 'step' ? 'stepper' : `${item.tag}s`}`
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
