/** Takes a snapshot of every organization that is configured: one after another, or each as a run of its own. */

import { z } from 'zod'
import type { Config } from '../config/settings.ts'
import { backUp } from '../src/backup/backup.ts'
import type { BackupEvent, LeftOut } from '../src/backup/events.ts'
import type { BackupRequest } from '../src/backup/session.ts'
import { recordPolicy } from '../src/evidence/records/policy-records.ts'
import { isKeptKind } from '../src/model/kept-kind.ts'
import type { SnapshotSummary } from '../src/model/snapshot.ts'
import type { Platform } from '../src/platform/client.ts'
import { resources } from '../src/resources/index.ts'
import { watchAfterBackup } from './anomalies.ts'
import { openOrganizationBackup } from './backup-space.ts'
import { type Held, withClient, withHeld } from './held.ts'
import { type Job, type JobContext, jobDataSchema, parseJobData, queued } from './job.ts'
import { keepLeftOut } from './left-out.ts'
import { chosenOrganizations, eachOrganization, leftOut } from './organizations.ts'

export interface BackupData {
  trigger: string
  /** Instead of `platform.organizations`. */
  organizations?: readonly string[]
  spaces?: readonly string[]
  exact?: boolean
  /** Believe, this once, that what shrank really did. */
  allowShrink?: boolean
}

export const backup: Job<BackupData, SnapshotSummary[], BackupEvent> = {
  name: 'backup',
  doc: 'Takes a snapshot of each organization.',
  run: (context, data) =>
    withHeld(context, 'docvault backup', held =>
      withClient(held, context.signal, platform => backUpEach(context, data, held, platform)),
    ),
}

async function backUpEach(
  context: JobContext<BackupEvent>,
  data: BackupData,
  held: Held,
  platform: Platform,
): Promise<SnapshotSummary[]> {
  const { config, report, held: lent } = context
  const ids = data.organizations ?? config['platform.organizations']
  const missed: LeftOut[] = []
  const organizations = await chosenOrganizations(platform, ids, unreadable =>
    missed.push(leftOut(unreadable)),
  )
  missed.forEach(report)
  const vault = await held.vault()
  if (ids.length === 0) keepLeftOut(vault, missed)
  // What a daemon works by is its own to note: a command may say something else, once.
  if (lent === undefined) recordPolicy(vault, config, held.now())
  const settings = backupSettings(config, data)
  const request = { platform, vault, resources, settings, trigger: data.trigger, report }
  // The list of organizations is paid for by the first one.
  let since = { requests: 0, bytes: 0 }
  const summaries: SnapshotSummary[] = []
  for (const organization of organizations) {
    summaries.push(await backUp({ ...request, organization, since }))
    since = { ...platform.meter }
    const failed = await watchAfterBackup(context, held, organization.id)
    if (failed !== null) report({ type: 'warning', message: failed })
  }
  return summaries
}

const dataSchema = jobDataSchema.extend({
  /** As a person says once, after having looked. */
  allowShrink: z.boolean().optional(),
})

/** The nightly exact run. */
export const nightlyBackup = queued({
  name: 'backup',
  doc: 'Takes an exact snapshot of each organization: the nightly run.',
  holds: 'organization',
  priority: 5,
  attempts: 8,
  catchUp: true,
  schedule: config => config['schedules.backup'],
  each: eachOrganization,
  parse: data => parseJobData(dataSchema, data),
  open: (context, data) => {
    const { allowShrink } = parseJobData(dataSchema, data)
    const settings = backupSettings(context.config, { exact: true, allowShrink: allowShrink ?? false })
    return openOrganizationBackup(context, data, { job: 'backup', settings, end: open => open.seal() })
  },
})

export function backupSettings(
  config: Config,
  data: Pick<BackupData, 'exact' | 'allowShrink' | 'spaces'>,
): BackupRequest['settings'] {
  return {
    formats: config['backup.formats'],
    markdown: config['backup.markdown'] === 'later' ? 'later' : 'with-documents',
    markdownPerRun: config['backup.markdownPerRun'],
    alsoRead: config['backup.alsoRead'].filter(isKeptKind),
    exact: data.exact ?? false,
    exactEveryMs: config['backup.exactEvery'],
    listsEveryMs: config['backup.listsEvery'],
    rereadFrozenEveryMs: config['backup.auditEvery'],
    maxDurationMs: config['backup.maxDuration'],
    maxGaps: config['backup.maxGaps'],
    knownSites: config['platform.sites'],
    rounds: config['backup.rounds'],
    shrinkGuardPercent: data.allowShrink ? 0 : config['backup.shrinkGuard'],
    shrinkGuardFrom: config['backup.shrinkGuardFrom'],
    concurrency: config['platform.concurrency'],
    spacesAtOnce: config['backup.spacesAtOnce'],
    ...(data.spaces ? { spaces: data.spaces } : {}),
  }
}
