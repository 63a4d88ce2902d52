/**
 * What a run found changed, and what has to be read because it follows from that: a token of its own would not tell.
 */
import type { Resource } from '../resources/resource.ts'
import type { ScopeResult } from '../vault/vault.ts'
import type { Group } from './group.ts'
import type { ParentNode } from './parent-node.ts'
import type { BackupRun } from './run.ts'

/** Of a scope that was read. */
export function noteResult(
  run: BackupRun,
  { kind }: Resource,
  parent: ParentNode | null,
  { added, modified, removed }: ScopeResult,
): void {
  run.read.add(labelOf(kind, parent))
  if (added + modified + removed === 0) return
  const parents = run.changed.get(kind) ?? new Set()
  run.changed.set(kind, parents.add(parent?.key ?? null))
}

/** Something changed from which the scope follows: beside it, or, of kinds that stand elsewhere, anywhere. */
export function followsChange(run: BackupRun, { follows, followsAll }: Group, parent: ParentNode): boolean {
  const isBeside = follows.some(kind => {
    const changed = run.changed.get(kind)
    if (changed === undefined) return false
    const isSibling = run.resources.find(one => one.kind === kind)?.parent === parent.kind
    return isSibling ? changed.has(parent.key) : true
  })
  return isBeside || followsAll.some(kind => run.changed.has(kind))
}

/** As `followsChange`, at the end of a run, of what was passed by before the change was found. */
export function followsLate(run: BackupRun, group: Group, parent: ParentNode): boolean {
  return !run.read.has(labelOf(group.head.kind, parent)) && followsChange(run, group, parent)
}

function labelOf(kind: string, parent: ParentNode | null): string {
  return `${parent?.key ?? ''} ${kind}`
}
