/**
 * Metrics in the format of Prometheus. Counters grow as things happen; what the catalog and the queue know is asked
 * when somebody scrapes.
 */
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { CONDITION_KINDS } from '../notify/condition.ts'
import type { PlatformObserver } from '../platform/meter.ts'
import type { RunRecord } from '../queue/history.ts'
import type { ReplicaView } from '../replica/view.ts'
import { makeTenantGauges } from './tenant-metrics.ts'
import type { DaemonView, OrganizationView, PlatformView } from './view.ts'

export interface Metrics {
  /** Of the wire, for one platform. */
  observer(platform: string): PlatformObserver
  ended(platform: string, record: RunRecord): void
  /** Asks for what is asked at a scrape. */
  text(view: DaemonView, now: number): Promise<string>
  contentType: string
  names(): string[]
}

export interface MetricsOptions {
  version: string
  /** False: nothing that there is of each platform or organization. */
  isDetailed(): boolean
}

export function makeMetrics({ version, isDetailed }: MetricsOptions): Metrics {
  const [registry, detailed] = [new Registry(), new Registry()]
  const counters = makeCounters(detailed)
  const whole = makeWholeGauges(registry)
  const tenants = makeTenantGauges(registry)
  const gauges = makeGauges(detailed)
  whole.build.set({ version, node: process.version }, 1)
  let before: Promise<unknown> = Promise.resolve()
  const ask = async (view: DaemonView, now: number) => {
    const shown = [processMetrics(), registry]
    if (isDetailed()) {
      await describePlatforms(gauges, view.platforms(), now)
      shown.push(detailed)
    }
    tenants.describe(view.fleet().platforms, now)
    for (const kind of CONDITION_KINDS) {
      const count = view.conditions().filter(condition => condition.kind === kind).length
      whole.conditions.set({ kind }, count)
    }
    whole.redis.set((await view.redisIsUp()) ? 1 : 0)
    return (await Promise.all(shown.map(of => of.metrics()))).join('\n')
  }
  processMetrics()
  return {
    contentType: registry.contentType,
    names: () =>
      [processMetrics(), registry, detailed].flatMap(of => of.getMetricsAsArray()).map(metric => metric.name),
    observer: platform => ({
      answered: answer => {
        counters.requests.inc({ platform, class: answer.class })
        counters.bytes.inc({ platform }, answer.bytes)
      },
      waited: ms => counters.waits.inc({ platform }, ms / 1000),
    }),
    ended(platform, { job, outcome, finished }) {
      counters.runs.inc({ platform, job, outcome })
      if (job !== 'check') return
      gauges.checkDamage.set({ platform }, outcome === 'damage' ? 1 : 0)
      if (outcome === 'done' || outcome === 'damage')
        gauges.checked.set({ platform }, Date.parse(finished) / 1000)
    },
    text(view, now) {
      // Each scrape begins with what it is told: two at once would take it from each other.
      const text = before.then(() => ask(view, now))
      before = text.catch(() => {})
      return text
    },
  }
}

/** Of the process, not of a daemon in it: their observers cannot be taken back, and would hold on to every daemon. */
function processMetrics(): Registry {
  if (ofProcess.getMetricsAsArray().length === 0)
    collectDefaultMetrics({ register: ofProcess, prefix: 'docvault_' })
  return ofProcess
}

const ofProcess = new Registry()

type Gauges = ReturnType<typeof makeGauges>

/** What is configured no more, or went to another host, is told of no more. */
async function describePlatforms(gauges: Gauges, platforms: PlatformView[], now: number): Promise<void> {
  const { checkDamage: _, checked: __, ...asked } = gauges
  for (const gauge of Object.values(asked)) gauge.reset()
  for (const platform of platforms) await describePlatform(gauges, platform, now)
}

async function describePlatform(gauges: Gauges, view: PlatformView, now: number): Promise<void> {
  const platform = view.name
  gauges.holds.set({ platform }, view.state === 'running' ? 1 : 0)
  for (const organization of view.organizations()) describeOrganization(gauges, platform, organization, now)
  for (const replica of view.replicas()) describeReplica(gauges, platform, replica, now)
  const free = await view.freeBytes()
  if (free !== null) gauges.free.set({ platform }, free)
  for (const [queue, counts] of Object.entries(await queueCounts(view)))
    for (const [state, count] of Object.entries(counts)) gauges.queue.set({ platform, queue, state }, count)
}

function describeOrganization(
  gauges: Gauges,
  platform: string,
  organization: OrganizationView,
  now: number,
): void {
  const labels = { platform, organization: organization.id }
  if (organization.newestComplete) {
    const started = Date.parse(organization.newestComplete.started)
    gauges.complete.set(labels, started / 1000)
    gauges.age.set(labels, Math.max(0, now - started) / 1000)
  }
  if (!organization.newest) return
  gauges.duration.set(labels, organization.newest.duration_ms / 1000)
  gauges.partial.set(labels, organization.newest.state === 'partial' ? 1 : 0)
  gauges.markdownPending.set(labels, organization.newest.proof?.markdown_pending ?? 0)
  for (const [kind, count] of Object.entries(organization.newest.resources))
    gauges.resources.set({ ...labels, kind }, count)
  for (const [gapClass, gaps] of Map.groupBy(organization.newest.gaps, gap => gap.class))
    gauges.gaps.set({ ...labels, class: gapClass }, gaps.length)
}

