/** The tree of a snapshot as a wish for the tree of the target. */
import type { TreeNode } from '../state.ts'
import type { Wish } from './place.ts'

/**
 * `nameOf` null: it does not come, and what stands below it has no place to be moved to. `comesAlone`: where what it
 * stands under does not come, it stands in the place of that.
 */
export function wishesFor(
  tree: readonly TreeNode[],
  nameOf: (node: TreeNode) => string | null,
  comesAlone: (node: TreeNode) => boolean = () => false,
): Wish[] {
  return tree.flatMap(node => {
    const id = nameOf(node)
    const below = () => wishesFor(node.below, nameOf, comesAlone)
    return id === null
      ? wishesFor(alone(node.below, comesAlone), nameOf, comesAlone)
      : [{ id, below: below() }]
  })
}

function alone(nodes: readonly TreeNode[], comesAlone: (node: TreeNode) => boolean): TreeNode[] {
  return nodes.flatMap(node => (comesAlone(node) ? [node] : alone(node.below, comesAlone)))
}
