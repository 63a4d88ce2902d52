/** What a report says about itself before its first row: whose it is, over what, and whether something is missing. */
import { plural } from '../model/plural.ts'
import type { NotOffered, SnapshotSummary } from '../model/snapshot.ts'
import { type Missing, missingOf, type ReportAbout } from './report.ts'

/** What whoever asks for the report knows. */
export interface Origin {
  version: string
  created: string
  configuration: string
  previous: string | null
}

export interface AboutRequest {
  title: string
  origin: Origin
  snapshots: readonly SnapshotSummary[]
  domains: readonly string[]
  resolution: string
}

export function aboutOf({ title, origin, snapshots, domains, resolution }: AboutRequest): ReportAbout {
  const last = snapshots.at(-1)
  const { version, created, configuration, previous } = origin
  const owner = last?.proof?.owner
  const statement = [statementOf(snapshots), ...unprovedOf(last)].join(' ')
  return {
    statement,
    partial: statement.startsWith('PARTIAL'),
    title,
    organization: { id: last?.organization ?? '', title: last?.organizationTitle ?? '' },
    generator: { name: 'docvault', version },
    created,
    configuration,
    token: {
      owner: owner ? `${owner.name} (${owner.email ?? owner.id})` : 'not named by the service',
      role: owner ? (owner.role ?? 'no member') : 'unknown',
    },
    resolution,
    domains,
    snapshots: snapshots.map(({ snapshot, state, started, sealed, digest, requests, resources, proof }) => ({
      snapshot,
      state,
      started,
      sealed,
      digest,
      requests,
      operations: proof?.operations ?? null,
      resources,
    })),
    weak: snapshots.flatMap(snapshot =>
      (snapshot.weak ?? []).map(weak => ({ snapshot: snapshot.snapshot, ...weak })),
    ),
    previous,
  }
}

/** What the newest snapshot took over unread, with nothing to prove that it had not changed. */
function unprovedOf(last: SnapshotSummary | undefined): string[] {
  const weak = last?.weak ?? []
  if (last === undefined || weak.length === 0) return []
  const kinds = weak.map(hint => `${hint.kind} as read at ${hint.oldest_read} or later`).join(', ')
  return [`Not read again for snapshot ${last.snapshot}, and not proved unchanged: ${kinds}.`]
}

function statementOf(snapshots: readonly SnapshotSummary[]): string {
  const partial = snapshots.filter(snapshot => snapshot.state !== 'complete')
  if (partial.length === 0) {
    const lacking = new Set(snapshots.flatMap(snapshot => snapshot.not_offered.map(({ kind }) => kind)))
    return lacking.size === 0
      ? 'COMPLETE: everything was read in every snapshot of this report.'
      : `COMPLETE as far as the service offers it: ${plural(lacking.size, 'kind')} could not be asked for, see what is missing.`
  }
  const numbers = partial.map(({ snapshot }) => snapshot).join(', ')
  const kinds = [...new Set(partial.flatMap(snapshot => snapshot.gaps.map(gap => gap.kind)))].join(', ')
  return `PARTIAL: snapshot ${numbers} could not read everything (${kinds}); what that hides is unknown here, never added or removed.`
}

/** Every gap of every snapshot, with the snapshot that closed it. */
export function allMissing(snapshots: readonly SnapshotSummary[]): Missing[] {
  return snapshots.flatMap((snapshot, index) =>
    missingOf(snapshot.gaps, newlyLacking(snapshot, snapshots[index - 1]), snapshot.snapshot).map(
      missing => ({
        ...missing,
        read_again: readAgain(snapshots.slice(index + 1), missing),
      }),
    ),
  )
}

/** What the service lacks is said once, not for every snapshot. */
function newlyLacking(snapshot: SnapshotSummary, before: SnapshotSummary | undefined): NotOffered[] {
  const known = new Set(before?.not_offered.map(({ kind, part }) => `${kind} ${part}`))
  return snapshot.not_offered.filter(({ kind, part }) => !known.has(`${kind} ${part}`))
}

function readAgain(
  later: readonly SnapshotSummary[],
  { kind, parent, class: reason }: Missing,
): number | null {
  const still = (snapshot: SnapshotSummary) =>
    missingOf(snapshot.gaps, snapshot.not_offered, snapshot.snapshot).some(
      other =>
        other.kind === kind &&
        other.parent === parent &&
        (reason === 'not-offered') === (other.class === 'not-offered'),
    )
  return later.find(snapshot => !still(snapshot))?.snapshot ?? null
}
