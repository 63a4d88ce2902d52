/**
 * Blocks that show something else: other content, a page of the web, a file, a reusable content.
 */
import type { Element } from '../../dialect/parse/element.ts'
import type { Conversion } from './conversion.ts'
import { type DocumentNode, paragraphOf, voidBlock } from './nodes.ts'

/** The link inside only repeats the title of the target, so it is left out. */
export function contentRef(element: Element, conversion: Conversion): readonly DocumentNode[] {
  const { url, page } = element.attributes
  const target = url ?? page
  if (target === undefined) return conversion.blocks(element.children)
  return [voidBlock('content-ref', { ref: conversion.resolve(target) })]
}

export function embed(element: Element, conversion: Conversion): readonly DocumentNode[] {
  const { url, src, fullWidth } = element.attributes
  const target = url ?? src
  if (target === undefined) return conversion.blocks(element.children)
  const ref = conversion.resolve(target)
  const node =
    ref.kind === 'file'
      ? voidBlock('file', { ref })
      : voidBlock('embed', { url: target, fullWidth: fullWidth === 'true' ? true : undefined })
  return [node, ...captionOf(element, conversion)]
}

export function file(element: Element, conversion: Conversion): readonly DocumentNode[] {
  const { src } = element.attributes
  if (src === undefined) return conversion.blocks(element.children)
  const ref = conversion.resolve(src)
  const node = ref.kind === 'file' ? voidBlock('file', { ref }) : voidBlock('content-ref', { ref })
  return [node, ...captionOf(element, conversion)]
}

export function include(element: Element, conversion: Conversion): readonly DocumentNode[] {
  const { target = '' } = element.attributes
  const ref = conversion.resolve(target.replace(/^["']|["']$/g, ''))
  if (ref.kind === 'reusable-content') return [voidBlock('reusable-content', { ref })]
  return [paragraphOf(`{% include ${target} %}`)]
}

/** The services have captions of images only (`DocumentBlockEmbed`, `DocumentBlockFile` of their shapes): it follows. */
function captionOf(element: Element, conversion: Conversion): readonly DocumentNode[] {
  const { caption } = element.attributes
  return [
    ...(caption === undefined || caption === '' ? [] : [paragraphOf(caption)]),
    ...conversion.blocks(element.children),
  ]
}
