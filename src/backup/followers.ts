/**
 * What a run found changed, and what has to be read because it follows from that: a token of its own would not tell.
 */
import type { Kind } from '../model/resource.ts'
import type { Resource } from '../resources/resource.ts'
import type { ScopeResult } from '../vault/vault.ts'
import type { Group } from './group.ts'
import type { BackupKnowledge } from './knowledge.ts'
import type { ParentNode } from './parent-node.ts'

/** Of a scope that was read. */
export function noteResult(
  knowledge: BackupKnowledge,
  { kind, parent: parentKind }: Resource,
  parent: ParentNode | null,
  { added, modified, removed }: ScopeResult,
): void {
  knowledge.read.add(labelOf(kind, parent))
  if (added + modified + removed === 0) return
  const changed = knowledge.changed.get(kind) ?? { parentKind, parents: new Set() }
  changed.parents.add(parent?.key ?? null)
  knowledge.changed.set(kind, changed)
}

/** Something changed from which the scope follows: beside it, or, of kinds that stand elsewhere, anywhere. */
export function followsChange(
  { changed }: BackupKnowledge,
  { follows, followsAll }: Group,
  parent: ParentNode,
): boolean {
  const isBeside = follows.some(kind => {
    const scopes = changed.get(kind)
    if (scopes === undefined) return false
    return scopes.parentKind === parent.kind ? scopes.parents.has(parent.key) : true
  })
  return isBeside || followsAll.some(kind => changed.has(kind))
}

/** As `followsChange`, at the end of a run, of what was passed by before the change was found. */
export function followsLate(knowledge: BackupKnowledge, group: Group, parent: ParentNode): boolean {
  return !knowledge.read.has(labelOf(group.head.kind, parent)) && followsChange(knowledge, group, parent)
}

function labelOf(kind: Kind, parent: ParentNode | null): string {
  return `${parent?.key ?? ''} ${kind}`
}
