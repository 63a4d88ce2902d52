/** Says which objectives of recovery are missed now: `objectives.rpo` by the newest complete snapshot, `objectives.rto` by the last drill. Pure. */
import type { Condition } from '../notify/condition.ts'
import type { OrganizationView } from '../server/view.ts'
import { ageMs, type KnownOrganizations, withExpected } from './organizations.ts'

export interface AssessedObjectives extends KnownOrganizations {
  platform: string
  /** Milliseconds since the epoch. */
  now: number
  /** When this daemon began to look. */
  watchingSince: number
  /** Null: there is no such objective. */
  rpoMs: number | null
  rtoMs: number | null
  /** The last drill of each organization that restored something. */
  drills: readonly LastDrill[]
}

export interface LastDrill {
  organization: string
  snapshot: number
  /** ISO 8601, UTC. */
  started: string
  /** What it was restored into. */
  target: string
  recoveryMs: number
}

export function assessObjectives(given: AssessedObjectives): Condition[] {
  const { rpoMs, rtoMs, drills } = given
  return [
    ...(rpoMs === null
      ? []
      : withExpected(given).flatMap(organization => pointMissed(given, organization, rpoMs))),
    ...(rtoMs === null ? [] : drills.flatMap(drill => timeMissed(given, drill, rtoMs))),
  ]
}

function pointMissed(
  { platform, now, watchingSince }: AssessedObjectives,
  organization: OrganizationView,
  rpoMs: number,
): Condition[] {
  const { id, title, newestComplete } = organization
  if ((ageMs(organization, now) ?? now - watchingSince) <= rpoMs) return []
  const last =
    newestComplete === null
      ? 'There is no complete snapshot at all'
      : `The newest complete snapshot is ${newestComplete.snapshot}, of ${newestComplete.started}`
  return [
    {
      key: `objective rpo ${platform} ${id}`,
      kind: 'objective',
      platform,
      organization: id,
      title: `${platform}: the recovery point objective of ${title} is missed`,
      text: `${last}, and objectives.rpo is ${hoursOf(rpoMs)}.`,
      advice:
        'see `docvault status` and `docvault snapshots` for why; `docvault trigger backup` tries at once.',
    },
  ]
}

function timeMissed(
  { platform, organizations }: AssessedObjectives,
  { organization, snapshot, started, target, recoveryMs }: LastDrill,
  rtoMs: number,
): Condition[] {
  if (recoveryMs <= rtoMs) return []
  const title = organizations.find(({ id }) => id === organization)?.title ?? `organization ${organization}`
  return [
    {
      key: `objective rto ${platform} ${organization}`,
      kind: 'objective',
      platform,
      organization,
      title: `${platform}: the recovery time objective of ${title} is missed`,
      text: `The drill of ${started} took ${hoursOf(recoveryMs)} to put snapshot ${snapshot} back into ${target}, and objectives.rto is ${hoursOf(rtoMs)}.`,
      advice:
        'look at the record of the drill; `docvault drill` measures again, and this ends when one is fast enough.',
    },
  ]
}

function hoursOf(ms: number): string {
  if (ms < 60_000) return `${Math.ceil(ms / 1000)} s`
  return ms < 2 * 3_600_000 ? `${Math.ceil(ms / 60_000)} min` : `${(ms / 3_600_000).toFixed(1)} h`
}
