/**
 * Blocks that show an API: of a specification of the organization, of a file, or written out by hand.
 */
import { type Element, isBlank } from '../../dialect/parse/element.ts'
import type { Conversion } from './conversion.ts'
import { block, type DocumentNode, paragraphOf, textNode, voidBlock } from './nodes.ts'

export function openApiOperation(element: Element): readonly DocumentNode[] {
  const { spec = '', path = '', method = 'get' } = element.attributes
  return [voidBlock('openapi-operation', { ref: { kind: 'openapi', spec }, path, method })]
}

export function openApiSchemas(element: Element): readonly DocumentNode[] {
  const { spec = '', schemas = '', grouped } = element.attributes
  const data = {
    ref: { kind: 'openapi', spec },
    schemas: schemas.split(','),
    grouped: grouped === 'true' ? true : undefined,
  }
  return [voidBlock('openapi-schemas', data)]
}

/** With a `src` it shows a file; without one it is the older form, written out by hand. */
export function swagger(element: Element, conversion: Conversion): readonly DocumentNode[] {
  const { src, path = '', method = 'get', expanded, fullWidth } = element.attributes
  if (src === undefined) return swaggerByHand(element, conversion)
  const data = {
    ref: conversion.resolve(src),
    path,
    method,
    expanded: expanded === 'true' ? true : undefined,
    fullWidth: fullWidth === 'true' ? true : undefined,
  }
  const described = element.children.some(child => typeof child === 'object' && child.name.startsWith('gb:'))
  return [voidBlock('swagger', data), ...(described ? conversion.blocks(element.children) : [])]
}

function swaggerByHand(element: Element, conversion: Conversion): readonly DocumentNode[] {
  const { method = '', baseUrl = '', path = '', summary = '' } = element.attributes
  const call = `${method.toUpperCase()} ${baseUrl}${path}`.trim()
  return [
    ...(summary.trim() === '' ? [] : [paragraphOf(summary)]),
    block('code', [block('code-line', [textNode(call)])], { syntax: 'http' }),
    ...conversion.blocks(element.children),
  ]
}

/** `{% swagger-parameter in="path" name="id" %}text`: one line of its attributes, then the text. */
export function swaggerPart(element: Element, conversion: Conversion): readonly DocumentNode[] {
  const facts = Object.values(element.attributes).filter(value => !isBlank(value))
  const line = facts.length === 0 ? [] : [paragraphOf(facts.join(' · '))]
  return [...line, ...conversion.blocks(element.children)]
}
