/**
 * Blocks in HTML on one line, for where Markdown is not read: cells, captions, summaries.
 */
import { asBlocks } from './blocks.ts'
import { preformatted } from './code-blocks.ts'
import { comment, element, escapeHtml, openTag } from './html.ts'
import { drawing, figure, images } from './images.ts'
import { formula } from './inline-objects.ts'
import { leftovers } from './leftovers.ts'
import { type DocumentNode, textIn } from './node.ts'
import { headingLevel } from './paragraphs.ts'
import { HTML, type Rendering } from './rendering.ts'
import { htmlTable } from './tables.ts'
import { targetOf } from './targets.ts'

type RenderBlock = (node: DocumentNode, rendering: Rendering) => string

const RENDERERS: Readonly<Record<string, RenderBlock>> = {
  paragraph: (node, rendering) => text('p', node, rendering),
  ...Object.fromEntries(
    [1, 2, 3, 4, 5].map(level => {
      const render: RenderBlock = (node, rendering) => text(`h${headingLevel(node)}`, node, rendering)
      return [`heading-${level}`, render] as const
    }),
  ),
  'list-ordered': (node, rendering) =>
    element('ol', { start: textIn(node.data, 'start') }, items(node, rendering)),
  'list-unordered': (node, rendering) => element('ul', {}, items(node, rendering)),
  'list-tasks': (node, rendering) => element('ul', {}, items(node, rendering)),
  divider: () => '<hr>',
  blockquote: (node, rendering) => element('blockquote', {}, rendering.html(node.nodes)),
  code: preformatted,
  math: node => element('p', {}, formula(textIn(node.data, 'formula') ?? '', HTML)),
  images,
  image: figure,
  drawing,
  table: htmlTable,
  'content-ref': reference,
  file: reference,
  embed: ({ data }) => linkTo(textIn(data, 'url') ?? ''),
}

export function renderHtml(nodes: readonly DocumentNode[], rendering: Rendering): string {
  const blocks = asBlocks(nodes)
  const [only] = blocks
  if (blocks.length === 1 && only?.type === 'paragraph' && only.data.align === undefined) {
    return rendering.inlines(only.nodes, HTML)
  }
  return blocks.map(node => htmlBlock(node, rendering)).join('')
}

function htmlBlock(node: DocumentNode, rendering: Rendering): string {
  const render = Object.hasOwn(RENDERERS, node.type) ? RENDERERS[node.type] : undefined
  if (render !== undefined) {
    return (
      render(node, rendering) +
      asBlocks(leftovers(node))
        .map(block => htmlBlock(block, rendering))
        .join('')
    )
  }
  const inside = [...node.nodes, ...node.fragments.flatMap(fragment => fragment.nodes)]
  return (
    comment(node.kind, node.type) +
    asBlocks(inside)
      .map(block => htmlBlock(block, rendering))
      .join('')
  )
}

function text(name: string, node: DocumentNode, rendering: Rendering): string {
  const align = textIn(node.data, 'align')
  const anchor = node.id === undefined ? '' : element('a', { href: `#${node.id}`, id: node.id }, '')
  return element(name, { align }, rendering.inlines(node.nodes, HTML) + anchor)
}

function items(node: DocumentNode, rendering: Rendering): string {
  const parts = node.nodes.map(item => {
    const checked = item.data.checked === true ? true : undefined
    const box = node.type === 'list-tasks' ? openTag('input', { type: 'checkbox', checked }) : ''
    return element('li', {}, box + rendering.html(item.type === 'list-item' ? item.nodes : [item]))
  })
  return parts.join('')
}

function reference({ data }: DocumentNode, { links }: Rendering): string {
  return linkTo(targetOf(data.ref, links))
}

function linkTo(target: string): string {
  return element('p', {}, element('a', { href: target }, escapeHtml(target)))
}
