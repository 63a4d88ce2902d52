/**
 * What commands hand to the daemon that holds their vault: the same jobs, on what the daemon keeps open, with what they
 * are given parsed anew. A job that writes to the vault or to a platform is in this list, or does not work beside a daemon.
 * Long, because it is one table: what each is given stands beside it.
 */
import { z } from 'zod'
import type { Config } from '../config/settings.ts'
import { plural } from '../src/model/plural.ts'
import type { SnapshotSummary } from '../src/model/snapshot.ts'
import { readPlan, requestSchema } from '../src/restore/plan/document.ts'
import type { ForgetRequest } from '../src/retention/forgetting.ts'
import { BUCKETS, type RetentionRule } from '../src/retention/policy.ts'
import { type AckData, ack } from './ack.ts'
import {
  type Actor,
  type HoldData,
  hold,
  type OfSnapshot,
  type PinData,
  pin,
  release,
  type TagData,
  tag,
  unpin,
  untag,
} from './annotate.ts'
import { type BackupData, backup } from './backup.ts'
import { type CompactData, compact, compactOutcome } from './compact.ts'
import { type DrillData, drill, drillOutcome } from './drill.ts'
import { fleet, fleetDataSchema, fleetOutcome } from './fleet.ts'
import { type ApplyData, type ForgetData, forget, type TakeBackData } from './forget.ts'
import type { Held } from './held.ts'
import { type Job, type JobContext, type Outcome, parseJobData, type QueuedJob } from './job.ts'
import { type PruneData, prune, pruneOutcome } from './prune.ts'
import { type RepairData, repair, repairOutcome } from './repair.ts'
import { type IncidentWish, type PlanWish, type RestoreData, restore, type UndoWish } from './restore.ts'
import { restoreOutcome } from './triggered-restore.ts'

export interface DelegatedJob {
  name: string
  /** Whether it writes to the vault or to a platform. */
  writes: boolean
  /** Throws UsageError for data of another form. */
  open(data: unknown, config: Config): OpenDelegated
}

export interface OpenDelegated {
  holds: QueuedJob['holds']
  /** The only one that it works on, where it is one. */
  organization: string | null
  run(context: JobContext & { held: Held }): Promise<Delegated>
}

export interface Delegated {
  /** What the job answers. */
  result: unknown
  /** The same for the record of runs. */
  outcome: Outcome
  /** New snapshots, for the jobs that follow one. */
  made: readonly { organization: string; snapshot: number }[]
}

interface Declaration<Data, Result, Event> {
  job: Job<Data, Result, Event>
  /** Throws UsageError. */
  parse(raw: unknown): Data
  holds: QueuedJob['holds']
  /** Those that it works on; without a list nobody knows before it runs. */
  organizations?(data: Data, config: Config): readonly string[]
  outcome(result: Result): Outcome
  made?(result: Result): Delegated['made']
}

const name = z.string().min(1).max(500)
const names = z.array(name).max(10_000)

/** A field that a job learns to take and that is missing here does not compile. */
type Fields<Data> = Readonly<Record<keyof Data, z.ZodType>>

const backupSchema: z.ZodType<BackupData> = z.strictObject({
  trigger: name,
  organizations: names.exactOptional(),
  spaces: names.exactOptional(),
  exact: z.boolean().exactOptional(),
  allowShrink: z.boolean().exactOptional(),
} satisfies Fields<BackupData>)

const drillSchema: z.ZodType<DrillData> = z.strictObject({
  snapshot: name.exactOptional(),
  organization: name.exactOptional(),
  spaces: names.exactOptional(),
  profile: z.enum(['document', 'full', 'current']).exactOptional(),
  live: name.exactOptional(),
  force: z.boolean().exactOptional(),
  faults: z.enum(['auto', 'on', 'off']).exactOptional(),
  standalone: z.boolean().exactOptional(),
} satisfies Fields<DrillData>)

