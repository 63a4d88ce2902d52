/** Says what is wrong with a platform now, from what its vault and its runs say. Pure. */

import { openApprovals } from '../approvals/judge.ts'
import type { LeftOut } from '../backup/events.ts'
import { type Anomaly, ackCommand } from '../model/anomaly.ts'
import { type Approval, shortRequest } from '../model/approval.ts'
import type { Gap } from '../model/snapshot.ts'
import type { Condition } from '../notify/condition.ts'
import type { RunRecord } from '../queue/history.ts'
import type { ReplicaView } from '../replica/view.ts'
import type { OrganizationView } from '../server/view.ts'
import { type AssessedObjectives, assessObjectives } from './assess-objectives.ts'
import { assessReplicas } from './assess-replicas.ts'
import { assessRuns } from './assess-runs.ts'
import { ageMs, withExpected } from './organizations.ts'

export interface Assessed extends Pick<AssessedObjectives, 'rpoMs' | 'rtoMs' | 'drills'> {
  platform: string
  organizations: readonly OrganizationView[]
  /** Configured ones, which may have no snapshot yet. */
  expected: readonly string[]
  /** Oldest first. */
  runs: readonly RunRecord[]
  now: number
  /** Open ones. */
  anomalies: readonly Anomaly[]
  /** All that were ever asked for. */
  approvals: readonly Approval[]
  /** By the last list of organizations that was read. */
  leftOut: readonly LeftOut[]
  /** When this daemon began to look. */
  watchingSince: number
  overdueAfterMs: number
  replicas: readonly ReplicaView[]
  replicaOverdueAfterMs: number
  replicaLockMs: number | null
  freeBytes: number | null
  minFreeBytes: number
}

export function assess(given: Assessed): Condition[] {
  return [
    ...assessRuns(given),
    ...given.organizations.flatMap(organization => coverage(given, organization)),
    ...given.leftOut.map(leftOut => organizationLeftOut(given.platform, leftOut)),
    ...given.anomalies.map(anomaly => unacknowledged(given, anomaly)),
    ...waiting(given),
    ...overdue(given),
    ...assessObjectives(given),
    ...assessReplicas(given),
    ...disk(given),
  ]
}

function organizationLeftOut(platform: string, { organization, message }: LeftOut): Condition {
  return {
    key: `left-out ${platform} ${organization ?? message}`,
    kind: 'left-out',
    platform,
    organization,
    title: `${platform}: ${message}`,
    text: 'It is in no backup. The other organizations are backed up.',
    advice:
      'ask whoever runs the platform what is wrong with it; this ends with the first list of organizations that is whole, or when platform.organizations says which ones you want.',
  }
}

function unacknowledged({ platform, organizations }: Assessed, found: Anomaly): Condition {
  const { anomaly, organization, snapshot, before, text } = found
  const title = organizations.find(({ id }) => id === organization)?.title ?? organization
  return {
    key: `anomaly ${platform} ${anomaly}`,
    kind: 'anomaly',
    platform,
    organization,
    title: `${platform}: ${title}: ${text}`,
    text: `Anomaly ${anomaly}: between snapshots ${before} and ${snapshot} ${text}. Nothing of it is lost: snapshot ${before} has what was there before, and is pinned. Until somebody has looked, nothing of ${title} is forgotten or pruned.`,
    advice: `look at \`docvault diff ${before} ${snapshot} --stat\`; if nobody meant it, \`docvault restore ${before}\` plans how to put it back. \`${ackCommand(found)}\` ends this.`,
    path: `/o/${encodeURIComponent(organization)}/changes?a=${before}&b=${snapshot}`,
  }
}

/** True when every organization, and at least one, has a complete snapshot that is young enough, and none is left out. */
export function isFresh(
  given: Pick<Assessed, 'organizations' | 'expected' | 'leftOut' | 'now' | 'overdueAfterMs'>,
): boolean {
  if (given.leftOut.length > 0) return false
  const known = new Set(given.organizations.map(organization => organization.id))
  const young = (organization: OrganizationView) =>
    (ageMs(organization, given.now) ?? Number.POSITIVE_INFINITY) < given.overdueAfterMs
  return known.size > 0 && given.expected.every(id => known.has(id)) && given.organizations.every(young)
}

