/** Puts back what a snapshot holds: plans, and applies only what was planned from the state that the target is in. */
import type { Config } from '../config/settings.ts'
import { backUp } from '../src/backup/backup.ts'
import { UsageError } from '../src/model/errors.ts'
import { readingTrigger } from '../src/model/snapshot.ts'
import type { Platform } from '../src/platform/client.ts'
import { resources } from '../src/resources/index.ts'
import { openBucketPublisher } from '../src/restore/publish/bucket-publisher.ts'
import { openListenerPublisher } from '../src/restore/publish/listener-publisher.ts'
import type { BundlePublisher } from '../src/restore/publish/publisher.ts'
import type { RestoreRequest } from '../src/restore/request.ts'
import {
  applyRestore,
  planRestore,
  type RestoreEvent,
  type RestoreResult,
  type Restoring,
  resumeRestore,
} from '../src/restore/restore.ts'
import { type SavedPlan, savedPlan } from '../src/restore/steps.ts'
import { type UndoResult, undoRestore } from '../src/restore/undo.ts'
import { openVault, type WritableVault } from '../src/vault/vault.ts'
import { withClient, withHeld } from './held.ts'
import { inOnePiece, type Job, type JobData, type Outcome, type QueuedContext, queued } from './job.ts'
import { exactReading } from './read-settings.ts'

export interface RestoreData {
  action: 'plan' | 'apply' | 'resume' | 'undo'
  /** Name of the snapshot, for `plan` and `apply`. */
  snapshot?: string
  /** Which organization `latest` means. */
  from?: string
  request?: Omit<RestoreRequest, 'snapshot' | 'to'> & { to?: string }
  /** Digest of the target's state that the plan was made from: anything else is refused. */
  state?: string
  run?: number
}

export interface RestoreAnswer {
  plan: SavedPlan | null
  result: Omit<RestoreResult, 'plan'> | null
  undone: UndoResult | null
}

type RestoreConfig = Config

export const restore: Job<RestoreData, RestoreAnswer, RestoreEvent> = {
  name: 'restore',
  doc: 'Puts back what a snapshot holds: a plan first, then, if asked, its application, read back and compared.',
  run(context, data) {
    const { config, signal, report } = context
    // A vault that is not there is not made by wanting to restore from it.
    openVault(config['vault.path']).close()
    return withHeld(context, 'docvault restore', async held => {
      const vault = await held.vault()
      return withClient(held, signal, platform =>
        perform(config, restoringOf(config, vault, platform, data, signal, report), data),
      )
    })
  },
}

/** Applies a plan that was looked at: nothing is restored by a schedule. */
export const triggeredRestore = queued({
  name: 'restore',
  doc: 'Applies a restore that was planned, e.g. one that was triggered with its plan.',
  holds: 'vault',
  priority: 1,
  attempts: 1,
  open: async (context, data) => inOnePiece(() => runRestore(context, data)),
})

async function runRestore(context: QueuedContext, data: JobData): Promise<Outcome> {
  const { organization, trigger: _trigger, tick: _tick, ...given } = data
  const from = organization === undefined ? {} : { from: organization }
  const { result } = await restore.run(context, { action: 'apply', ...from, ...given })
  if (result === null) return { state: 'skipped', message: 'there was nothing to apply' }
  const { run, state } = result
  return { state: state === 'complete' ? 'done' : 'partial', message: `restore ${run} is ${state}` }
}

async function perform(
  config: RestoreConfig,
  restoring: Restoring,
  data: RestoreData,
): Promise<RestoreAnswer> {
  if (data.action === 'undo') return { ...nothing, undone: await undoRestore(restoring, data.run ?? 0) }
  const resumes = data.action === 'resume'
  const planned = resumes ? await resumeRestore(restoring, data.run ?? 0) : await planRestore(restoring)
  const plan = savedPlan(planned.plan, restoring.request)
  if (data.action === 'plan') return { ...nothing, plan }
  assertSameState(data.state, plan)
  const publisher = await openPublisher(config)
  try {
    const { plan: _plan, ...result } = await applyRestore(restoring, planned, publisher)
    return { ...nothing, plan, result }
  } finally {
    await publisher.close()
  }
}

const nothing: RestoreAnswer = { plan: null, result: null, undone: null }

function restoringOf(
  config: RestoreConfig,
  vault: WritableVault,
  platform: Platform,
  data: RestoreData,
  signal: AbortSignal | undefined,
  report: (event: RestoreEvent) => void,
): Restoring {
  const request = requestOf(vault, data)
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

function requestOf(vault: WritableVault, data: RestoreData): RestoreRequest {
  if (data.run !== undefined) {
    const row = vault.restoreRuns().find(one => one.id === data.run)
    if (!row) throw new UsageError(`there is no restore ${data.run}`)
    return savedRequest(row.request, row.snapshot, row.target)
  }
  const { snapshot, organization } = vault.resolve(data.snapshot ?? 'latest', { organization: data.from })
  return { onConflict: 'skip', ...data.request, snapshot, to: data.request?.to ?? organization }
}

/** As it was written by `beginRun`, so only what the table knows better is replaced. */
function savedRequest(request: unknown, snapshot: number, to: string): RestoreRequest {
  const saved: Partial<RestoreRequest> = typeof request === 'object' && request !== null ? request : {}
  return { onConflict: 'skip', ...saved, snapshot, to }
}

function writerOf(value: string): Restoring['writer'] {
  return value === 'batch' || value === 'import' ? value : 'auto'
}

function assertSameState(wanted: string | undefined, plan: SavedPlan): void {
  if (wanted === undefined || wanted === plan.state) return
  throw new UsageError('the target has changed since the plan was made', {
    hint: 'plan again, look at what has changed, and apply the new plan',
  })
}

async function openPublisher(config: RestoreConfig): Promise<BundlePublisher> {
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