const time = z.iso.datetime()
const actor = { by: name } satisfies Fields<Actor>
const ofSnapshot = {
  ...actor,
  snapshot: name,
  organization: name.exactOptional(),
} satisfies Fields<OfSnapshot>
const text = z.string().max(10_000)
const pinSchema: z.ZodType<PinData> = z.strictObject({
  ...ofSnapshot,
  reason: text,
  until: time.exactOptional(),
} satisfies Fields<PinData>)
const unpinSchema: z.ZodType<OfSnapshot> = z.strictObject(ofSnapshot)
const tagSchema: z.ZodType<TagData> = z.strictObject({ ...ofSnapshot, tag: text } satisfies Fields<TagData>)
const untagSchema = z.strictObject({ ...actor, tag: text })
const holdSchema: z.ZodType<HoldData> = z.strictObject({
  ...actor,
  name: text,
  who: text,
  why: text,
  snapshot: name.exactOptional(),
  organization: name.exactOptional(),
  from: time.exactOptional(),
  to: time.exactOptional(),
  until: time.exactOptional(),
} satisfies Fields<HoldData>)
const releaseSchema = z.strictObject({ ...actor, hold: z.int().positive() })

const ackSchema: z.ZodType<AckData> = z.strictObject({
  ...actor,
  anomalies: names,
  reason: text,
} satisfies Fields<AckData>)

const count = z.int().nonnegative()
const bucket = z.enum(BUCKETS)
const rule: z.ZodType<RetentionRule> = z.union([
  z.strictObject({ bucket, count }),
  z.strictObject({ bucket, withinMs: count }),
])
const forgetRequestSchema: z.ZodType<ForgetRequest> = z.strictObject({
  policy: z.array(rule).max(100),
  timezone: name,
  readingsMs: count,
  organization: name.exactOptional(),
  named: z.array(z.int().positive()).max(100_000).exactOptional(),
} satisfies Fields<ForgetRequest>)
const forgetSchema: z.ZodType<ForgetData> = z.discriminatedUnion('action', [
  z.strictObject({
    ...actor,
    action: z.literal('apply'),
    request: forgetRequestSchema,
    expect: count,
    plan: name,
  } satisfies Fields<ApplyData>),
  z.strictObject({
    ...actor,
    action: z.literal('undo'),
    snapshots: names.exactOptional(),
    organization: name.exactOptional(),
  } satisfies Fields<TakeBackData>),
])

/** What is handed over is never scheduled. */
const pruneSchema: z.ZodType<PruneData> = z.strictObject({
  ...actor,
  undoMs: count,
  maxDurationMs: count.exactOptional(),
} satisfies Fields<Omit<PruneData, 'scheduled'>>)

const compactSchema: z.ZodType<CompactData> = z.strictObject({
  level: z.int().min(1).max(19),
  maxDurationMs: count.exactOptional(),
  vacuum: z.boolean().exactOptional(),
} satisfies Fields<CompactData>)

const repairSchema: z.ZodType<RepairData> = z.strictObject({
  ...actor,
  offline: z.boolean().exactOptional(),
  recovered: z.array(z.strictObject({ vaultPath: text, name: text })).exactOptional(),
} satisfies Fields<RepairData>)

const run = z.int().positive()
const restoreActions: Readonly<Record<RestoreData['action'], z.ZodType<RestoreData>>> = {
  plan: z.strictObject({
    action: z.literal('plan'),
    snapshot: name,
    from: name.optional(),
    request: requestSchema.optional(),
  } satisfies Fields<PlanWish>),
  apply: z.strictObject({
    action: z.literal('apply'),
    plan: z.unknown().transform(value => readPlan(value, 'the plan')),
    account: name.optional(),
  }),
  resume: z.strictObject({ action: z.literal('resume'), run }),
  undo: z.strictObject({
    action: z.literal('undo'),
    run,
    request: z.strictObject({ allowWidening: z.string().optional() } satisfies Fields<UndoWish>).optional(),
  }),
  incident: z.strictObject({
    action: z.literal('incident'),
    before: name,
    after: name,
    from: name.optional(),
    request: requestSchema.omit({ to: true, takeBack: true }).optional(),
  } satisfies Fields<IncidentWish>),
}
const actionSchema = z.looseObject({ action: z.literal(['plan', 'apply', 'resume', 'undo', 'incident']) })

