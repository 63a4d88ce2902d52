/** The platform's `{% … %}` tags: those with a form of their own, and boxes that show any other as it was written. */
import { type Element, isBlank, type Markup, textOf } from '../../dialect/parse/element.ts'
import { codeFigure } from '../document/code.ts'
import { conditional, hintBox, tab } from '../document/containers.ts'
import { embedBox } from '../document/embeds.ts'
import { element, type Html } from '../html/element.ts'
import { box, label, quoted } from '../html/labels.ts'
import { namedLink } from '../html/links.ts'
import type { MarkdownRendering } from './rendering.ts'
import { markdownTarget } from './targets.ts'

type RenderTag = (of: Element, rendering: MarkdownRendering) => Html

export const TAG_RENDERERS: Readonly<Record<string, RenderTag>> = {
  'gb:hint': (of, rendering) => hintBox(of.attributes.style, contentOf(of, rendering)),
  'gb:tabs': (of, rendering) => element('div', { class: 'tabs' }, contentOf(of, rendering)),
  'gb:tab': (of, rendering) => tab(of.attributes.title ?? '', contentOf(of, rendering)),
  'gb:code': code,
  'gb:stepper': stepper,
  'gb:step': (of, rendering) => element('div', { class: 'step' }, contentOf(of, rendering)),
  'gb:columns': (of, rendering) => element('div', { class: 'columns' }, contentOf(of, rendering)),
  'gb:column': (of, rendering) => element('div', { class: 'column' }, contentOf(of, rendering)),
  'gb:if': (of, rendering) => conditional(of.attributes.expression ?? '', contentOf(of, rendering)),
  'gb:content-ref': (of, rendering) => reference(of, rendering, of.attributes.url),
  'gb:page-ref': (of, rendering) => reference(of, rendering, of.attributes.page),
  'gb:embed': (of, rendering) => embedBox(of.attributes.url ?? '', contentOf(of, rendering)),
  'gb:file': file,
  'gb:include': include,
  ...Object.fromEntries(
    'openapi openapi-operation openapi-schemas swagger swagger-description swagger-parameter swagger-response'
      .split(' ')
      .map(name => [`gb:${name}`, specification] as const),
  ),
}

/** What the parser knows no tag for stands in its tree as the source, in a paragraph of its own. */
const TAG = /^\{%-?\s*([\w@/.-]+)[\s\S]*%\}$/

export function isUnknownTag({ children }: Element): boolean {
  const [only] = children
  return children.length === 1 && typeof only === 'string' && TAG.test(only)
}

export function unknownTag(of: Element): Html {
  const source = textOf(of)
  const name = TAG.exec(source)?.[1] ?? ''
  return box('unknown', ['not known here: ', quoted(name)], element('p', {}, element('code', {}, source)))
}

function contentOf(of: Element, rendering: MarkdownRendering): Html {
  return rendering.flow(of.children, 'as-paragraphs')
}

function code(of: Element, rendering: MarkdownRendering): Html {
  const { title } = of.attributes
  const [only, more] = of.children.filter(child => !isBlank(child))
  const isOne = more === undefined && typeof only === 'object' && only.name === 'pre'
  if (isOne) return codeFigure('code', title, rendering.phrasing(only.children))
  return element(
    'div',
    {},
    title === undefined ? undefined : element('p', {}, title),
    contentOf(of, rendering),
  )
}

function stepper(of: Element, rendering: MarkdownRendering): Html {
  const steps = of.children
    .filter(child => !isBlank(child))
    .map(child => {
      const nodes: readonly Markup[] =
        typeof child === 'object' && child.name === 'gb:step' ? child.children : [child]
      return element('li', {}, rendering.flow(nodes, 'as-paragraphs'))
    })
  return element('ol', { class: 'stepper' }, steps)
}

function reference(of: Element, rendering: MarkdownRendering, url = ''): Html {
  const target = element('p', {}, namedLink(markdownTarget(url, rendering.context)))
  return element('div', { class: 'content-ref' }, target, contentOf(of, rendering))
}

function file(of: Element, rendering: MarkdownRendering): Html {
  const name = namedLink(markdownTarget(of.attributes.src ?? '', rendering.context))
  return box('file', ['File: ', name], contentOf(of, rendering))
}

/** Its text is a file of its own, which is not read here. */
function include({ attributes }: Element, { context }: MarkdownRendering): Html {
  const path = (attributes.target ?? '').replace(/^["']|["']$/g, '')
  return box('reusable', ['Reusable content: ', namedLink(markdownTarget(path, context))])
}

function specification(of: Element, rendering: MarkdownRendering): Html {
  const settings = Object.entries(of.attributes).map(([name, value]) => [
    label(quoted(name), ': '),
    element('code', {}, value),
    ' ',
  ])
  return box(
    'openapi',
    ['Specification, ', quoted(of.name.slice(3))],
    element('p', {}, settings),
    contentOf(of, rendering),
  )
}
