/**
 * Which snapshots a policy keeps, each with every reason, and which it forgets. A function of what it is given: it reads
 * no clock and no vault, so the same snapshots, policy and floors give the same plan.
 *
 * Only complete snapshots of backups count for rules, by the tick of the schedule that wanted them, or, where none did,
 * by their start. What is kept stays kept when the plan is made again without what it forgot.
 */

import { isReadBack, isReading, isSealed, type SnapshotSummary } from '../model/snapshot.ts'
import { instantOf, makeWallClock } from '../model/zoned-time.ts'
import { type BucketKeys, makeBuckets } from './buckets.ts'
import { DAY_MS, nameOfRule, type RetentionPolicy, type RetentionRule } from './policy.ts'
import type { Floor, KeptReason } from './reasons.ts'

/** As much of a snapshot as a plan is about. */
export type RetainedSnapshot = Pick<
  SnapshotSummary,
  'snapshot' | 'organization' | 'state' | 'trigger' | 'started' | 'tick'
>

export interface PlanOptions {
  /** IANA name of the one zone that hours, days, weeks, months, quarters and years are of. */
  timezone: string
  /** By number of the snapshot. */
  floors: ReadonlyMap<number, readonly Floor[]>
  /** Those that rules count and that may be forgotten; the others are left alone. Default all. */
  considers?: ((snapshot: number) => boolean) | undefined
  /** How much older than the newest sealed snapshot of all what restores read is kept. Milliseconds. */
  readingsMs: number
}

export interface PlannedSnapshot<S extends RetainedSnapshot = RetainedSnapshot> {
  snapshot: S
  /** ISO 8601, UTC: the time that its buckets are of. */
  time: string
  /** Empty: it is forgotten. */
  reasons: readonly KeptReason[]
}

/** The time that a snapshot is of: when its schedule wanted it, where one did. ISO 8601, UTC. */
export function timeOf({ tick, started }: Pick<RetainedSnapshot, 'tick' | 'started'>): string {
  return tick ?? started
}

/**
 * Of all snapshots of a vault that are not forgotten yet, whose numbers differ. Answers those that are considered, in the
 * order given.
 */
export function planRetention<S extends RetainedSnapshot>(
  snapshots: readonly S[],
  policy: RetentionPolicy,
  options: PlanOptions,
): PlannedSnapshot<S>[] {
  const { timezone, floors, readingsMs, considers = () => true } = options
  const reasons = new Map<number, KeptReason[]>(snapshots.map(snapshot => [snapshot.snapshot, []]))
  const keep: Keep = (snapshot, reason) => reasons.get(snapshot)?.push(reason)
  if (policy.length === 0) for (const { snapshot } of snapshots) keep(snapshot, { code: 'no-policy' })
  for (const own of Map.groupBy(snapshots, snapshot => snapshot.organization).values()) {
    const candidates = candidatesOf(
      own.filter(snapshot => considers(snapshot.snapshot)),
      timezone,
    )
    for (const rule of policy) keepByRule(candidates, rule, timezone, keep)
    keepByState(own, keep)
  }
  keepReadings(snapshots, readingsMs, keep)
  for (const [snapshot, own] of floors) for (const floor of own) keep(snapshot, floor)
  return snapshots
    .filter(snapshot => considers(snapshot.snapshot))
    .map(snapshot => ({
      snapshot,
      time: timeOf(snapshot),
      reasons: reasons.get(snapshot.snapshot) ?? [],
    }))
}

type Keep = (snapshot: number, reason: KeptReason) => void

interface Candidate {
  snapshot: number
  time: number
  keys: BucketKeys
}

/** What rules count, newest first. */
function candidatesOf(own: readonly RetainedSnapshot[], timezone: string): Candidate[] {
  const keysOf = makeBuckets(timezone)
  return own
    .filter(snapshot => snapshot.state === 'complete' && !isReading(snapshot.trigger))
    .map(snapshot => ({ snapshot: snapshot.snapshot, time: Date.parse(timeOf(snapshot)) }))
    .sort((a, b) => b.time - a.time || b.snapshot - a.snapshot)
    .map(candidate => ({ ...candidate, keys: keysOf(candidate.time) }))
}

/** Newest first. */
function keepByRule(
  candidates: readonly Candidate[],
  rule: RetentionRule,
  timezone: string,
  keep: Keep,
): void {
  const name = nameOfRule(rule)
  const [newest] = candidates
  if (newest === undefined) return
  const newestOfEach = firstOfEach(candidates, rule)
  if ('count' in rule) {
    for (const [index, { snapshot }] of newestOfEach.slice(0, rule.count).entries())
      keep(snapshot, { code: 'count', rule: name, position: index + 1, of: rule.count })
    return
  }
  const { withinMs } = rule
  const from = beginOf(newest.time, withinMs, timezone)
  for (const { snapshot, time } of newestOfEach)
    if (time >= from) keep(snapshot, { code: 'within', rule: name, withinMs })
}

function firstOfEach(candidates: readonly Candidate[], { bucket }: RetentionRule): Candidate[] {
  if (bucket === 'snapshot') return [...candidates]
  const seen = new Set<string>()
  return candidates.filter(({ keys }) => {
    const isFirst = !seen.has(keys[bucket])
    seen.add(keys[bucket])
    return isFirst
  })
}

/** From the beginning of a day, so that a day of 23 or 25 hours moves nothing out of it. */
function beginOf(newest: number, withinMs: number, timezone: string): number {
  if (withinMs % DAY_MS !== 0) return newest - withinMs
  const wall = makeWallClock(timezone)(newest)
  return instantOf(Math.floor(wall / DAY_MS) * DAY_MS - withinMs, timezone)
}

/** What the next backup is made from, what `latest` means, and what nothing complete has replaced yet. */
function keepByState(own: readonly RetainedSnapshot[], keep: Keep): void {
  const isBackup = (snapshot: RetainedSnapshot) => !isReading(snapshot.trigger)
  const complete = own.filter(snapshot => snapshot.state === 'complete')
  const backup = newestOf(complete.filter(isBackup))
  const latest = newestOf(complete.filter(snapshot => isBackup(snapshot) || isReadBack(snapshot.trigger)))
  keep(newestOf(own.filter(isSealed)), { code: 'newest' })
  for (const snapshot of new Set([newestOf(complete), latest, backup]))
    keep(snapshot, { code: 'newest-complete' })
  for (const snapshot of own) {
    if (snapshot.state === 'running') keep(snapshot.snapshot, { code: 'running' })
    if (snapshot.state === 'partial' && isBackup(snapshot) && snapshot.snapshot > backup)
      keep(snapshot.snapshot, { code: 'no-complete-since' })
  }
}

/** 0 where there is none: numbers begin at 1. */
function newestOf(snapshots: readonly RetainedSnapshot[]): number {
  return snapshots.reduce((newest, snapshot) => Math.max(newest, snapshot.snapshot), 0)
}

/** By the newest of the whole vault, and not by the clock: while nobody backs up, nothing goes. */
function keepReadings(snapshots: readonly RetainedSnapshot[], withinMs: number, keep: Keep): void {
  const newest = snapshots
    .filter(isSealed)
    .reduce((latest, snapshot) => Math.max(latest, startOf(snapshot)), 0)
  for (const snapshot of snapshots)
    if (isReading(snapshot.trigger) && startOf(snapshot) >= newest - withinMs)
      keep(snapshot.snapshot, { code: 'reading', withinMs })
}

function startOf({ started }: RetainedSnapshot): number {
  return Date.parse(started)
}
