/**
 * Makes a stored resource the parent of the scopes below it; what stands at the top stays known for the whole run.
 */
import type { ResourceKey } from '../vault/vault.ts'
import type { GroupItem } from './group.ts'
import type { BackupKnowledge } from './knowledge.ts'
import type { ParentNode } from './parent-node.ts'

export function noteNode(
  { nodes }: BackupKnowledge,
  key: ResourceKey,
  { resource, item }: GroupItem,
  above: ParentNode | null,
): ParentNode {
  const { kind, parent } = resource
  const node = { key, kind, id: resource.id(item), item, title: resource.label(item), above }
  if (parent === null || parent === 'organization') nodes.set(key, node)
  return node
}
