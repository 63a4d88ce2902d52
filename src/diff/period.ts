/** The two snapshots between which something is to be told, from how people name a snapshot or a time. */
import { UsageError } from '../model/errors.ts'
import type { SnapshotSummary } from '../model/snapshot.ts'
import { sealedBackups } from '../vault/sealed-backups.ts'
import { isSnapshotName } from '../vault/snapshot-name.ts'
import type { Vault } from '../vault/vault.ts'

export interface Period {
  organization?: string | undefined
  /** A snapshot's name, or a time; default the one before the last. */
  since?: string | undefined
  /** A snapshot's name, or a time; default the last one, partial or not. */
  until?: string | undefined
}

export interface PeriodEnds {
  first: SnapshotSummary
  last: SnapshotSummary
}

/** Two different ones. Throws UsageError where there are none, or of several organizations. */
export function periodEnds(vault: Vault, { organization, since, until }: Period): PeriodEnds {
  const sealed = sealedBackups(vault, organization).filter(snapshot => snapshot.forgotten === undefined)
  if (
    new Set(sealed.map(snapshot => snapshot.organization)).size > 1 &&
    since === undefined &&
    until === undefined
  )
    throw new UsageError('the vault holds several organizations', { hint: 'choose one with --org' })
  const last = until === undefined ? sealed.at(-1) : untilNamed(vault, sealed, until, organization)
  const own = sealed.filter(snapshot => last && snapshot.organization === last.organization)
  const before = own.filter(snapshot => last && snapshot.snapshot < last.snapshot)
  const first = since === undefined ? before.at(-1) : sinceNamed(vault, own, since, organization)
  if (!last || !first || first.snapshot === last.snapshot) {
    throw new UsageError('a report of changes needs two snapshots', {
      hint: 'run `docvault backup` once more, or name an earlier --since',
    })
  }
  if (first.organization !== last.organization)
    throw new UsageError(`snapshots ${first.snapshot} and ${last.snapshot} are of different organizations`)
  return { first, last }
}

/**
 * A time means the newest complete snapshot at or before it, of a day at or before its start, so that nothing that was
 * done since is left out; a partial one where there is no complete one, and the first one where all are later.
 */
function sinceNamed(
  vault: Vault,
  sealed: readonly SnapshotSummary[],
  name: string,
  organization: string | undefined,
): SnapshotSummary | undefined {
  if (isSnapshotName(name, vault.tags())) return vault.resolve(name, { organization })
  const { from } = vault.time(name.replace(/^@/, ''))
  const by = sealed.filter(snapshot => isSealedBy(snapshot, from))
  return by.findLast(snapshot => snapshot.state === 'complete') ?? by.at(-1) ?? sealed[0]
}

/** A time means the newest snapshot at or before it, partial or not; of a day at or before its end. */
function untilNamed(
  vault: Vault,
  sealed: readonly SnapshotSummary[],
  name: string,
  organization: string | undefined,
): SnapshotSummary | undefined {
  if (isSnapshotName(name, vault.tags())) return vault.resolve(name, { organization })
  const { to } = vault.time(name.replace(/^@/, ''))
  return sealed.findLast(snapshot => isSealedBy(snapshot, to))
}

function isSealedBy({ sealed }: SnapshotSummary, time: number): boolean {
  return sealed !== null && Date.parse(sealed) <= time
}
