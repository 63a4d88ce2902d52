/** Puts back what a snapshot holds: plans, and applies only what was planned from the state that the target is in. */
import { backUp } from '../src/backup/backup.ts'
import { UsageError } from '../src/model/errors.ts'
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
import { openVault, openVaultForWriting, type WritableVault } from '../src/vault/vault.ts'
import type { Job } from './job.ts'
import { openPlatformFor } from './open-platform.ts'
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

type RestoreConfig = Parameters<typeof openPlatformFor>[0]

export const restore: Job<RestoreData, RestoreAnswer, RestoreEvent> = {
  name: 'restore',
  doc: 'Puts back what a snapshot holds: a plan first, then, if asked, its application, read back and compared.',
  async run({ config, signal, report }, data) {
    openVault(config['vault.path']).close()
    const vault = await openVaultForWriting(config['vault.path'], {
      inlineLimitBytes: config['vault.inlineLimit'],
      command: 'docvault restore',
    })
    const platform = openPlatformFor(config, signal, factsIn(vault, config['platform.url']))
    try {
      const restoring = restoringOf(config, vault, platform, data, signal, report)
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
    } finally {
      await platform.close()
      await vault.close()
    }
  },
}

const nothing: RestoreAnswer = { plan: null, result: null, undone: null }

function factsIn(vault: WritableVault, url: string | null) {
  return {
    get: (name: string) => vault.fact(`${url} ${name}`),
    set: (name: string, value: string) => vault.setFact(`${url} ${name}`, value),
  }
}

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
        trigger: `restore (${what})`,
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
  const { snapshot, organization } = vault.resolve(data.snapshot ?? 'latest', {
    organization: data.from,
  })
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
