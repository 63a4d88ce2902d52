/** The plan of one forgetting: of a vault as it is now, by a policy, or of snapshots that somebody named. */
import { type Anomaly, ackCommand, isOpen } from '../model/anomaly.ts'
import { canonicalJson, type Digest, digestOf } from '../model/digest.ts'
import { UsageError } from '../model/errors.ts'
import { plural } from '../model/plural.ts'
import type { MarkedMoment } from '../model/snapshot.ts'
import type { Vault } from '../vault/vault.ts'
import { floorsOf } from './floors.ts'
import { type PlannedSnapshot, planRetention } from './plan.ts'
import { describePolicy, type RetentionPolicy } from './policy.ts'
import { type KeptReason, reasonWords } from './reasons.ts'

export interface ForgetRequest {
  policy: RetentionPolicy
  timezone: string
  readingsMs: number
  /** Only of this one. */
  organization?: string
  /** These, whatever the policy says: it is not asked. */
  named?: readonly number[]
}

export interface ForgetPlan {
  /** Without those that are forgotten already; oldest first. */
  snapshots: PlannedSnapshot<MarkedMoment>[]
  /** Their numbers. */
  forgets: number[]
  /** In words. */
  policy: string
  /** Open ones, which keep every snapshot of their organizations. */
  frozen: Anomaly[]
  /** Names what is forgotten, and by which policy. */
  digest: Digest
}

/** Throws UsageError for a named one that something keeps. */
export function planForgetting(vault: Vault, request: ForgetRequest): ForgetPlan {
  const { organization, named, timezone, readingsMs } = request
  const all = vault.markedMoments()
  const again = all.find(({ snapshot, forgotten }) => forgotten && named?.includes(snapshot))
  if (again) throw new UsageError(`snapshot ${again.snapshot} is forgotten already`)
  const there = all.filter(({ forgotten }) => forgotten === undefined)
  const wanted = new Set(
    there
      .filter(snapshot => organization === undefined || snapshot.organization === organization)
      .filter(({ snapshot }) => named === undefined || named.includes(snapshot))
      .map(({ snapshot }) => snapshot),
  )
  const snapshots = planRetention(there, named ? KEEPS_NOTHING : request.policy, {
    timezone,
    readingsMs,
    floors: floorsOf(vault, there),
    considers: snapshot => wanted.has(snapshot),
  })
  if (named) assertForgettable(snapshots)
  const forgets = snapshots
    .filter(({ reasons }) => reasons.length === 0)
    .map(({ snapshot }) => snapshot.snapshot)
  const policy = named ? 'named by hand' : describePolicy(request.policy)
  const organizations = new Set(snapshots.map(({ snapshot }) => snapshot.organization))
  const frozen = vault.anomalies().filter(of => isOpen(of) && organizations.has(of.organization))
  const digest = digestOf(canonicalJson({ forgets, policy, timezone }))
  return { snapshots, forgets, frozen, policy, digest }
}

/** Whether something is to be kept is not the rules' to say then; what keeps it whatever they say is. */
const KEEPS_NOTHING: RetentionPolicy = [{ bucket: 'snapshot', count: 0 }]

function assertForgettable(snapshots: readonly PlannedSnapshot[]): void {
  for (const { snapshot, reasons } of snapshots) {
    if (reasons.length === 0) continue
    throw new UsageError(
      `snapshot ${snapshot.snapshot} cannot be forgotten: ${reasons.map(reasonWords).join(', ')}`,
      { hint: hintFor(snapshot.snapshot, reasons) },
    )
  }
}

function hintFor(snapshot: number, reasons: readonly KeptReason[]): string {
  const codes: readonly string[] = reasons.map(({ code }) => code)
  const frozen = reasons.find(reason => reason.code === 'anomaly')
  if (frozen) return `look at it, then say so: \`${ackCommand(frozen)}\``
  if (codes.includes('hold'))
    return '`docvault hold --list` says who holds it; `docvault release` ends a hold'
  if (codes.includes('pin')) return `\`docvault unpin ${snapshot}\` takes the pin out`
  if (codes.includes('restore'))
    return '`docvault restore runs` lists restores; `docvault restore --resume` ends one'
  return 'it can be forgotten when a newer complete snapshot of the organization is there'
}

/** Throws UsageError where the plan is not the one that somebody has looked at. */
export function assertExpected(
  { forgets, digest }: ForgetPlan,
  expected: { count: number; plan?: Digest | undefined },
): void {
  const look = `look at it with \`docvault forget\`, then add --apply --expect ${forgets.length}`
  if (forgets.length !== expected.count)
    throw new UsageError(
      `--expect is ${expected.count}, and the plan forgets ${plural(forgets.length, 'snapshot')}: nothing was forgotten`,
      { hint: look },
    )
  if (expected.plan !== undefined && expected.plan !== digest)
    throw new UsageError('the snapshots changed since the plan was made: nothing was forgotten', {
      hint: look,
    })
}
