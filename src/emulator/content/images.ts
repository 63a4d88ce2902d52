/**
 * Images: figures, pictures with a dark variant, images that stand alone.
 */
import { type Element, findElement, findElements, isBlank } from '../../dialect/parse/element.ts'
import type { Conversion } from './conversion.ts'
import { block, type DocumentNode, fragment } from './nodes.ts'

export function figure(element: Element, conversion: Conversion): readonly DocumentNode[] {
  const images = element.children.flatMap(child => {
    const isCaption = typeof child !== 'string' && child.name === 'figcaption'
    return isCaption || typeof child === 'string' ? [] : imagesIn(child)
  })
  if (images.length === 0) return conversion.blocks(element.children)
  const caption = element.children.find(child => typeof child === 'object' && child.name === 'figcaption')
  const others = element.children.filter(child => typeof child === 'string' && !isBlank(child))
  return [
    imagesBlock(images, conversion, typeof caption === 'object' ? caption : undefined),
    ...conversion.blocks(others),
  ]
}

/** One `images` block of several `img` or `picture` elements; the caption goes to the last of them. */
export function imagesBlock(
  images: readonly Element[],
  conversion: Conversion,
  caption?: Element,
): DocumentNode {
  const captionBlocks = caption === undefined ? [] : conversion.blocks(caption.children)
  const nodes = images.map((image, index) => {
    const isLast = index === images.length - 1
    return imageBlock(image, conversion, isLast ? captionBlocks : [])
  })
  return block('images', nodes)
}

/** `ref`, `refDark`, `alt` and size of an `img`, or of a `picture` around one. */
export function imageData(element: Element, conversion: Conversion): Record<string, unknown> {
  const image = element.name === 'img' ? element : (findElement(element.children, 'img') ?? element)
  const dark = findElements(element.children, 'source').find(source =>
    source.attributes.media?.includes('dark'),
  )
  const { src = '', alt, width, height, 'data-size': size } = image.attributes
  return {
    ref: conversion.resolve(src),
    refDark: dark?.attributes.srcset === undefined ? undefined : conversion.resolve(dark.attributes.srcset),
    alt: alt === '' ? undefined : alt,
    width: pixels(width),
    height: pixels(height),
    size: element.name === 'img' ? size : undefined,
  }
}

/** `<div data-full-width>`, `<div data-with-frame>` and `<div align>` around images and tables. */
export function wrappedImages(element: Element, conversion: Conversion): readonly DocumentNode[] {
  const { align, 'data-full-width': fullWidth, 'data-with-frame': withFrame } = element.attributes
  const data = {
    ...(align === undefined ? {} : { align }),
    ...(fullWidth === 'true' ? { fullWidth: true } : {}),
    ...(withFrame === 'true' ? { withFrame: true } : {}),
  }
  return conversion.blocks(element.children).map(node => {
    const takes = node.type === 'images' || (node.type === 'table' && fullWidth === 'true')
    return takes ? { ...node, data: { ...node.data, ...data } } : node
  })
}

function imageBlock(image: Element, conversion: Conversion, caption: readonly DocumentNode[]): DocumentNode {
  const fragments = caption.length === 0 ? [] : [fragment('caption', caption)]
  return { object: 'block', type: 'image', isVoid: true, data: dataOf(image, conversion), fragments }
}

function dataOf(image: Element, conversion: Conversion): Record<string, unknown> {
  const data = Object.entries(imageData(image, conversion))
  return Object.fromEntries(data.filter(([name, value]) => value !== undefined && name !== 'size'))
}

function imagesIn(element: Element): Element[] {
  if (element.name === 'img' || element.name === 'picture') return [element]
  return element.children.flatMap(child => (typeof child === 'string' ? [] : imagesIn(child)))
}

function pixels(text: string | undefined): number | undefined {
  const number = Number.parseFloat(text ?? '')
  return Number.isNaN(number) ? undefined : number
}
