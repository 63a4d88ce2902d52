/** Everything that stands in a node, wherever a version of the platform puts it: each renderer shows all of it, in some place. */
import type { DocumentNode } from '../../dialect/render/node.ts'

export function contentsOf(node: DocumentNode): readonly DocumentNode[] {
  if (node.leaves.length === 0 && node.fragments.length === 0) return node.nodes
  return [...ownText(node), ...node.nodes, ...node.fragments.flatMap(contentsOf)]
}

/** Of one fragment, and of everything else. */
export function contentsByFragment(
  node: DocumentNode,
  name: string,
): [fragment: readonly DocumentNode[], rest: readonly DocumentNode[]] {
  const [named, others] = [true, false].map(isNamed =>
    node.fragments.filter(fragment => (fragment.name === name) === isNamed).flatMap(contentsOf),
  )
  return [named ?? [], [...ownText(node), ...node.nodes, ...(others ?? [])]]
}

function ownText(node: DocumentNode): DocumentNode[] {
  if (node.leaves.length === 0) return []
  return [{ ...node, kind: 'text', type: '', nodes: [], fragments: [] }]
}
