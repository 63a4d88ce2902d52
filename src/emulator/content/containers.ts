/**
 * Blocks that hold other blocks: hints, tabs, steps, columns, expandables.
 */
import { type Element, isBlank, type Markup } from '../../dialect/parse/element.ts'
import type { Conversion } from './conversion.ts'
import { block, type DocumentNode, fragment, orEmptyParagraph } from './nodes.ts'

const HINT_STYLES = ['info', 'warning', 'danger', 'success'] as const

export function hint(element: Element, conversion: Conversion): readonly DocumentNode[] {
  const { style: written, icon } = element.attributes
  const style = HINT_STYLES.find(known => known === written) ?? 'info'
  return [block('hint', orEmptyParagraph(conversion.blocks(element.children)), { style, icon })]
}

export function tabs(element: Element, conversion: Conversion): readonly DocumentNode[] {
  return container('tabs', element, 'gb:tab', (tab, nodes) => {
    const { title = '', icon } = tab.attributes
    const id = conversion.claimId(`tab-${title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')}`)
    return { ...block('tabs-item', nodes, { title, icon }), meta: { id } }
  })(conversion)
}

export function stepper(element: Element, conversion: Conversion): readonly DocumentNode[] {
  return container('stepper', element, 'gb:step', (step, nodes) => {
    return block('stepper-step', nodes, { icon: step.attributes.icon })
  })(conversion)
}

export function columns(element: Element, conversion: Conversion): readonly DocumentNode[] {
  return container('columns', element, 'gb:column', (column, nodes) => {
    const { width, valign: verticalAlignment } = column.attributes
    return block('column', nodes, { width, verticalAlignment })
  })(conversion)
}

export function expandable(element: Element, conversion: Conversion): readonly DocumentNode[] {
  const summary = element.children.find(child => typeof child === 'object' && child.name === 'summary')
  const rest = element.children.filter(child => child !== summary)
  const title = typeof summary === 'object' ? conversion.blocks(summary.children) : []
  return [
    {
      object: 'block',
      type: 'expandable',
      isVoid: true,
      data: {},
      fragments: [
        fragment('expandable-title', orEmptyParagraph(title)),
        fragment('expandable-body', orEmptyParagraph(conversion.blocks(rest))),
      ],
    },
  ]
}

type MakeItem = (item: Element, nodes: readonly DocumentNode[]) => DocumentNode

/** What stands outside the items becomes an item without attributes, so that it is not lost. */
function container(type: string, element: Element, itemName: string, make: MakeItem) {
  return (conversion: Conversion): readonly DocumentNode[] => {
    const items = element.children.filter(child => !isBlank(child)).map(child => asItem(child, itemName))
    const nodes = items.map(item => make(item, orEmptyParagraph(conversion.blocks(item.children))))
    const fullWidth = element.attributes.fullWidth === 'true' ? true : undefined
    return nodes.length === 0 ? [] : [block(type, nodes, { fullWidth })]
  }
}

function asItem(child: Markup, name: string): Element {
  return typeof child === 'object' && child.name === name
    ? child
    : { name, attributes: {}, children: [child] }
}
