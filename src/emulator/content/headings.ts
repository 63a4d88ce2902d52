/**
 * Headings. The page's title is Markdown's first level, so `##` is the first level of the document.
 */
import { type Element, type Markup, textOf } from '../../dialect/parse/element.ts'
import type { Conversion } from './conversion.ts'
import { inlinesOf } from './inlines.ts'
import { block, type DocumentNode, textNode } from './nodes.ts'

const DEEPEST = 3

export function heading(element: Element, conversion: Conversion): readonly DocumentNode[] {
  const level = Number(element.name.slice(1))
  const anchor = element.children.find(isAnchor)
  const written = typeof anchor === 'object' ? anchor.attributes.id : undefined
  const id = conversion.claimId(slugOf(written ?? textOf(element)))
  const nodes = inlinesOf(
    element.children.filter(child => child !== anchor),
    conversion,
  )
  const type = `heading-${Math.min(Math.max(level - 1, 1), DEEPEST)}`
  const base = block(type, nodes.length === 0 ? [textNode('')] : nodes, {
    id,
    align: element.attributes.align,
  })
  return [{ ...base, meta: { id } }]
}

/** `<a href="#x" id="x"></a>`: how an export writes a heading's id. */
function isAnchor(markup: Markup): boolean {
  return (
    typeof markup === 'object' &&
    markup.name === 'a' &&
    markup.attributes.id !== undefined &&
    markup.children.length === 0
  )
}

/** An id has no letters beside those of English: accents go, and what has no such form goes whole. */
function slugOf(text: string): string {
  const slug = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9\s_.+-]/g, '')
    .trim()
    .replace(/\s+/g, '-')
  return slug === '' ? 'heading' : slug
}
