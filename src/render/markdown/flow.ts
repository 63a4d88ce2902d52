/** Elements that are blocks, of Markdown and of HTML alike; whatever else there is stands in a line of text. */
import { slugify } from '../../dialect/links/slug.ts'
import { type Element, isBlank, type Markup, textOf } from '../../dialect/parse/element.ts'
import { codeFigure } from '../document/code.ts'
import { disclosure } from '../document/containers.ts'
import { alignmentOf } from '../document/paragraphs.ts'
import { idOf } from '../html/address.ts'
import { element, type Html, join } from '../html/element.ts'
import type { MarkdownRendering } from './rendering.ts'
import { htmlTable } from './tables.ts'
import { isUnknownTag, TAG_RENDERERS, unknownTag } from './tags.ts'

export type RenderElement = (of: Element, rendering: MarkdownRendering) => Html

const DIVISIONS =
  'div section article aside header footer nav main center form fieldset address html body head legend dt dd ' +
  'caption colgroup thead tbody tfoot tr td th summary figcaption'

const RENDERERS: Readonly<Record<string, RenderElement>> = {
  ...Object.fromEntries(DIVISIONS.split(' ').map(name => [name, division] as const)),
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map(level => [`h${level}`, heading] as const)),
  p: paragraph,
  ul: list,
  ol: list,
  li: (of, rendering) => element('ul', {}, item(of, rendering)),
  dl: definitions,
  blockquote: (of, rendering) => element('blockquote', {}, rendering.flow(of.children, 'as-paragraphs')),
  pre: preformatted,
  hr: () => element('hr'),
  table: htmlTable,
  details,
  figure,
  ...TAG_RENDERERS,
}

export function isBlock(node: Markup): node is Element {
  return typeof node !== 'string' && Object.hasOwn(RENDERERS, node.name)
}

export function renderFlow(
  nodes: readonly Markup[],
  rendering: MarkdownRendering,
  loose?: 'as-paragraphs',
): Html {
  return join(runsOf(nodes).map(run => renderRun(run, rendering, loose)))
}

/** Blocks one by one, and what stands in a line together. */
export function runsOf(nodes: readonly Markup[]): readonly (readonly Markup[])[] {
  const runs: Markup[][] = []
  let line: Markup[] | undefined
  for (const node of nodes) {
    if (isBlock(node)) {
      runs.push([node])
      line = undefined
    } else if (line === undefined) {
      line = [node]
      runs.push(line)
    } else line.push(node)
  }
  return runs.filter(run => !run.every(isBlank))
}

export function renderRun(
  run: readonly Markup[],
  rendering: MarkdownRendering,
  loose?: 'as-paragraphs',
): Html {
  const [first] = run
  if (first !== undefined && isBlock(first)) return RENDERERS[first.name]?.(first, rendering) ?? join()
  const line = rendering.phrasing(run)
  return loose === undefined ? line : element('p', {}, line)
}

function division(of: Element, rendering: MarkdownRendering): Html {
  return element('div', {}, rendering.flow(of.children))
}

/** HTML lets nobody put blocks into a paragraph, but people do. */
function paragraph(of: Element, rendering: MarkdownRendering): Html {
  if (isUnknownTag(of)) return unknownTag(of)
  const hasBlocks = of.children.some(isBlock)
  const name = alignmentOf(of.attributes.align)
  if (hasBlocks) return element('div', { class: name }, rendering.flow(of.children, 'as-paragraphs'))
  return element('p', { class: name }, rendering.phrasing(of.children))
}

/** `<a href="#x" id="x"></a>` is how an export writes a heading's id. */
function heading(of: Element, rendering: MarkdownRendering): Html {
  const anchor = of.children.find(
    child => typeof child !== 'string' && child.name === 'a' && child.children.length === 0,
  )
  const own = typeof anchor === 'object' ? anchor.attributes.id : of.attributes.id
  const id = idOf(rendering.claimId(own ?? slugify(textOf(of))))
  const content = own === undefined ? of.children : of.children.filter(child => child !== anchor)
  return element(of.name, { id, class: alignmentOf(of.attributes.align) }, rendering.phrasing(content))
}

function list(of: Element, rendering: MarkdownRendering): Html {
  const { start } = of.attributes
  const items = of.children.filter(child => !isBlank(child)).map(child => item(child, rendering))
  return element(
    of.name,
    { start: of.name === 'ol' && /^\d{1,9}$/.test(start ?? '') ? start : undefined },
    items,
  )
}

/** What is no item stands in one of its own. An only paragraph is its text, as the tree does not tell tight lists from others. */
function item(child: Markup, rendering: MarkdownRendering): Html {
  const nodes = typeof child !== 'string' && child.name === 'li' ? child.children : [child]
  const [first, ...rest] = nodes
  const isLine = typeof first === 'object' && first.name === 'p' && first.attributes.align === undefined
  const hasMore = rest.some(other => typeof other === 'object' && other.name === 'p')
  return element('li', {}, rendering.flow(isLine && !hasMore ? [...first.children, ...rest] : nodes))
}

function definitions(of: Element, rendering: MarkdownRendering): Html {
  const items = of.children
    .filter(child => !isBlank(child))
    .map(child => {
      const isTerm = typeof child !== 'string' && child.name === 'dt'
      const isItem = typeof child !== 'string' && (isTerm || child.name === 'dd')
      return element(isTerm ? 'dt' : 'dd', {}, rendering.flow(isItem ? child.children : [child]))
    })
  return element('dl', {}, items)
}

function preformatted(of: Element, rendering: MarkdownRendering): Html {
  const [only] = of.children
  const isWrapped = of.children.length === 1 && typeof only === 'object' && only.name === 'code'
  const content = rendering.phrasing(isWrapped ? only.children : of.children)
  return codeFigure('code', of.attributes['data-title'], content)
}

function details(of: Element, rendering: MarkdownRendering): Html {
  const title = of.children.find(child => typeof child !== 'string' && child.name === 'summary')
  const rest = of.children.filter(child => child !== title)
  const summary = typeof title === 'object' ? title.children : []
  return disclosure(rendering.phrasing(summary), rendering.flow(rest, 'as-paragraphs'))
}

function figure(of: Element, rendering: MarkdownRendering): Html {
  const isCaption = (child: Markup) => typeof child !== 'string' && child.name === 'figcaption'
  const captions = of.children.filter(isCaption)
  const text = captions.flatMap(caption => (typeof caption === 'string' ? [] : caption.children))
  const caption = text.every(isBlank) ? undefined : element('figcaption', {}, rendering.flow(text))
  return element('figure', {}, rendering.flow(of.children.filter(child => !isCaption(child))), caption)
}
