/**
 * What a snapshot covers, kind by kind: read, empty, with gaps, or not readable from this service with this token,
 * and how long ago everything of the kind was last read in full.
 */
import { lacksDeferred } from '../model/deferred-part.ts'
import type { Kind } from '../model/resource.ts'
import type { NotOffered, SnapshotSummary } from '../model/snapshot.ts'
import type { Resource } from '../resources/resource.ts'
import type { Vault } from '../vault/vault.ts'

export interface KindCoverage {
  kind: Kind
  doc: string
  /** `never`: nothing above it was there to read it from. */
  state: 'read' | 'gaps' | 'not offered' | 'not allowed' | 'never'
  resources: number
  gaps: number
  /** Of the scopes of the kind, the time of the reading that is longest ago. ISO 8601, UTC. */
  oldestRead: string | null
  /** Scopes that the snapshot took over unread, without proof that nothing changed; null: none. */
  weak: { scopes: number; oldest_read: string } | null
  /** Resources whose Markdown is still to be read; their documents are there. */
  markdown_pending: number
  /** Operations whose absence keeps the kind, or a part of it, out. */
  lacks: readonly NotOffered[]
}

export function coverageOf(
  vault: Vault,
  summary: SnapshotSummary,
  resources: readonly Resource[],
): KindCoverage[] {
  const reads = vault.oldestReads(summary.snapshot)
  return resources.map(({ kind, doc, defersMarkdown }) => {
    const gaps = summary.gaps.filter(gap => gap.kind === kind).length
    const lacks = summary.not_offered.filter(lack => lack.kind === kind)
    const oldestRead = reads.get(kind) ?? null
    const weak = summary.weak?.find(scopes => scopes.kind === kind)
    return {
      kind,
      doc,
      state: stateOf(lacks, gaps, oldestRead),
      resources: summary.resources[kind] ?? 0,
      gaps,
      oldestRead,
      weak: weak ? { scopes: weak.scopes, oldest_read: weak.oldest_read } : null,
      markdown_pending: defersMarkdown ? pendingOf(vault, summary, kind) : 0,
      lacks,
    }
  })
}

function pendingOf(vault: Vault, { snapshot, proof }: SnapshotSummary, kind: Kind): number {
  let pending = 0
  if ((proof?.markdown_pending ?? 0) > 0)
    for (const { parts } of vault.resources(snapshot, { kind })) if (lacksDeferred(parts)) pending++
  return pending
}

function stateOf(
  lacks: readonly NotOffered[],
  gaps: number,
  oldestRead: string | null,
): KindCoverage['state'] {
  const whole = lacks.find(({ part }) => part === undefined)
  if (gaps > 0) return 'gaps'
  if (whole !== undefined) return whole.reason ?? 'not offered'
  return oldestRead === null ? 'never' : 'read'
}

/** What the snapshot before could still read. */
export function lostCoverage(before: SnapshotSummary | null, now: readonly NotOffered[]): NotOffered[] {
  if (before === null) return []
  const label = ({ kind, part }: NotOffered) => JSON.stringify([kind, part ?? null])
  const known = new Set(before.not_offered.map(label))
  return now.filter(lack => !known.has(label(lack)))
}
