/** Blocks that show a specification: of the space's own files, or one that the organization keeps. */
import { type DocumentNode, textIn } from '../../dialect/render/node.ts'
import { listOf } from '../../model/fields.ts'
import { element, type Html } from '../html/element.ts'
import { box } from '../html/labels.ts'
import { namedLink } from '../html/links.ts'
import { contentsOf } from './contents.ts'
import type { Rendering } from './rendering.ts'
import { targetOf } from './targets.ts'

export function openApiOperation(node: DocumentNode, rendering: Rendering): Html {
  return specification(
    node,
    rendering,
    'Operation',
    ['method', 'path'].map(name => textIn(node.data, name)),
  )
}

export function openApiWebhook(node: DocumentNode, rendering: Rendering): Html {
  return specification(
    node,
    rendering,
    'Webhook',
    ['name', 'method'].map(name => textIn(node.data, name)),
  )
}

export function openApiSchemas(node: DocumentNode, rendering: Rendering): Html {
  const names = listOf(node.data.schemas).filter(name => typeof name === 'string')
  return specification(node, rendering, 'Schemas', names)
}

function specification(
  node: DocumentNode,
  rendering: Rendering,
  what: string,
  names: readonly (string | undefined)[],
): Html {
  const of = [`${what} of the specification `, namedLink(targetOf(node.data.ref, rendering.context))]
  const codes = names.map(name => (name === undefined ? '' : [element('code', {}, name), ' ']))
  return box('openapi', of, element('p', {}, codes), rendering.blocks(contentsOf(node)))
}
