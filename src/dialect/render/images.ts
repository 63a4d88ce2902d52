/**
 * Images: figures with captions and a dark variant, and images in a line of text.
 */
import { destination, escapeText } from './escape.ts'
import { type Attributes, element, openTag } from './html.ts'
import { type DocumentNode, flagIn, fragmentOf, textIn } from './node.ts'
import type { InlineMode, Rendering } from './rendering.ts'
import { targetOf } from './targets.ts'

export function images(node: DocumentNode, rendering: Rendering): string {
  const figures = node.nodes.map(image => figure(image, rendering))
  const attributes = {
    align: textIn(node.data, 'align'),
    'data-full-width': flagIn(node.data, 'fullWidth'),
    'data-with-frame': flagIn(node.data, 'withFrame'),
  }
  const hasOwn = Object.values(attributes).some(value => value !== undefined)
  if (figures.length === 1 && !hasOwn) return figures.join('')
  return figures.length === 0 ? '' : element('div', attributes, figures.join(' '))
}

export function figure(node: DocumentNode, rendering: Rendering): string {
  const caption = [...fragmentOf(node, 'caption'), ...node.nodes]
  const paragraphs = caption.map(child => element('p', {}, rendering.html([child])))
  const content = imageElement(node, rendering, {}) + element('figcaption', {}, paragraphs.join(''))
  return element('figure', {}, content)
}

export function inlineImage(node: DocumentNode, rendering: Rendering, mode: InlineMode): string {
  const { data } = node
  const others = [data.refDark, data.size, data.width, data.height, data.caption]
  if (mode.html || others.some(other => other !== undefined)) {
    const caption = textIn(data, 'caption')
    return imageElement(node, rendering, { 'data-size': textIn(data, 'size'), 'data-caption': caption })
  }
  const alt = (textIn(data, 'alt') ?? '').replace(/\s*\n\s*/g, ' ')
  return `![${escapeText(alt)}](${destination(targetOf(data.ref, rendering.links))})`
}

export function drawing(node: DocumentNode, rendering: Rendering): string {
  const src = node.data.ref === undefined ? undefined : targetOf(node.data.ref, rendering.links)
  return openTag('img', { src, alt: '', class: 'gitbook-drawing' })
}

function imageElement({ data }: DocumentNode, { links }: Rendering, more: Attributes): string {
  const image = openTag('img', {
    src: targetOf(data.ref, links),
    alt: textIn(data, 'alt') ?? '',
    ...more,
    width: textIn(data, 'width'),
    height: textIn(data, 'height'),
  })
  if (data.refDark === undefined || data.refDark === null) return image
  const srcset = targetOf(data.refDark, links)
  return element('picture', {}, openTag('source', { srcset, media: '(prefers-color-scheme: dark)' }) + image)
}
