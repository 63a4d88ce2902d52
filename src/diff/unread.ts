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
      const why = whyNeverRead(vault, declarations.get(kind), without, { kind, above })
      if (why === null) return null
      const scope = `${kind} ${parent}`
      if (scope === reported) return 'reported'
      reported = scope
      return { class: 'not-read', message: why, snapshots: [without.snapshot] }
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

/** Why a snapshot cannot say what of a kind stood under something that it has; null where it can. */
export function whyNeverRead(
  vault: Pick<Vault, 'lastRead' | 'readJson'>,
  declared: Resource | undefined,
  summary: SnapshotSummary,
  { kind, above }: { kind: Kind; above: StoredResource },
): string | null {
  if (vault.lastRead(summary.snapshot, above.key, kind) !== null) return null
  if (saysItIsEmpty(declared, vault.readJson(above))) return null
  return `snapshot ${summary.snapshot} did not read it: ${reasonOf(summary, kind)}`
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