export const delegatedJobs: readonly DelegatedJob[] = [
  delegated({
    job: backup,
    parse: raw => parseJobData(backupSchema, raw),
    holds: 'organization',
    organizations: ({ organizations }, config) => organizations ?? config['platform.organizations'],
    outcome: backupOutcome,
    made: summaries => summaries.map(({ organization, snapshot }) => ({ organization, snapshot })),
  }),
  delegated({
    job: drill,
    parse: raw => parseJobData(drillSchema, raw),
    holds: 'itself',
    outcome: drillOutcome,
  }),
  delegated({
    job: restore,
    parse: raw => parseJobData(restoreActions[parseJobData(actionSchema, raw).action], raw),
    holds: 'vault',
    outcome: restoreOutcome,
  }),
  delegated({
    job: fleet,
    parse: raw => parseJobData(fleetDataSchema, raw),
    holds: 'vault',
    outcome: fleetOutcome,
  }),
  delegated({
    job: prune,
    parse: raw => parseJobData(pruneSchema, raw),
    // It waits for what is being written, and gives way to what begins.
    holds: 'itself',
    outcome: pruneOutcome,
  }),
  delegated({
    job: compact,
    parse: raw => parseJobData(compactSchema, raw),
    holds: 'itself',
    outcome: compactOutcome,
  }),
  delegated({
    job: repair,
    parse: raw => parseJobData(repairSchema, raw),
    holds: 'itself',
    outcome: repairOutcome,
  }),
  annotating(forget, forgetSchema, ({ action, snapshots }) =>
    action === 'apply'
      ? `${plural(snapshots.length, 'snapshot')} forgotten`
      : `${plural(snapshots.length, 'snapshot')} not forgotten any more`,
  ),
  annotating(pin, pinSchema, ({ snapshot }) => `snapshot ${snapshot} is pinned`),
  annotating(unpin, unpinSchema, ({ snapshot }) => `snapshot ${snapshot} is not pinned any more`),
  annotating(tag, tagSchema, made => `snapshot ${made.snapshot} is called ${made.tag}`),
  annotating(untag, untagSchema, made => `snapshot ${made.snapshot} is not called ${made.tag} any more`),
  annotating(hold, holdSchema, made => `hold ${made.hold.hold} keeps ${plural(made.snapshots, 'snapshot')}`),
  annotating(ack, ackSchema, acknowledged =>
    acknowledged.map(({ anomaly }) => `anomaly ${anomaly} is acknowledged`).join(', '),
  ),
  annotating(release, releaseSchema, released => `hold ${released.hold} is released`),
]

/** A few short transactions, which may stand between those of a run that holds the vault. */
function annotating<Data, Result>(
  job: Job<Data, Result, never>,
  schema: z.ZodType<Data>,
  words: (result: Result) => string,
): DelegatedJob {
  return delegated<Data, Result, never>({
    job,
    parse: raw => parseJobData(schema, raw),
    holds: 'nothing',
    outcome: result => ({ state: 'done', message: words(result) }),
  })
}

function delegated<Data, Result, Event extends object>({
  job,
  parse,
  holds,
  organizations = () => [],
  outcome,
  made = () => [],
}: Declaration<Data, Result, Event>): DelegatedJob {
  return {
    name: job.name,
    writes: holds === 'vault' || holds === 'organization',
    open(raw, config) {
      const data = parse(raw)
      const [organization = null, second] = organizations(data, config)
      const single = second === undefined ? organization : null
      return {
        // Nobody may be at work on any of them, and one lock is for one organization.
        holds: holds === 'organization' && single === null ? 'vault' : holds,
        organization: single,
        async run(context) {
          const result = await job.run(context, data)
          return { result, outcome: outcome(result), made: made(result) }
        },
      }
    },
  }
}

function backupOutcome(summaries: readonly SnapshotSummary[]): Outcome {
  const partial = summaries.some(summary => summary.state !== 'complete')
  const message = summaries.map(({ snapshot, state }) => `snapshot ${snapshot} is ${state}`).join(', ')
  return { state: partial ? 'partial' : 'complete', message: message || 'no organization' }
}
