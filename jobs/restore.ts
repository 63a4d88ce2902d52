/**
 * Puts back what a snapshot holds. A plan comes first and is kept; what is applied is a plan that was made before, whole,
 * and only while it is still what would be planned.
 */
import type { Config } from '../config/settings.ts'
import { backUp } from '../src/backup/backup.ts'
import { UsageError } from '../src/model/errors.ts'
import { readingTrigger } from '../src/model/snapshot.ts'
import type { Platform } from '../src/platform/client.ts'
import { resources } from '../src/resources/index.ts'
import { approvalOf } from '../src/restore/approval.ts'
import { assertSamePlan } from '../src/restore/plan/compare-plans.ts'
import { documentOf, type PlanDocument, readPlan, requestSchema } from '../src/restore/plan/document.ts'
import { storePlan } from '../src/restore/plan/plan-store.ts'
import { openBucketPublisher } from '../src/restore/publish/bucket-publisher.ts'
import { openListenerPublisher } from '../src/restore/publish/listener-publisher.ts'
import type { BundlePublisher } from '../src/restore/publish/publisher.ts'
import type { RestoreRequest } from '../src/restore/request.ts'
import {
  applyRestore,
  type Planned,
  planRestore,
  type RestoreEvent,
  type RestoreResult,
  type Restoring,
  resumeRestore,
} from '../src/restore/restore.ts'
import { planUndo, type Undone, type UndoResult, undoRestore } from '../src/restore/undo.ts'
import { openVault, type WritableVault } from '../src/vault/vault.ts'
import { withClient, withHeld } from './held.ts'
import type { Job, JobContext } from './job.ts'
import { exactReading } from './read-settings.ts'

export type RestoreData =
  | PlanWish
  /** `by`: the run of the daemon that does it. */
  | { action: 'apply'; plan: PlanDocument; by?: string }
  | { action: 'resume' | 'plan-undo'; run: number }
  /** `shown`: what somebody agreed to, and nothing else is removed; absent: nobody was asked. */
  | { action: 'undo'; run: number; shown?: readonly Undone[] }

export interface PlanWish {
  action: 'plan'
  /** Name of the snapshot. */
  snapshot: string
  /** Which organization `latest` means. */
  from?: string | undefined
  request?: (Omit<RestoreRequest, 'snapshot' | 'to'> & { to?: string | undefined }) | undefined
}

export interface RestoreAnswer {
  plan: PlanDocument | null
  /** Where the plan is kept. */
  file: string | null
  result: Omit<RestoreResult, 'plan'> | null
  undone: UndoResult | null
}

export const restore: Job<RestoreData, RestoreAnswer, RestoreEvent> = {
  name: 'restore',
  doc: 'Puts back what a snapshot holds: a plan first, then, if asked, its application, read back and compared.',
  run(context, data) {
    // A vault that is not there is not made by wanting to restore from it.
    openVault(context.config['vault.path']).close()
    return withHeld(context, 'docvault restore', async held => {
      const vault = await held.vault()
      return withClient(held, context.signal, platform =>
        perform(context, restoringOf(context, vault, platform, requestOf(vault, data)), data),
      )
    })
  },
}

async function perform(
  { config }: JobContext<RestoreEvent>,
  restoring: Restoring,
  data: RestoreData,
): Promise<RestoreAnswer> {
  const { vault } = restoring
  if (data.action === 'plan-undo') return { ...nothing, undone: await planUndo(restoring, data.run) }
  if (data.action === 'undo')
    return { ...nothing, undone: await undoRestore(restoring, data.run, data.shown ?? null) }
  const resumes = data.action === 'resume'
  const planned = resumes ? await resumeRestore(restoring, data.run) : await planRestore(restoring)
  const plan = documentOf(planned.plan)
  if (data.action === 'plan') return { ...nothing, plan, file: storePlan(vault.path, plan) }
  if (data.action === 'apply') assertSamePlan(vault, data.plan, plan)
  return { ...nothing, plan, result: await apply(config, restoring, planned, data) }
}

const nothing: RestoreAnswer = { plan: null, file: null, result: null, undone: null }

async function apply(
  config: Config,
  restoring: Restoring,
  planned: Planned,
  data: RestoreData,
): Promise<Omit<RestoreResult, 'plan'>> {
  const approved = data.action === 'apply' ? approvalOf(data.plan, data.by) : null
  const publisher = await openPublisher(config)
  try {
    const { plan: _plan, ...result } = await applyRestore(restoring, planned, publisher, approved)
    return result
  } finally {
    await publisher.close()
  }
}

function restoringOf(
  { config, signal, report }: JobContext<RestoreEvent>,
  vault: WritableVault,
  platform: Platform,
  request: RestoreRequest,
): Restoring {
  return {
    platform,
    source: vault,
    vault,
    request,
    writer: writerOf(config['restore.writer']),
    requestsPerSecond: config['restore.requestsPerSecond'],
    signal,
    report,
    now: Date.now,
    readTarget: async what =>
      backUp({
        platform,
        vault,
        resources,
        organization: await platform.organizations.get(request.to),
        trigger: readingTrigger(what),
        settings: exactReading(config),
      }),
  }
}

/** Of a plan that is to be applied: what it says, after a look whether it is a plan at all. */
function requestOf(vault: WritableVault, data: RestoreData): RestoreRequest {
  if (data.action === 'apply') return readPlan(data.plan, 'the plan').request
  if (data.action === 'plan') {
    const { snapshot, organization } = vault.resolve(data.snapshot, { organization: data.from })
    return { onConflict: 'skip', ...data.request, snapshot, to: data.request?.to ?? organization }
  }
  const row = vault.restoreRuns().find(one => one.id === data.run)
  if (!row) throw new UsageError(`there is no restore ${data.run}`, { hint: RUNS })
  const { approved: _approved, snapshot: _snapshot, ...kept } = Object(row.request)
  const saved = requestSchema.safeParse(kept)
  if (!saved.success) throw new UsageError(`what restore ${data.run} was asked for cannot be read`)
  return { ...saved.data, snapshot: row.snapshot, to: row.target }
}

const RUNS = '`docvault restore runs` lists them'

function writerOf(value: string): Restoring['writer'] {
  return value === 'batch' || value === 'import' ? value : 'auto'
}

async function openPublisher(config: Config): Promise<BundlePublisher> {
  const expiresMs = config['restore.expires']
  const bucket = config['restore.bucketUrl']
  if (bucket === null)
    return openListenerPublisher({
      host: config['restore.host'],
      port: config['restore.port'],
      publicUrl: config['restore.publicUrl'],
      expiresMs,
    })
  const [accessKeyId, secretAccessKey] = [config['restore.bucketKeyId'], config['restore.bucketSecret']]
  if (accessKeyId === null || secretAccessKey === null)
    throw new UsageError('restore.bucketUrl is set, but not restore.bucketKeyId and restore.bucketSecret')
  const region = config['restore.bucketRegion']
  return openBucketPublisher({ url: bucket, accessKeyId, secretAccessKey, region, expiresMs })
}
