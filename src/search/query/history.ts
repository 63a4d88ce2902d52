/** The snapshots that an organization's intervals are told by, and which of these somebody wants. */
import { isReading, isSealed, type SnapshotSummary } from '../../model/snapshot.ts'
import type { Vault, VersionSpan } from '../../vault/vault.ts'
import type { Interval } from './intervals.ts'
import type { FindRequest } from './request.ts'

export interface OrganizationHistory {
  snapshots: readonly number[]
  /** What did not stand in this one is not wanted; null: whatever stood in any. */
  only: number | null
  /** The state of that snapshot. */
  mustMatch(version: VersionSpan): boolean
  wantedOf(intervals: readonly Interval[]): Interval[]
}

/** Null of organizations that nobody wants. */
export function makeHistories(
  vault: Vault,
  request: FindRequest,
): (organization: string) => OrganizationHistory | null {
  const known = new Map<string, OrganizationHistory | null>()
  const at = request.at === undefined ? null : vault.resolve(String(request.at))
  return organization => {
    const found = known.get(organization)
    if (found !== undefined) return found
    const history = isAsked(organization, request, at) ? historyOf(vault, organization, request) : null
    known.set(organization, history)
    return history
  }
}

function isAsked(organization: string, request: FindRequest, at: SnapshotSummary | null): boolean {
  if (at !== null && at.organization !== organization) return false
  return request.organization === undefined || request.organization === organization
}

function historyOf(vault: Vault, organization: string, request: FindRequest): OrganizationHistory {
  const { at, standing, since = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY } = request
  // A reading of a restore is looked at where somebody names it.
  const sealed = vault.moments({ organization }).filter(isSealed)
  const shown = at === undefined ? sealed.filter(({ trigger }) => !isReading(trigger)) : sealed
  const snapshots = shown.map(({ snapshot }) => snapshot)
  const times = new Map(shown.map(({ snapshot, started }) => [snapshot, Date.parse(started)]))
  const only = at ?? (standing === 'now' ? (snapshots.at(-1) ?? 0) : null)
  const isWanted = (interval: Interval) =>
    (only === null || (interval.first <= only && interval.last >= only)) &&
    (times.get(interval.first) ?? 0) <= until &&
    (interval.gone === null || (times.get(interval.gone) ?? 0) > since)
  return {
    snapshots,
    only,
    mustMatch: ({ since: begin, until: end }) =>
      only !== null && begin <= only && (end === null || end > only),
    wantedOf: intervals =>
      standing === 'gone' && intervals.some(({ end }) => end === 'standing')
        ? []
        : intervals.filter(isWanted),
  }
}
