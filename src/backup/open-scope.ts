/**
 * A scope while it is read: what goes into it, how much its list named, and what of it could not be read.
 */
import type { Resource, Unreadable } from '../resources/resource.ts'
import type { ScopeWriter, SnapshotWriter } from '../vault/vault.ts'
import type { ParentNode } from './parent-node.ts'
import type { Scope } from './scope.ts'
import type { BackupSettings } from './settings.ts'
import type { LeftOutItems } from './unreadable-parts.ts'

/** Of one group: the head's first, then those of the kinds that its answer contains. */
export type OpenScopes = readonly [OpenScope, ...OpenScope[]]

export class OpenScope {
  readonly resource: Resource
  /** Null: the organization itself. */
  readonly parent: ParentNode | null
  readonly writer: ScopeWriter
  /** Items that were listed so far. */
  count = 0
  leftOut: LeftOutItems | null = null

  constructor(snapshot: SnapshotWriter, resource: Resource, parent: ParentNode | null) {
    this.resource = resource
    this.parent = parent
    this.writer = snapshot.scope(parent?.key ?? null, resource.kind)
  }

  /** What gaps are recorded of; null: the organization itself, of which there are none. */
  get scope(): Scope | null {
    return this.parent === null ? null : { resource: this.resource, parent: this.parent }
  }

  get baseCount(): number {
    return this.writer.baseCount()
  }

  /** In the base, and not named by now. */
  missingIds(): string[] {
    return this.writer.missing().map(({ id }) => id)
  }

  keepUnnamed(): void {
    for (const id of this.missingIds()) this.writer.keep(id)
  }

  /** To be followed by `keepLeftOut` where the rest counts. */
  leaveOut({ items, within, mayBe }: Unreadable): LeftOutItems {
    const known = new Set(items.map(({ id }) => id))
    const unsure = this.missingIds().filter(id => !known.has(id) && mayBe(id))
    this.leftOut = { items, within, unsure }
    return this.leftOut
  }

  /** They stay as the base has them, and count as listed. */
  keepLeftOut(): void {
    const { items, unsure } = this.leftOut ?? { items: [], unsure: [] }
    const kept = [...items.flatMap(({ id }) => id ?? []), ...unsure]
    for (const id of kept) this.writer.keep(id)
    this.count += kept.length
  }

  isShrunken({ shrinkGuardFrom, shrinkGuardPercent }: BackupSettings): boolean {
    const before = this.baseCount
    if (shrinkGuardPercent === 0 || before < shrinkGuardFrom) return false
    return this.count < before * (1 - shrinkGuardPercent / 100)
  }
}
