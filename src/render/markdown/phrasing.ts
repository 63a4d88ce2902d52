/**
 * Elements in a line of text. What a page must not do here (scripts, frames, forms) is named, with the text that stood in it.
 */
import { type Element, type Markup, textOf } from '../../dialect/parse/element.ts'
import { checkMark } from '../document/lists.ts'
import { deletion, insertion } from '../document/marks.ts'
import { idOf } from '../html/address.ts'
import { type Child, element, type Html, join } from '../html/element.ts'
import { label, quoted } from '../html/labels.ts'
import { link, picture } from '../html/links.ts'
import { isBlock } from './flow.ts'
import type { MarkdownRendering } from './rendering.ts'
import { markdownTarget } from './targets.ts'

/** What a comparison puts around words: no name of an element that anybody can write. */
export const ADDED = 'words added'
export const REMOVED = 'words removed'

const SAME = 'b cite code em i kbd mark q s samp small strong sub sup u var bdi'
const AS_OTHER: Readonly<Record<string, string>> = {
  ...Object.fromEntries(SAME.split(' ').map(name => [name, name] as const)),
  // Those of a comparison are its own.
  del: 's',
  strike: 's',
  ins: 'u',
  tt: 'code',
}
/** Only their content matters. */
const TRANSPARENT = new Set('span font abbr picture label optgroup'.split(' '))

export function renderPhrasing(
  nodes: readonly Markup[],
  rendering: MarkdownRendering,
  isInLink: boolean,
): Html {
  return join(
    nodes.map((node, index) => {
      if (typeof node === 'string') return node
      const isNewLine = index > 0 && (isBlock(node) || isBlock(nodes[index - 1] ?? ''))
      return [isNewLine ? element('br') : undefined, phrase(node, rendering, isInLink)]
    }),
  )
}

function phrase(node: Element, rendering: MarkdownRendering, isInLink: boolean): Html {
  const { name, attributes, children } = node
  const inside = name === 'a' ? rendering.phrasing(children, true) : rendering.phrasing(children, isInLink)
  if (name === ADDED) return insertion(inside)
  if (name === REMOVED) return deletion(inside)
  if (name === 'a') return anchor(node, rendering, isInLink, inside)
  if (name === 'img') return image(attributes, rendering, isInLink)
  if (name === 'br' || name === 'wbr') return element(name)
  if (name === 'hr') return element('br')
  if (name === 'math') return element('code', { class: 'math' }, inside)
  if (name === 'button') return element('span', { class: 'button' }, inside)
  if (name === 'input' && attributes.type === 'checkbox') return checkMark(attributes.checked !== undefined)
  if (name === 'option') return join(inside, label(' ', quoted(attributes.label ?? ''), ' '))
  if (name === 'source' || name === 'select')
    return name === 'select' ? label(' one of: ', inside) : variant(node)
  const other = Object.hasOwn(AS_OTHER, name) ? AS_OTHER[name] : undefined
  if (other !== undefined) return element(other, {}, inside)
  return TRANSPARENT.has(name) || isBlock(node) ? inside : refused(node, inside)
}

function anchor(
  { attributes: { href, id }, children }: Element,
  { context }: MarkdownRendering,
  isInLink: boolean,
  inside: Child,
): Html {
  const place = id === undefined ? undefined : element('span', { id: idOf(id) })
  if (href === undefined || isInLink || (id !== undefined && children.length === 0))
    return join(place, inside)
  return join(place, link(markdownTarget(href, context), inside))
}

function image(attributes: Element['attributes'], { context }: MarkdownRendering, isInLink: boolean): Html {
  const { src = '', alt = '', width, height } = attributes
  return picture({ target: markdownTarget(src, context), alt, width, height, isInLink })
}

/** Which of two pictures is shown is the reader's setting. */
function variant({ attributes }: Element): Html {
  const { srcset } = attributes
  return srcset === undefined ? join() : label('[other variant: ', quoted(srcset), '] ')
}

function refused(node: Element, inside: Html): Html {
  const { src, href, data, action } = node.attributes
  const at = src ?? href ?? data ?? action
  const where = at === undefined ? '' : [' at ', quoted(at)]
  const isCode = node.name === 'script' || node.name === 'style'
  const content = isCode ? element('code', {}, textOf(node)) : inside
  return element(
    'span',
    { class: 'unknown' },
    label('[not shown here: ', quoted(node.name), where, '] '),
    content,
  )
}
