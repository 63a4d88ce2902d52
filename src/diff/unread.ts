/** What cannot be claimed between two snapshots, because one of them did not read it, and why. */
import type { Kind } from '../model/resource.ts'
import type { Gap, SnapshotPair, SnapshotSummary } from '../model/snapshot.ts'
import type { Resource } from '../resources/resource.ts'
import type { StoredResource, Vault, VaultChange } from '../vault/vault.ts'
import type { UnreadCause } from './change.ts'

export interface Unread {
  /**
   * Of something added to a scope that the earlier snapshot never read: it may have been there all along. `reported`:
   * that was said of the whole scope already.
   */
  neverRead(change: VaultChange, resource: StoredResource | null): UnreadCause | 'reported' | null
  causeOf(change: VaultChange): UnreadCause | null
}

export function makeUnread(
  vault: Vault,
  declarations: ReadonlyMap<string, Resource>,
  { a, b }: SnapshotPair,
): Unread {
  let reported = ''
  return {
    neverRead({ type, kind, parentKind }, resource) {
      if (type === 'modified' || type === 'unknown' || resource === null || parentKind === null) return null
      const [without] = type === 'added' ? [a] : [b]
      const { parent } = resource
      const above = parent === null ? null : vault.at(without.snapshot, parent)
      if (parent === null || above === null) return null
      if (vault.lastRead(without.snapshot, parent, kind) !== null) return null
      if (saysItIsEmpty(declarations.get(kind), vault.readJson(above))) return null
      const scope = `${kind} ${parent}`
      if (scope === reported) return 'reported'
      reported = scope
      const message = `snapshot ${without.snapshot} did not read it: ${reasonOf(without, kind)}`
      return { class: 'not-read', message, snapshots: [without.snapshot] }
    },
    causeOf(change) {
      const found = [a, b].flatMap(snapshot =>
        snapshot.gaps.filter(gap => covers(gap, change)).map(gap => ({ snapshot: snapshot.snapshot, gap })),
      )
      const [first] = found
      if (!first) return null
      const snapshots = [...new Set(found.map(({ snapshot }) => snapshot))]
      return { class: first.gap.class, message: first.gap.message, snapshots }
    },
  }
}

/** Not asked for, because what it stands under said that there was nothing. */
function saysItIsEmpty(declared: Resource | undefined, above: unknown): boolean {
  if (declared === undefined || !('isEmpty' in declared) || typeof above !== 'object' || above === null)
    return false
  try {
    return declared.isEmpty?.({ ...above }) ?? false
  } catch {
    // Stored when it said less.
    return false
  }
}

function covers(gap: Gap, change: VaultChange): boolean {
  return gap.kind === change.kind && gap.parent === change.parent && (gap.resource ?? '') === change.id
}

function reasonOf(snapshot: SnapshotSummary, kind: Kind): string {
  const found = snapshot.not_offered.find(lacking => lacking.kind === kind && lacking.part === undefined)
  return found ? `the service does not offer ${found.operation}` : 'it was not backed up then'
}
