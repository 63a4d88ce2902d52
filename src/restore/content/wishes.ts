/** The tree of a snapshot as a wish for the tree of the target. */
import type { TreeNode } from '../state.ts'
import type { Wish } from './place.ts'

/** `nameOf` null: it does not come, and what stands below it has no place to be moved to. */
export function wishesFor(tree: readonly TreeNode[], nameOf: (node: TreeNode) => string | null): Wish[] {
  return tree.flatMap(node => {
    const id = nameOf(node)
    return id === null ? [] : [{ id, below: wishesFor(node.below, nameOf) }]
  })
}
