/** What `docvault status` shows of the daemon. */
import { z } from 'zod'
import { CONDITION_KINDS } from '../notify/condition.ts'
import type { LedgerEntry } from '../notify/ledger.ts'
import { runRecordSchema } from '../queue/history.ts'
import { nextRunSchema } from '../queue/scheduler.ts'
import type { ReplicaView } from '../replica/view.ts'
import { visiblePlatforms } from './chosen-platform.ts'
import { type Identity, organizationsFor } from './people/identity.ts'
import { snapshotState } from './snapshot-answer.ts'
import type { DaemonView, OrganizationView, PlatformView } from './view.ts'

const organizationSchema = z.object({
  id: z.string(),
  title: z.string(),
  newest: z.object({ snapshot: z.number(), state: snapshotState, started: z.string() }).nullable(),
  complete: z.object({ snapshot: z.number(), started: z.string() }).nullable(),
  gaps: z.number(),
  markdown_pending: z.number(),
})
const runSchema = z.object({ ...runRecordSchema.shape, title: z.string().nullable() })
const activeSchema = z.object({
  run: z.string(),
  job: z.string(),
  organization: z.string().nullable(),
  title: z.string().nullable(),
  started: z.string(),
  state: z.enum(['waiting', 'working']),
})
const conditionSchema = z.object({
  key: z.string(),
  kind: z.enum(CONDITION_KINDS),
  platform: z.string().nullable(),
  organization: z.string().nullable(),
  title: z.string(),
  advice: z.string(),
  since: z.string(),
})
const replicaSchema = z.object({
  target: z.string(),
  run: z.number().nullable(),
  sent: z.string().nullable(),
  snapshot: z.number().nullable(),
  pending_snapshots: z.number(),
  pending_since: z.string().nullable(),
  pending_bytes: z.number().nullable(),
  failure: z.object({ at: z.string(), code: z.string(), message: z.string() }).nullable(),
  locked_until: z.string().nullable(),
})
const platformSchema = z.object({
  name: z.string(),
  state: z.enum(['standby', 'running', 'stopped']),
  vault: z.string(),
  free_bytes: z.number().nullable(),
  timezone: z.string(),
  organizations: z.array(organizationSchema),
  replicas: z.array(replicaSchema),
  next: z.array(nextRunSchema),
  active: z.array(activeSchema),
  runs: z.array(runSchema),
})
export const statusSchema = z.object({
  version: z.string(),
  started: z.string(),
  redis: z.enum(['up', 'down']),
  conditions: z.array(conditionSchema),
  platforms: z.array(platformSchema),
})

/** Who sees some organizations only has the conditions of these, and nothing of what is of a whole platform. */
export async function statusOf(view: DaemonView, identity: Identity): Promise<z.infer<typeof statusSchema>> {
  const sees = organizationsFor(identity, 'viewer')
  const isSeen = (organization: string | null) =>
    sees === null || (organization !== null && sees.includes(organization))
  const platforms = visiblePlatforms(view, identity).map(async platform => ({
    name: platform.name,
    state: platform.state,
    vault: platform.vaultPath,
    free_bytes: await platform.freeBytes(),
    timezone: platform.timezone,
    organizations: platform
      .organizations()
      .filter(({ id }) => isSeen(id))
      .map(describe),
    replicas: sees === null ? platform.replicas().map(describeReplica) : [],
    next: platform.nextRuns(),
    active: titled(
      platform,
      platform
        .active()
        .filter(({ organization }) => isSeen(organization))
        .map(({ progress: _progress, ...run }) => run),
    ),
    runs: newestRuns(platform, isSeen),
  }))
  return {
    version: view.version,
    started: view.started,
    redis: (await view.redisIsUp()) ? 'up' : 'down',
    conditions: view
      .conditions()
      .filter(({ organization }) => isSeen(organization))
      .map(describeCondition),
    platforms: await Promise.all(platforms),
  }
}

function describeCondition(entry: LedgerEntry): z.infer<typeof conditionSchema> {
  const { key, kind, platform, organization, title, advice, since } = entry
  return { key, kind, platform, organization, title, advice, since: new Date(since).toISOString() }
}

/** By the time of their end, whatever job they are of. */
function newestRuns(
  platform: PlatformView,
  isSeen: (organization: string | null) => boolean,
): z.infer<typeof runSchema>[] {
  return titled(
    platform,
    platform
      .runs()
      .filter(({ organization }) => isSeen(organization))
      .toSorted((a, b) => a.finished.localeCompare(b.finished))
      .slice(-20),
  )
}

function titled<T extends { organization: string | null }>(platform: PlatformView, runs: readonly T[]) {
  const titles = new Map(platform.organizations().map(organization => [organization.id, organization.title]))
  return runs.map(run => ({ ...run, title: titles.get(run.organization ?? '') ?? null }))
}

function describe(organization: OrganizationView): z.infer<typeof organizationSchema> {
  const { id, title, newest, newestComplete } = organization
  return {
    id,
    title,
    newest: newest && { snapshot: newest.snapshot, state: newest.state, started: newest.started },
    complete: newestComplete && { snapshot: newestComplete.snapshot, started: newestComplete.started },
    gaps: newest?.gaps.length ?? 0,
    markdown_pending: newest?.proof?.markdown_pending ?? 0,
  }
}

function describeReplica(replica: ReplicaView): z.infer<typeof replicaSchema> {
  const { target, run, sent, snapshot, pendingSnapshots, pendingSince, pendingBytes, failure } = replica
  return {
    ...{ target, run, sent, snapshot, failure },
    pending_snapshots: pendingSnapshots,
    pending_since: pendingSince,
    pending_bytes: pendingBytes,
    locked_until: replica.lockedUntil,
  }
}