/** What was refused is not covered; what shrank is covered, and not believed yet. Each is told for itself. */
function coverage({ platform }: Assessed, { id, title, newest }: OrganizationView): Condition[] {
  if (newest?.state !== 'partial') return []
  const sorted = Map.groupBy(newest.gaps, gap => kindOf(gap))
  return [...sorted].map(([kind, gaps]) => {
    const { words, advice } = COVERAGE[kind]
    return {
      key: `${kind} ${platform} ${id}`,
      kind,
      platform,
      organization: id,
      title: `${platform}: ${words(title)}`,
      text: `Snapshot ${newest.snapshot}: ${describeGaps(gaps)}. The older states are kept.`,
      advice,
    }
  })
}

type CoverageKind = 'coverage' | 'shrunken' | 'partial'

function kindOf(gap: Gap): CoverageKind {
  if (gap.class === 'refused') return 'coverage'
  return gap.class === 'shrunken' ? 'shrunken' : 'partial'
}

const COVERAGE: Readonly<Record<CoverageKind, { words: (title: string) => string; advice: string }>> = {
  coverage: {
    words: title => `the backup of ${title} covers less than before`,
    advice: "see `docvault snapshots`, and give the token's owner access again.",
  },
  shrunken: {
    words: title => `lists of ${title} came back so short that they are not believed`,
    advice:
      'look at the platform. If it is right that so much is gone, run once `docvault trigger backup --allow-shrink`; if not, the platform is in trouble, and the older states are what you need.',
  },
  partial: {
    words: title => `the newest snapshot of ${title} is partial`,
    advice: 'nothing, if it passes: the next run reads what is missing. `docvault snapshots` has the causes.',
  },
}

function waiting({ platform, approvals, now }: Assessed): Condition[] {
  return openApprovals(approvals, now)
    .filter(({ state }) => state === 'waiting')
    .map(approval => {
      const { request, what, by, missing, expires, organization } = approval
      const short = shortRequest(approval)
      return {
        ...{ key: `approval ${platform} ${request}`, kind: 'approval', platform, organization },
        title: `${platform}: ${what} waits for approval`,
        text: `${by} asked for it. Request ${short} needs ${missing === 1 ? 'one more person' : `${missing} people`} until ${expires}.`,
        advice: `look at what it would do, and approve or deny it: on this page, or with \`docvault approve ${short}\`.`,
        path: `/approvals#${short}`,
      }
    })
}

function describeGaps(gaps: readonly Gap[]): string {
  const counts = Map.groupBy(gaps, gap => `${gap.kind} (${gap.class})`)
  const words = [...counts].map(([name, all]) => (all.length > 1 ? `${all.length} × ${name}` : name))
  return words.length > 6 ? `${words.slice(0, 6).join(', ')} and ${words.length - 6} more` : words.join(', ')
}

function overdue(given: Assessed): Condition[] {
  const { platform, now, overdueAfterMs } = given
  return withExpected(given).flatMap((organization): Condition[] => {
    const age = ageMs(organization, now)
    if ((age ?? now - given.watchingSince) < overdueAfterMs) return []
    const last = organization.newestComplete?.started ?? null
    return [
      {
        key: `overdue ${platform} ${organization.id}`,
        kind: 'overdue',
        platform,
        organization: organization.id,
        title: `${platform}: ${organization.title} has no fresh complete snapshot`,
        text:
          last === null ? 'There is no complete snapshot at all.' : `The newest complete one is of ${last}.`,
        advice:
          'see `docvault status` and `docvault snapshots` for why; `docvault trigger backup` tries at once.',
      },
    ]
  })
}

function disk({ platform, freeBytes, minFreeBytes }: Assessed): Condition[] {
  if (freeBytes === null || freeBytes >= minFreeBytes) return []
  return [
    {
      key: `disk ${platform}`,
      kind: 'disk',
      platform,
      organization: null,
      title: `${platform}: the disk of the vault is nearly full`,
      text: `${freeBytes} bytes are left, and daemon.minFree is ${minFreeBytes}. Backups pause, so that the vault stays whole.`,
      advice: 'make room or enlarge the volume; backups go on by themselves.',
    },
  ]
}
