/** What the last runs of a platform say is wrong with it now. Pure. */
import type { Condition } from '../notify/condition.ts'
import { ATTENDED } from '../queue/attended-runs.ts'
import type { RunRecord } from '../queue/history.ts'
import type { OrganizationView } from '../server/view.ts'

export interface AssessedRuns {
  platform: string
  organizations: readonly OrganizationView[]
  /** Oldest first. */
  runs: readonly RunRecord[]
  /** Milliseconds since the epoch. */
  now: number
}

/** These read the platform; the next success of one makes good what another one missed. */
const READING: readonly string[] = ['backup', 'sync']
/** The same work, whichever organization somebody named. */
const OF_THE_VAULT: readonly string[] = ['check', 'forget', 'prune', 'compact', 'repair', 'replicate']
const GOOD: readonly RunRecord['outcome'][] = ['done', 'complete', 'partial', 'unchanged']
/** No schedule makes a restore good; whoever asked for it has heard of it by then. */
const RESTORE_SHOWN_MS = 24 * 3_600_000
/** Of a failure that is told in words of its own. */
const KNOWN: readonly (string | null)[] = ['unauthorized', 'disk-full']

export function assessRuns(given: AssessedRuns): Condition[] {
  const last = lastRuns(given.runs)
  return [
    ...tokenRefused(given, last),
    ...failures(given, last),
    ...damages(given, last),
    ...failedDrills(given, last),
  ]
}

/** Of each job and organization; a missed one was made good by another, and who typed a command was told by it. */
function lastRuns(runs: readonly RunRecord[]): RunRecord[] {
  const last = new Map<string, RunRecord>()
  for (const run of runs)
    if (
      run.trigger !== ATTENDED &&
      run.outcome !== 'missed' &&
      run.outcome !== 'cancelled' &&
      run.outcome !== 'skipped'
    )
      last.set(OF_THE_VAULT.includes(run.job) ? run.job : `${run.job} ${run.organization}`, run)
  return [...last.values()]
}

function tokenRefused({ platform }: AssessedRuns, last: readonly RunRecord[]): Condition[] {
  const refused = last.filter(run => run.outcome === 'failed' && run.code === 'unauthorized')
  const newest = newestOf(refused)
  const since = newestOf(last.filter(run => GOOD.includes(run.outcome) && READING.includes(run.job)))
  if (!newest || (since && since.finished > newest.finished)) return []
  return [
    {
      key: `token ${platform}`,
      kind: 'token',
      platform,
      organization: null,
      title: `${platform}: the platform refuses the token`,
      text: `${newest.message}. Nothing can be backed up until there is a valid token.`,
      advice:
        'make a new token, put it where platform.token or platform.tokenFile says, and send the daemon SIGHUP.',
    },
  ]
}

/** One for all runs that read an organization: that two of them fail is one trouble. */
function failures(given: AssessedRuns, last: readonly RunRecord[]): Condition[] {
  const failed = last.filter(
    run =>
      hasFailed(run) &&
      !KNOWN.includes(run.code) &&
      !isMadeGood(run, last) &&
      !(run.job === 'restore' && given.now - Date.parse(run.finished) > RESTORE_SHOWN_MS),
  )
  const byTrouble = Map.groupBy(failed, run => {
    const what = READING.includes(run.job) ? 'read' : run.job
    return `failed ${given.platform} ${what} ${run.organization ?? '*'}`
  })
  return [...byTrouble].flatMap(([key, runs]) => {
    const newest = newestOf(runs)
    return newest ? [failureOf(given, key, newest)] : []
  })
}

/** What a drill finds has words of its own. */
function hasFailed({ outcome, job }: RunRecord): boolean {
  return outcome === 'failed' || (outcome === 'differences' && job !== 'drill')
}

function failureOf(given: AssessedRuns, key: string, run: RunRecord): Condition {
  const of = run.organization === null ? '' : ` of ${titleOf(given, run.organization)}`
  return {
    key,
    kind: 'failed',
    platform: given.platform,
    organization: run.organization,
    title: `${given.platform}: the last ${run.job}${of} failed`,
    text: `${run.message} (run ${run.run}, tried until ${run.finished}).`,
    advice: `look at \`docvault logs ${run.run}\`; ${comesNext(run)}`,
  }
}

/** No schedule begins a restore. */
function comesNext({ job }: RunRecord): string {
  return job === 'restore'
    ? 'nothing tries it again by itself: `docvault restore runs` says how it stands; plan again for what is left. This is shown for a day.'
    : 'the next run of the schedule tries again, and this ends when one succeeds.'
}

/** By a later success of the same work, also where the failed run came before the organizations were known. */
function isMadeGood(failed: RunRecord, last: readonly RunRecord[]): boolean {
  const jobs = READING.includes(failed.job) ? READING : [failed.job]
  return last.some(
    run =>
      jobs.includes(run.job) &&
      GOOD.includes(run.outcome) &&
      (failed.organization === null || run.organization === failed.organization) &&
      run.finished > failed.finished,
  )
}

function damages(given: AssessedRuns, last: readonly RunRecord[]): Condition[] {
  return last
    .filter(run => run.outcome === 'damage')
    .map(run => ({
      key: `damage ${given.platform}${run.job === 'check' ? '' : ` ${run.job} ${run.organization}`}`,
      kind: 'damage',
      platform: given.platform,
      organization: run.organization,
      title: `${given.platform}: the ${run.job} found damage in the vault`,
      text: `${run.message}.`,
      advice: `run \`docvault check --read-data\` for the whole list, and \`docvault repair\`, with \`--from TARGET\` for what only a replica has. This ends with the next ${run.job} that passes (\`docvault trigger ${run.job}\`).`,
    }))
}

function failedDrills(given: AssessedRuns, last: readonly RunRecord[]): Condition[] {
  return last
    .filter(run => run.outcome === 'differences' && run.job === 'drill')
    .map(run => ({
      key: `drill ${given.platform} ${run.organization ?? '*'}`,
      kind: 'drill',
      platform: given.platform,
      organization: run.organization,
      title: `${given.platform}: not everything of ${titleOf(given, run.organization)} came back in the drill`,
      text: `${run.message}. The vault itself was read through and is whole.`,
      advice:
        'read the record for the whole list, and see whether you can do without; `docvault trigger drill` tries again, and this ends with a drill that passes.',
    }))
}

function titleOf({ organizations }: AssessedRuns, id: string | null): string {
  return (
    organizations.find(organization => organization.id === id)?.title ??
    (id === null ? 'the vault' : `organization ${id}`)
  )
}

function newestOf(runs: readonly RunRecord[]): RunRecord | undefined {
  return runs.toSorted((a, b) => a.finished.localeCompare(b.finished)).at(-1)
}
