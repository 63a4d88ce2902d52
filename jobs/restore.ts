/**
 * Puts back what a snapshot holds. A plan comes first and is kept; what is applied is a plan that was made before, whole,
 * and only while it is still what would be planned.
 */
import { randomBytes } from 'node:crypto'
import type { Config } from '../config/settings.ts'
import { backUp } from '../src/backup/backup.ts'
import { UsageError } from '../src/model/errors.ts'
import { readingTrigger } from '../src/model/snapshot.ts'
import type { Platform } from '../src/platform/client.ts'
import { resources } from '../src/resources/index.ts'
import { openMasked } from '../src/restore/mask/open-masked.ts'
import { assertSamePlan } from '../src/restore/plan/compare-plans.ts'
import { documentOf, type PlanDocument, readPlan, requestOfRun } from '../src/restore/plan/document.ts'
import { mandateOf } from '../src/restore/plan/mandate.ts'
import { storePlan } from '../src/restore/plan/plan-store.ts'
import { openBucketPublisher } from '../src/restore/publish/bucket-publisher.ts'
import { openListenerPublisher } from '../src/restore/publish/listener-publisher.ts'
import type { BundlePublisher } from '../src/restore/publish/publisher.ts'
import { assertReachable } from '../src/restore/publish/reachable.ts'
import { findIntoOrganization } from '../src/restore/read/into-organization.ts'
import { WRITERS, type WriterName } from '../src/restore/read/target-profile.ts'
import type { MaskWish, RestoreRequest } from '../src/restore/request.ts'
import {
  applyRestore,
  type Planned,
  planRestore,
  type RestoreResult,
  resumeRestore,
} from '../src/restore/restore.ts'
import type { RestoreEvent, Restoring } from '../src/restore/restoring.ts'
import { withScratches } from '../src/restore/scratch.ts'
import { doneRun } from '../src/restore/take-back/open-take-back.ts'
import { openVault, type WritableVault } from '../src/vault/vault.ts'
import { accountActor, approvalBookOf, guardedRestore } from './approvals.ts'
import { type Held, withClient, withHeld } from './held.ts'
import type { Job, JobContext } from './job.ts'
import { exactReading } from './read-settings.ts'

export type RestoreData =
  | PlanWish
  | ApplyPlan
  | { action: 'resume'; run: number }
  /** Plans it. */
  | { action: 'undo'; run: number; request?: UndoWish | undefined }
  | IncidentWish

export interface ApplyPlan {
  action: 'apply'
  plan: PlanDocument
  /** The run of the daemon that does it. */
  by?: string
  /** Of the person at the command line. */
  account?: string | undefined
}

export interface PlanWish {
  action: 'plan'
  /** Name of the snapshot. */
  snapshot: string
  /** Which organization `latest` means. */
  from?: string | undefined
  request?: (Omit<RestoreRequest, 'snapshot' | 'to'> & { to?: string | undefined }) | undefined
}

export interface UndoWish {
  allowWidening?: string | undefined
}

/** Plans to take back what happened between two snapshots of an organization. */
export interface IncidentWish {
  action: 'incident'
  /** Names of snapshots. */
  before: string
  after: string
  /** Which organization `latest` means. */
  from?: string | undefined
  request?: Omit<RestoreRequest, 'snapshot' | 'to' | 'takeBack'> | undefined
}

export interface RestoreAnswer {
  plan: PlanDocument | null
  /** Where the plan is kept. */
  file: string | null
  result: Omit<RestoreResult, 'plan'> | null
}

export const restore: Job<RestoreData, RestoreAnswer, RestoreEvent> = {
  name: 'restore',
  doc: 'Puts back what a snapshot holds: a plan first, then, if asked, its application, read back and compared.',
  run(context, data) {
    // A vault that is not there is not made by wanting to restore from it.
    openVault(context.config['vault.path']).close()
    return withHeld(context, 'docvault restore', async held => {
      const vault = await held.vault()
      const approval = data.action === 'apply' ? approvalFor(context, held, data) : null
      approval?.assert()
      return withClient(held, context.signal, async platform => {
        const request = await namingTarget(platform, requestOf(vault, data), data)
        const masked = openMasked(vault, request)
        const restoring = {
          ...restoringOf(context, vault, platform, request),
          masked,
          source: masked?.source ?? vault,
        }
        return withScratches(scratches => perform(context, { ...restoring, scratches, approval }, data))
      })
    })
  },
}

interface Approved {
  /** Throws ApprovalNeeded: before anything is read. */
  assert(): void
  /** Uses it up: before anything is written. */
  use(): void
}

