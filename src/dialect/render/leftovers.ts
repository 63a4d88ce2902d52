/**
 * What stands in a known block where its renderer does not look, so that a version of the platform that puts text
 * there loses none of it.
 */
import type { DocumentNode } from './node.ts'

/** Blocks that hold nothing, as far as is known. */
const VOID = new Set(
  (
    'divider math drawing content-ref reusable-content integration swagger openapi-operation openapi-webhook ' +
    'openapi-schemas'
  ).split(' '),
)
const FRAGMENTS: Readonly<Record<string, readonly string[]>> = {
  image: ['caption'],
  embed: ['caption'],
  file: ['caption'],
  expandable: ['expandable-title', 'expandable-body'],
}

/** Of a table nothing: fragments that no cell names are those of deleted cells. */
export function leftovers(node: DocumentNode): readonly DocumentNode[] {
  if (node.type === 'table') return []
  if (node.fragments.length === 0) return VOID.has(node.type) ? node.nodes : []
  const known = Object.hasOwn(FRAGMENTS, node.type) ? FRAGMENTS[node.type] : undefined
  const fragments = node.fragments.filter(fragment => known?.includes(fragment.name) !== true)
  return [...(VOID.has(node.type) ? node.nodes : []), ...fragments.flatMap(fragment => fragment.nodes)]
}
