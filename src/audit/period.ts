/** The snapshots that a report is about, from how somebody names a time. */
import { UsageError } from '../model/errors.ts'
import type { SnapshotSummary } from '../model/snapshot.ts'
import { sealedBackups } from '../vault/sealed-backups.ts'
import type { Vault } from '../vault/vault.ts'
import { snapshotsBetween } from './changes/periods.ts'

export interface Period {
  organization?: string | undefined
  /** A snapshot's name, or a time. */
  since?: string | undefined
  until?: string | undefined
}

/** Two snapshots at least. Throws UsageError where there are none, or of several organizations. */
export function periodOf(vault: Vault, { organization, since, until }: Period): SnapshotSummary[] {
  const sealed = sealedBackups(vault, organization)
  if (new Set(sealed.map(one => one.organization)).size > 1 && since === undefined && until === undefined)
    throw new UsageError('the vault holds several organizations', { hint: 'choose one with --org' })
  const last = until === undefined ? sealed.at(-1) : named(vault, sealed, until, organization)
  const before = sealed.filter(
    one => last && one.organization === last.organization && one.snapshot < last.snapshot,
  )
  const first = since === undefined ? before.at(-1) : named(vault, sealed, since, organization)
  if (!last || !first || first.snapshot === last.snapshot) {
    throw new UsageError('a report of changes needs two snapshots', {
      hint: 'run `docvault backup` once more',
    })
  }
  if (first.organization !== last.organization)
    throw new UsageError(`snapshots ${first.snapshot} and ${last.snapshot} are of different organizations`)
  return snapshotsBetween(vault, first, last)
}

/** A time means the newest snapshot at or before it, or the first one where all are later. */
function named(
  vault: Vault,
  sealed: readonly SnapshotSummary[],
  name: string,
  organization: string | undefined,
): SnapshotSummary | undefined {
  const text = name.replace(/^@/, '')
  if (!/^\d{4}-\d\d/.test(text)) return vault.resolve(name, { organization })
  const time = Date.parse(text)
  if (Number.isNaN(time)) throw new UsageError(`"${name}" is no time`, { hint: 'write 2026-11-20T02:00Z' })
  return sealed.findLast(one => Date.parse(one.started) <= time) ?? sealed[0]
}