function describeReplica(gauges: Gauges, platform: string, replica: ReplicaView, now: number): void {
  const labels = { platform, target: replica.target }
  gauges.replicaPending.set(labels, replica.pendingSnapshots)
  gauges.replicaFailed.set(labels, replica.failure === null ? 0 : 1)
  if (replica.pendingBytes !== null) gauges.replicaPendingBytes.set(labels, replica.pendingBytes)
  if (replica.sent !== null) gauges.replicaSent.set(labels, Date.parse(replica.sent) / 1000)
  if (replica.lockedUntil !== null) gauges.replicaLocked.set(labels, Date.parse(replica.lockedUntil) / 1000)
  if (replica.snapshotStarted !== null)
    gauges.replicaAge.set(labels, Math.max(0, now - Date.parse(replica.snapshotStarted)) / 1000)
}

/** Nothing while Redis is away: a scrape must not hang. */
async function queueCounts(view: PlatformView): Promise<Record<string, Record<string, number>>> {
  const late = Promise.withResolvers<Record<string, Record<string, number>>>()
  const timer = setTimeout(() => late.resolve({}), 2000)
  const counted = Promise.all([view.queues.runs.getJobCounts(), view.queues.parts.getJobCounts()]).then(
    ([runs, parts]) => ({ runs, parts }),
  )
  try {
    return await Promise.race([counted, late.promise])
  } catch {
    return {}
  } finally {
    clearTimeout(timer)
  }
}

function makeCounters(registry: Registry) {
  const counter = <L extends string>(name: string, help: string, labelNames: L[]) =>
    new Counter({ name: `docvault_${name}`, help, labelNames, registers: [registry] })
  return {
    requests: counter('platform_requests_total', 'Requests to the platform, by class of answer.', [
      'platform',
      'class',
    ]),
    bytes: counter('platform_received_bytes_total', 'Bytes of answers of the API.', ['platform']),
    waits: counter('platform_rate_limit_wait_seconds_total', 'Time waited because of rate limits.', [
      'platform',
    ]),
    runs: counter('runs_total', 'Ended runs, by job and outcome.', ['platform', 'job', 'outcome']),
  }
}

/** Of the daemon. */
function makeWholeGauges(registry: Registry) {
  const gauge = makeGauge(registry)
  return {
    build: gauge('build_info', 'Always 1; the version is a label.', ['version', 'node']),
    conditions: gauge('conditions', 'What is wrong now, by kind.', ['kind']),
    redis: gauge('redis_up', '1 when Redis answers.'),
  }
}

function makeGauges(registry: Registry) {
  const gauge = makeGauge(registry)
  const organization: ('platform' | 'organization')[] = ['platform', 'organization']
  return {
    complete: gauge(
      'snapshot_last_complete_timestamp_seconds',
      'When the newest complete snapshot was begun.',
      organization,
    ),
    age: gauge('snapshot_last_complete_age_seconds', 'Age of the newest complete snapshot.', organization),
    duration: gauge('snapshot_last_duration_seconds', 'How long the newest snapshot took.', organization),
    partial: gauge('snapshot_last_partial', '1 when the newest snapshot has gaps.', organization),
    markdownPending: gauge(
      'snapshot_last_markdown_pending',
      'Pages of the newest snapshot whose Markdown is still to be read (backup.markdown).',
      organization,
    ),
    gaps: gauge('snapshot_last_gaps', 'Gaps of the newest snapshot, by class.', [...organization, 'class']),
    resources: gauge('snapshot_last_resources', 'Resources in the newest snapshot, by kind.', [
      ...organization,
      'kind',
    ]),
    free: gauge('vault_free_bytes', 'Free space beside the vault.', ['platform']),
    holds: gauge('vault_held', '1 when this daemon holds the vault, 0 when it stands by.', ['platform']),
    queue: gauge('queue_jobs', 'Jobs in the queue, by state.', ['platform', 'queue', 'state']),
    checkDamage: gauge('check_damage', '1 when the last check found damage.', ['platform']),
    checked: gauge('check_last_timestamp_seconds', 'When the last check ended.', ['platform']),
    ...makeReplicaGauges(registry),
  }
}

function makeReplicaGauges(registry: Registry) {
  const gauge = makeGauge(registry)
  const target: ('platform' | 'target')[] = ['platform', 'target']
  return {
    replicaSent: gauge(
      'replica_last_sent_timestamp_seconds',
      'When everything that the vault had was last sent to the replica.',
      target,
    ),
    replicaAge: gauge(
      'replica_snapshot_age_seconds',
      'Age of the newest snapshot that the replica has.',
      target,
    ),
    replicaPending: gauge(
      'replica_pending_snapshots',
      'Snapshots of the vault that the replica does not have.',
      target,
    ),
    replicaPendingBytes: gauge(
      'replica_pending_bytes',
      'What the last run had still to send to the replica when it ended.',
      target,
    ),
    replicaLocked: gauge(
      'replica_locked_until_timestamp_seconds',
      'When the first lock ends of what the newest run of the replica needs.',
      target,
    ),
    replicaFailed: gauge(
      'replica_failed',
      '1 when the last run did not send everything to the replica.',
      target,
    ),
  }
}

function makeGauge(registry: Registry) {
  return <L extends string>(name: string, help: string, labelNames: L[] = []) =>
    new Gauge({ name: `docvault_${name}`, help, labelNames, registers: [registry] })
}
