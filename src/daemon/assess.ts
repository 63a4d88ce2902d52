/** Says what is wrong with a platform now, from what its vault and its runs say. Pure. */
import type { Gap } from '../model/snapshot.ts'
import type { Condition } from '../notify/condition.ts'
import type { RunRecord } from '../queue/history.ts'
import type { OrganizationView } from '../server/view.ts'
import { ageMs } from './organizations.ts'

export interface Assessed {
  platform: string
  organizations: readonly OrganizationView[]
  /** Configured ones, which may have no snapshot yet. */
  expected: readonly string[]
  /** Oldest first. */
  runs: readonly RunRecord[]
  now: number
  /** When this daemon began to look. */
  watchingSince: number
  overdueAfterMs: number
  freeBytes: number | null
  minFreeBytes: number
}

export function assess(given: Assessed): Condition[] {
  const last = lastRuns(given.runs)
  return [
    ...tokenRefused(given, last),
    ...failures(given, last),
    ...damages(given, last),
    ...given.organizations.flatMap(one => coverage(given, one)),
    ...overdue(given),
    ...disk(given),
  ]
}

/** True when every organization, and at least one, has a complete snapshot that is young enough. */
export function isFresh(
  given: Pick<Assessed, 'organizations' | 'expected' | 'now' | 'overdueAfterMs'>,
): boolean {
  const known = new Set(given.organizations.map(one => one.id))
  const young = (one: OrganizationView) =>
    (ageMs(one, given.now) ?? Number.POSITIVE_INFINITY) < given.overdueAfterMs
  return known.size > 0 && given.expected.every(id => known.has(id)) && given.organizations.every(young)
}

/** Of each job and organization; a missed one was made good by another. */
function lastRuns(runs: readonly RunRecord[]): RunRecord[] {
  const last = new Map<string, RunRecord>()
  for (const one of runs)
    if (one.outcome !== 'missed' && one.outcome !== 'cancelled')
      last.set(`${one.job} ${one.organization}`, one)
  return [...last.values()]
}

function tokenRefused({ platform }: Assessed, last: readonly RunRecord[]): Condition[] {
  const refused = last.filter(one => one.outcome === 'failed' && one.code === 'unauthorized')
  const newest = newestOf(refused)
  const since = newestOf(
    last.filter(one => one.outcome !== 'failed' && one.job !== 'check' && one.job !== 'mirror'),
  )
  if (!newest || (since && since.finished > newest.finished)) return []
  return [
    {
      key: `token ${platform}`,
      kind: 'token',
      title: `${platform}: the platform refuses the token`,
      text: `${newest.message}. Nothing can be backed up until there is a valid token.`,
      advice:
        'make a new token, put it where platform.token or platform.tokenFile says, and send the daemon SIGHUP.',
    },
  ]
}

/** A sync that failed is made good by the next one; when none succeeds for long, that is overdue. */
function failures({ platform }: Assessed, last: readonly RunRecord[]): Condition[] {
  return last
    .filter(one => one.outcome === 'failed' && one.code !== 'unauthorized' && one.code !== 'disk-full')
    .filter(one => one.job !== 'sync' && !isMadeGood(one, last))
    .map(one => ({
      key: `failed ${platform} ${one.job} ${one.organization ?? '*'}`,
      kind: 'failed',
      title: `${platform}: ${one.job} failed${one.organization ? ` for organization ${one.organization}` : ''}`,
      text: `${one.message} (run ${one.run}, tried until ${one.finished}).`,
      advice: `look at \`docvault logs ${one.run}\`; the next run of the schedule tries again.`,
    }))
}

function isMadeGood(failed: RunRecord, last: readonly RunRecord[]): boolean {
  const good = ['complete', 'unchanged']
  return (
    failed.job === 'backup' &&
    last.some(
      one =>
        good.includes(one.outcome) &&
        (failed.organization === null || one.organization === failed.organization) &&
        one.finished > failed.finished,
    )
  )
}

function damages({ platform }: Assessed, last: readonly RunRecord[]): Condition[] {
  return last
    .filter(one => one.outcome === 'damage')
    .map(one => ({
      key: `damage ${platform}`,
      kind: 'damage',
      title: `${platform}: the check found damage in the vault`,
      text: `${one.message}.`,
      advice: 'run `docvault check --read-data` for the whole list, and bring the vault back from a replica.',
    }))
}

function coverage({ platform }: Assessed, { id, title, newest }: OrganizationView): Condition[] {
  if (newest?.state !== 'partial') return []
  const shrinking = newest.gaps.filter(one => one.class === 'shrunken' || one.class === 'refused')
  const gaps = describeGaps(newest.gaps)
  if (shrinking.length > 0)
    return [
      {
        key: `coverage ${platform} ${id}`,
        kind: 'coverage',
        title: `${platform}: the backup of ${title} covers less than before`,
        text: `Snapshot ${newest.snapshot} could not read ${gaps}. The older states are kept.`,
        advice:
          "see `docvault snapshots`: give the token's owner access again, or, if it is right that so much is gone, run once `docvault backup --allow-shrink` while the daemon is stopped.",
      },
    ]
  return [
    {
      key: `partial ${platform} ${id}`,
      kind: 'partial',
      title: `${platform}: the newest snapshot of ${title} is partial`,
      text: `Snapshot ${newest.snapshot} could not read ${gaps}. The older states are kept.`,
      advice:
        'nothing, if it passes: the next run reads what is missing. `docvault snapshots` has the causes.',
    },
  ]
}

function describeGaps(gaps: readonly Gap[]): string {
  const counts = Map.groupBy(gaps, one => `${one.kind} (${one.class})`)
  const words = [...counts].map(([name, all]) => (all.length > 1 ? `${all.length} × ${name}` : name))
  return words.length > 6 ? `${words.slice(0, 6).join(', ')} and ${words.length - 6} more` : words.join(', ')
}

function overdue(given: Assessed): Condition[] {
  const { platform, organizations, expected, now, overdueAfterMs } = given
  const unseen = expected.filter(id => !organizations.some(one => one.id === id))
  const missing = unseen.map(id => ({ id, title: id, newest: null, newestComplete: null }))
  return [...organizations, ...missing].flatMap((one): Condition[] => {
    const age = ageMs(one, now)
    if ((age ?? now - given.watchingSince) < overdueAfterMs) return []
    const last = one.newestComplete?.started ?? null
    return [
      {
        key: `overdue ${platform} ${one.id}`,
        kind: 'overdue',
        title: `${platform}: ${one.title} has no fresh complete snapshot`,
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
      title: `${platform}: the disk of the vault is nearly full`,
      text: `${freeBytes} bytes are left, and daemon.minFree is ${minFreeBytes}. Backups pause, so that the vault stays whole.`,
      advice: 'make room or enlarge the volume; backups go on by themselves.',
    },
  ]
}

function newestOf(runs: readonly RunRecord[]): RunRecord | undefined {
  return runs.toSorted((a, b) => a.finished.localeCompare(b.finished)).at(-1)
}
