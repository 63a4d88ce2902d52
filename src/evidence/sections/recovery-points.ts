/** How old the newest complete snapshot of each organization was over the period, and for how long that was within the objective. */
import { agesOf } from '../age.ts'
import { isIn } from '../period.ts'
import { type SectionFacts, section } from '../section.ts'
import {
  type EvidenceSnapshot,
  type EvidenceSources,
  type Objectives,
  objectivesOf,
  type Unknown,
  unknownBefore,
} from '../sources.ts'
import { ageColumns, ageRow, beyondTable, type OrganizationAges } from './age-rows.ts'

export interface PointFacts extends OrganizationAges {
  /** Begun in the period. */
  snapshots: { complete: number; partial: number; given_up: number; pruned_since: number }
  /** Complete ones that took over lists unread, without proof that nothing had changed. */
  weak: number
}

interface RecoveryPointFacts extends SectionFacts {
  objective: Pick<Objectives, 'rpo_ms' | 'source'>
  organizations: PointFacts[]
}

export const recoveryPoints = section<RecoveryPointFacts>({
  id: 'recovery_points',
  title: 'Recovery point kept',
  note: 'The age of the newest complete snapshot at a moment is the time since that snapshot was begun; it counts from when it was sealed. The vault knows every snapshot since its first one, pruned ones included, and the seals are chained.',
  collect(sources) {
    const { rpo_ms, source } = objectivesOf(sources)
    const organizations = sources.organizations.map(organization => pointsOf(sources, organization, rpo_ms))
    const unknown: Unknown[] = organizations.flatMap(({ title, ages }) =>
      unknownBefore(sources, ages?.known_from ?? null, {
        what: `the recovery point of ${title}`,
        why: 'this vault had no complete snapshot of it',
      }),
    )
    if (rpo_ms === null) unknown.push(unset('objectives.rpo'))
    else if (source === 'configured') unknown.push(notRecorded('objectives.rpo'))
    return { objective: { rpo_ms, source }, organizations, unknown }
  },
  show: ({ organizations }) => ({
    facts: [],
    tables: [
      {
        title: 'By organization',
        columns: ['organization', ...ageColumns, 'snapshots begun in the period'],
        rows: organizations.map(facts => [facts.title, ...ageRow(facts), snapshotWords(facts)]),
      },
      beyondTable(organizations),
    ],
  }),
})

export function unset(setting: string): Unknown {
  return {
    what: `whether ${setting} was met`,
    from: null,
    to: null,
    why: `${setting} is not set: there is no target to hold anything against`,
  }
}

export function notRecorded(setting: string): Unknown {
  return {
    what: `whether ${setting} was the same in the period`,
    from: null,
    to: null,
    why: 'the target is the one of the configuration now; none was noted by the end of the period',
  }
}

/** Of one organization. */
export function pointsOf(
  { snapshots, period }: EvidenceSources,
  { id, title }: { id: string; title: string },
  target: number | null,
): PointFacts {
  const own = snapshots.filter(({ organization }) => organization === id)
  const begun = own.filter(({ started }) => isIn(period, started))
  const count = (wanted: (snapshot: EvidenceSnapshot) => boolean) => begun.filter(wanted).length
  return {
    organization: id,
    title,
    ages: agesOf(own.flatMap(completePoint), period, target),
    snapshots: {
      complete: count(({ state }) => state === 'complete'),
      partial: count(({ state }) => state === 'partial'),
      given_up: count(({ state }) => state === 'failed' || state === 'running'),
      pruned_since: count(({ pruned }) => pruned !== null),
    },
    weak: count(({ state, weak }) => state === 'complete' && weak.length > 0),
  }
}

export function completePoint({ state, started, sealed }: EvidenceSnapshot) {
  if (state !== 'complete' || sealed === null) return []
  return [{ available: Date.parse(sealed), state: Date.parse(started) }]
}

export function snapshotWords({ snapshots, weak }: PointFacts): string {
  const { complete, partial, given_up, pruned_since } = snapshots
  const words = `${complete} complete, ${partial} partial, ${given_up} not sealed`
  const unproved = weak === 0 ? '' : `; ${weak} complete ones took over lists unread`
  return pruned_since === 0 ? `${words}${unproved}` : `${words}${unproved}; ${pruned_since} pruned by now`
}
