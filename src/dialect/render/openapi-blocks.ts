/**
 * Blocks that show a specification: of the space's own files (`openapi`), or one that the organization keeps.
 */

import { isFields } from '../../model/fields.ts'
import { linkTo } from './embeds.ts'
import { destination, escapeText } from './escape.ts'
import { type DocumentNode, flagIn, textIn } from './node.ts'
import type { Rendering } from './rendering.ts'
import { pairedTag, type TagAttributes } from './tag.ts'
import { targetOf } from './targets.ts'

export function swagger({ data }: DocumentNode, { links }: Rendering): string {
  const src = targetOf(data.ref, links)
  const attributes = {
    src,
    path: textIn(data, 'path'),
    method: textIn(data, 'method'),
    expanded: flagIn(data, 'expanded'),
    fullWidth: flagIn(data, 'fullWidth'),
  }
  return pairedTag('openapi', attributes, linkTo(src))
}

export function openApiOperation(node: DocumentNode, rendering: Rendering): string {
  const { data } = node
  return specBlock(node, rendering, { path: textIn(data, 'path'), method: textIn(data, 'method') })
}

export function openApiWebhook(node: DocumentNode, rendering: Rendering): string {
  const { data } = node
  return specBlock(node, rendering, { name: textIn(data, 'name'), method: textIn(data, 'method') })
}

export function openApiSchemas(node: DocumentNode, rendering: Rendering): string {
  const { schemas } = node.data
  const names = Array.isArray(schemas) ? schemas.filter(name => typeof name === 'string') : []
  return specBlock(node, rendering, { schemas: names.join(','), grouped: flagIn(node.data, 'grouped') })
}

function specBlock(node: DocumentNode, { links }: Rendering, attributes: TagAttributes): string {
  const { ref } = node.data
  const spec = isFields(ref) ? (textIn(ref, 'spec') ?? '') : ''
  const target = isFields(ref) ? links.other(ref) : null
  const link = target === null ? '' : `[${escapeText(`OpenAPI ${spec}`)}](${destination(target)})`
  return pairedTag(node.type, { spec, ...attributes }, link)
}