/** Null: none is needed. */
function approvalFor(
  { config }: JobContext<RestoreEvent>,
  { now }: Held,
  { plan, by, account }: ApplyPlan,
): Approved | null {
  const guarded = guardedRestore(config, readPlan(plan, 'the plan'))
  if (guarded === null) return null
  // Whoever is asked to agree looks at it.
  storePlan(config['vault.path'], plan)
  const book = approvalBookOf(config, now)
  const actor = accountActor(account ?? `run ${by ?? 'of docvault web'}`)
  return { assert: () => book.assert(guarded, actor), use: () => book.use(guarded, actor) }
}

async function perform(
  { config }: JobContext<RestoreEvent>,
  { approval, ...restoring }: Restoring & { approval: Approved | null },
  data: RestoreData,
): Promise<RestoreAnswer> {
  const { vault } = restoring
  const resumes = data.action === 'resume'
  const planned = resumes ? await resumeRestore(restoring, data.run) : await planRestore(restoring)
  const plan = documentOf(planned.plan)
  if (isCloned(plan)) assertReachable(servingOf(config))
  if (data.action !== 'apply' && !resumes) return { ...nothing, plan, file: storePlan(vault.path, plan) }
  if (data.action === 'apply') assertSamePlan(vault, data.plan, plan)
  approval?.use()
  return { ...nothing, plan, result: await apply(config, restoring, planned, data) }
}

/** The platform has to get at docvault for it. */
function isCloned({ writer, steps }: PlanDocument): boolean {
  return writer === 'git' && steps.some(step => step.action === 'import')
}

function servingOf(config: Config) {
  const [host, publicUrl] = [config['restore.host'], config['restore.publicUrl']]
  return { host, publicUrl, platformUrl: config['platform.url'] ?? '' }
}

const nothing: RestoreAnswer = { plan: null, file: null, result: null }

async function apply(
  config: Config,
  restoring: Restoring,
  planned: Planned,
  data: RestoreData,
): Promise<Omit<RestoreResult, 'plan'>> {
  const approved = data.action === 'apply' ? mandateOf(data.plan, data.by) : null
  const publisher = await openPublisher(config, planned.plan.writer)
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
): Omit<Restoring, 'scratches'> {
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
    const wanted = { onConflict: 'skip' as const, ...data.request, ...maskOf(data.request?.mask) }
    return { ...wanted, snapshot, to: data.request?.to ?? organization }
  }
  if (data.action === 'undo') return undoOf(vault, data.run, data.request)
  if (data.action === 'incident') return incidentOf(vault, data)
  const row = vault.restoreRuns().find(known => known.id === data.run)
  if (!row) throw new UsageError(`there is no restore ${data.run}`, { hint: RUNS })
  return requestOfRun(row)
}

/** A key of its own for each plan, whatever was asked for. */
function maskOf(mask: MaskWish | undefined): Pick<RestoreRequest, 'mask'> {
  return mask === undefined ? {} : { mask: { what: mask.what, key: randomBytes(32).toString('hex') } }
}

/** What a plan calls its organization is an id; what a person calls it may be its title. */
async function namingTarget(
  platform: Platform,
  request: RestoreRequest,
  data: RestoreData,
): Promise<RestoreRequest> {
  const name = data.action === 'plan' ? data.request?.to : undefined
  return name === undefined ? request : { ...request, to: await findIntoOrganization(platform, name) }
}

function undoOf(vault: WritableVault, run: number, request: UndoWish = {}): RestoreRequest {
  const { state, before, after, target } = doneRun(vault, run)
  if (state === 'undone') throw new UsageError(`restore ${run} is undone already`)
  return { ...request, onConflict: 'update', snapshot: before, to: target, takeBack: { after, run } }
}

function incidentOf(vault: WritableVault, { before, after, from, request }: IncidentWish): RestoreRequest {
  const [first, last] = [before, after].map(name => vault.resolve(name, { organization: from }))
  if (!first || !last) throw new UsageError('--incident wants two snapshots, as in 7..8')
  if (first.organization !== last.organization)
    throw new UsageError(`snapshots ${first.snapshot} and ${last.snapshot} are of different organizations`)
  if (first.snapshot >= last.snapshot)
    throw new UsageError(`snapshot ${first.snapshot} is not older than ${last.snapshot}`, {
      hint: '--incident BEFORE..AFTER: what happened between the two is taken back',
    })
  const takeBack = { after: last.snapshot }
  return { ...request, onConflict: 'update', snapshot: first.snapshot, to: first.organization, takeBack }
}

const RUNS = '`docvault restore runs` lists them'

function writerOf(value: string): Restoring['writer'] {
  return WRITERS.find(writer => writer === value) ?? 'auto'
}

/** No bucket serves repositories. */
async function openPublisher(config: Config, writer: WriterName): Promise<BundlePublisher> {
  const expiresMs = config['restore.expires']
  const bucket = config['restore.bucketUrl']
  if (bucket === null || writer === 'git')
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
