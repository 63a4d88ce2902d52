/** HTML tables, as the platform writes them, with merged cells as a person may. What stands in none of the cells goes before. */
import { type Element, isBlank, type Markup } from '../../dialect/parse/element.ts'
import { alignmentOf } from '../document/paragraphs.ts'
import { element, type Html, join } from '../html/element.ts'
import { label } from '../html/labels.ts'
import type { MarkdownRendering } from './rendering.ts'

const SECTIONS = new Set('table thead tbody tfoot'.split(' '))

export function htmlTable(of: Element, rendering: MarkdownRendering): Html {
  const strays: Markup[] = []
  const [head, body] = [rowsOf(of, true, strays), rowsOf(of, false, strays)]
  const attributes = { class: viewOf(of) }
  const table = element(
    'table',
    attributes,
    head.length === 0
      ? undefined
      : element(
          'thead',
          {},
          head.map(row => rowOf(row, rendering, strays)),
        ),
    element(
      'tbody',
      {},
      body.map(row => rowOf(row, rendering, strays)),
    ),
  )
  return join(rendering.flow(strays, 'as-paragraphs'), element('div', { class: 'table' }, table))
}

function viewOf({ attributes }: Element): string | undefined {
  if (attributes['data-view'] === 'cards') return 'cards'
  return attributes['data-header-hidden'] === undefined ? undefined : 'without-header'
}

/** Those of the head, or the others. */
function rowsOf(of: Element, isHead: boolean, strays: Markup[], within = 'table'): Element[] {
  return of.children.flatMap(child => {
    const name = typeof child === 'string' ? '' : child.name
    if (typeof child !== 'string' && SECTIONS.has(name) && name !== 'table')
      return rowsOf(child, isHead, strays, name)
    if ((within === 'thead') !== isHead) return []
    if (typeof child !== 'string' && name === 'tr') return [child]
    if (!isBlank(child)) strays.push(child)
    return []
  })
}

function rowOf(row: Element, rendering: MarkdownRendering, strays: Markup[]): Html {
  const cells = row.children.flatMap(child => {
    if (typeof child !== 'string' && (child.name === 'td' || child.name === 'th'))
      return [cellOf(child, rendering)]
    if (!isBlank(child)) strays.push(child)
    return []
  })
  return element('tr', {}, cells)
}

function cellOf({ name, attributes, children }: Element, rendering: MarkdownRendering): Html {
  const isHidden = attributes['data-hidden'] !== undefined
  const names = [
    isHidden ? 'hidden-column' : undefined,
    alignmentOf(attributes.align ?? aligned(attributes.style)),
  ]
  const known = names.filter(name => name !== undefined).join(' ')
  return element(
    name,
    {
      class: known === '' ? undefined : known,
      colspan: span(attributes.colspan),
      rowspan: span(attributes.rowspan),
    },
    rendering.flow(children),
    isHidden ? label(' (hidden)') : undefined,
  )
}

/** As Markdown's own tables are parsed. */
function aligned(style: string | undefined): string | undefined {
  return /^text-align:(center|right)$/.exec(style ?? '')?.[1]
}

function span(cells: string | undefined): string | undefined {
  return /^[1-9]\d{0,2}$/.test(cells ?? '') ? cells : undefined
}
