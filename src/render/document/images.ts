/** Pictures: figures with captions, their variants for the dark, drawings, and pictures in a line. */
import { type DocumentNode, textIn } from '../../dialect/render/node.ts'
import { type Child, element, type Html, join } from '../html/element.ts'
import { label } from '../html/labels.ts'
import { link, type Picture, picture } from '../html/links.ts'
import { contentsOf } from './contents.ts'
import type { Line, Rendering } from './rendering.ts'
import { targetOf } from './targets.ts'

export function images(node: DocumentNode, rendering: Rendering): Html {
  return element('div', { class: 'images' }, rendering.blocks(contentsOf(node)))
}

export function figure(node: DocumentNode, rendering: Rendering): Html {
  return captioned(
    pictureOf(node, rendering),
    darkVariant(node, rendering),
    rendering.blocks(contentsOf(node)),
  )
}

export function captioned(shown: Html, more: Child, caption: Html): Html {
  const figcaption = caption.toString() === '' ? undefined : element('figcaption', {}, caption)
  return element('figure', {}, shown, more, figcaption)
}

export function drawing(node: DocumentNode, rendering: Rendering): Html {
  const nothing = element('span', { class: 'label' }, 'drawing without a picture')
  const shown = node.data.ref === undefined ? nothing : pictureOf(node, rendering)
  return captioned(shown, undefined, rendering.blocks(contentsOf(node)))
}

export function inlineImage(node: DocumentNode, rendering: Rendering, { isInLink }: Line): Html {
  const caption = textIn(node.data, 'caption')
  const name = textIn(node.data, 'size') === 'line' ? 'line' : undefined
  return join(
    pictureOf(node, rendering, { isInLink, class: name }),
    isInLink ? undefined : darkVariant(node, rendering),
    caption === undefined || caption === ''
      ? undefined
      : [' ', element('span', { class: 'caption' }, caption)],
  )
}

function pictureOf(
  { data }: DocumentNode,
  { context }: Rendering,
  place: Pick<Picture, 'isInLink' | 'class'> = {},
): Html {
  return picture({
    target: targetOf(data.ref, context),
    alt: textIn(data, 'alt') ?? '',
    width: textIn(data, 'width'),
    height: textIn(data, 'height'),
    ...place,
  })
}

function darkVariant({ data }: DocumentNode, { context }: Rendering): Html | undefined {
  if (data.refDark === undefined || data.refDark === null) return undefined
  return label(' ', link(targetOf(data.refDark, context), 'variant for the dark'))
}
