/** The JSON API: what `docvault status` and dashboards show, and what may be started and cancelled. */
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { jobs } from '../../jobs/index.ts'
import { jobDataSchema } from '../../jobs/job.ts'
import { fleetSchema, ofTenants } from '../fleet/answer.ts'
import { CHANGE_TYPES } from '../model/change.ts'
import { UsageError } from '../model/errors.ts'
import { runRecordSchema } from '../queue/history.ts'
import { isForAuditors } from '../resources/for-auditors.ts'
import type { AuthEnv } from './auth.ts'
import type { BundleDesk } from './bundles.ts'
import { chosenPlatform } from './chosen-platform.ts'
import { assertEverywhere, organizationFor, withoutForeignNames } from './narrowing.ts'
import { actorOf, type Identity, mayDo, tenantsFor } from './people/identity.ts'
import type { OperatorLedger } from './people/operators.ts'
import { planRoutes, triggerRestore } from './restores.ts'
import { searchRoutes } from './search.ts'
import { snapshotSummarySchema } from './snapshot-answer.ts'
import { statusOf, statusSchema } from './status.ts'
import type { DaemonView, PlatformView } from './view.ts'

export const triggerSchema = z.strictObject({
  platform: z.string().optional(),
  organization: z.string().min(1).max(200).optional(),
  allowShrink: z.boolean().optional(),
})
export const bundleSchema = z.strictObject({
  platform: z.string().optional(),
  snapshot: z.string().max(100).default('latest'),
  organization: z.string().optional(),
  space: z.string().max(500),
})

const changesSchema = z.object({
  from: z.number(),
  to: z.number(),
  changes: z.array(
    z.object({
      type: z.enum(CHANGE_TYPES),
      kind: z.string(),
      id: z.string(),
      parentKind: z.string().nullable(),
      parent: z.string().nullable(),
    }),
  ),
})
type Changes = z.infer<typeof changesSchema>
const waitingSchema = z.object({
  run: z.string().optional(),
  job: z.string(),
  state: z.string(),
  /** What the job was given; each job has its own. */
  data: z.looseObject(jobDataSchema.shape),
  progress: z.unknown(),
  attempts: z.number(),
})
const startedSchema = z.object({ run: z.string() })
const cancelledSchema = z.object({ cancelled: z.literal(true) })
export const apiAnswers = {
  status: statusSchema,
  fleet: fleetSchema,
  snapshots: z.array(snapshotSummarySchema),
  changes: changesSchema,
  runs: z.array(runRecordSchema),
  jobs: z.array(waitingSchema),
  started: startedSchema,
  cancelled: cancelledSchema,
}

const MOST_LISTED = 500

export function apiRoutes(view: DaemonView, desk: BundleDesk, operators: OperatorLedger): Hono<AuthEnv> {
  const app = new Hono<AuthEnv>()
  app.route('/', readingRoutes(view))
  app.route('/search', searchRoutes(view, operators))
  app.route('/plans', planRoutes(view))
  app.post('/jobs/restore', async context => {
    const by = { identity: context.get('identity'), operators }
    return context.json(await triggerRestore(view, await bodyOf(context), by), 202)
  })
  app.post('/jobs/:job', async context => {
    const { platform, ...data } = triggerSchema.parse(await bodyOf(context))
    const [job, identity] = [context.req.param('job'), context.get('identity')]
    if (data.allowShrink !== undefined && job !== 'backup')
      throw new UsageError('allowShrink is for the job backup')
    const organization = organizationOfJob(identity, job, data.organization)
    const run = await chosenPlatform(view, identity, platform).trigger(job, {
      ...data,
      ...(organization && { organization }),
    })
    operators.enter({
      ...actorOf(identity),
      act: 'trigger',
      organization: organization ?? null,
      item: `run ${run}`,
    })
    return context.json({ run } satisfies z.infer<typeof startedSchema>, 202)
  })
  app.delete('/runs/:run', async context => {
    const platform = chosenPlatform(view, context.get('identity'), context.req.query('platform'))
    const [run, identity] = [context.req.param('run'), context.get('identity')]
    const organization = await organizationOfRun(platform, run)
    if (!mayDo(identity, 'operator', organization) || !(await platform.cancel(run)))
      return context.json({ error: 'not-found', message: 'no such run to cancel' }, 404)
    operators.enter({ ...actorOf(identity), act: 'cancel', organization, item: `run ${run}` })
    return context.json({ cancelled: true } satisfies z.infer<typeof cancelledSchema>, 202)
  })
  app.post('/bundles', async context => {
    const { platform, ...wish } = bundleSchema.parse(await bodyOf(context))
    const identity = context.get('identity')
    const organization = organizationFor(identity, 'operator', wish.organization)
    const offer = await withoutForeignNames(identity, () =>
      desk.offer(chosenPlatform(view, identity, platform), { ...wish, organization }),
    )
    const { organization: of, snapshot, ...answer } = offer
    operators.enter({
      ...{ ...actorOf(identity), act: 'export', organization: of },
      ...{ item: `space ${wish.space}`, snapshot },
    })
    return context.json(answer, 201)
  })
  return app
}

/** What changes nothing. */
function readingRoutes(view: DaemonView): Hono<AuthEnv> {
  const app = new Hono<AuthEnv>()
  app.get('/status', async context => context.json(await statusOf(view, context.get('identity'))))
  app.get('/snapshots', context => {
    const vault = chosenPlatform(view, context.get('identity'), context.req.query('platform')).openVault()
    try {
      const shown = vault
        .moments({ organization: context.req.query('organization') })
        .filter(({ organization }) => mayDo(context.get('identity'), 'viewer', organization))
        .slice(-countOf(context, 'limit', 100))
      return context.json(shown.flatMap(({ snapshot }) => vault.snapshot(snapshot) ?? []))
    } finally {
      vault.close()
    }
  })
  app.get('/changes', context => withoutForeignNames(context.get('identity'), () => changesOf(context, view)))
  app.get('/runs', context => {
    const runs = chosenPlatform(view, context.get('identity'), context.req.query('platform'))
      .runs()
      .filter(({ organization }) => mayDo(context.get('identity'), 'viewer', organization))
    return context.json(runs.slice(-countOf(context, 'limit', 100)))
  })
  app.get('/fleet', context =>
    context.json(ofTenants(view.fleet(), tenantsFor(context.get('identity'), 'viewer'))),
  )
  app.get('/logs/:run', context => {
    const lines = view.log(context.req.param('run'))
    if (lines === null)
      return context.json({ error: 'not-found', message: 'no log of that run is kept' }, 404)
    return context.text(`${lines.join('\n')}\n`, 200, { 'content-type': 'application/jsonl; charset=utf-8' })
  })
  app.get('/jobs', async context => {
    const all = await jobsOf(chosenPlatform(view, context.get('identity'), context.req.query('platform')))
    return context.json(
      all.filter(({ data }) => mayDo(context.get('identity'), 'viewer', data.organization ?? null)),
    )
  })
  return app
}

/** Throws RoleMissing where a role in some organizations is not enough for the job. */
function organizationOfJob(identity: Identity, name: string, named: string | undefined): string | undefined {
  const job = jobs.find(known => known.name === name)
  // Without `each` it is about the whole vault, whatever it is given.
  if (job && job.each === undefined) assertEverywhere(identity, 'operator', `the job ${name}`)
  return organizationFor(identity, 'operator', named)
}

/** Null: it is about several, or there is no such run. */
async function organizationOfRun({ queues }: PlatformView, run: string): Promise<string | null> {
  const found = await queues.runs.getJob(run)
  return found?.data.organization ?? null
}

function changesOf(context: Context<AuthEnv>, view: DaemonView) {
  const identity = context.get('identity')
  const platform = chosenPlatform(view, context.get('identity'), context.req.query('platform'))
  const organization = organizationFor(identity, 'viewer', context.req.query('organization'))
  const vault = platform.openVault()
  try {
    const a = vault.resolve(context.req.query('from') ?? 'latest~1', { organization })
    const b = vault.resolve(context.req.query('to') ?? 'latest', { organization })
    const limit = countOf(context, 'limit', 100)
    const isAuditor = mayDo(identity, 'auditor', b.organization)
    const changes: Changes['changes'] = []
    for (const { type, kind, id, parentKind, parent } of vault.changes(a.snapshot, b.snapshot)) {
      if (changes.length >= limit) break
      if (isAuditor || !isForAuditors(kind)) changes.push({ type, kind, id, parentKind, parent })
    }
    return context.json({ from: a.snapshot, to: b.snapshot, changes } satisfies Changes)
  } finally {
    vault.close()
  }
}

async function jobsOf({ queues }: PlatformView): Promise<z.infer<typeof waitingSchema>[]> {
  const states = ['active', 'waiting', 'prioritized', 'delayed', 'waiting-children'] as const
  const found = await queues.runs.getJobs([...states], 0, MOST_LISTED)
  return Promise.all(
    found.map(async run => ({
      run: run.id,
      job: run.name,
      state: await run.getState(),
      data: run.data,
      progress: run.progress,
      attempts: run.attemptsMade,
    })),
  )
}

async function bodyOf(context: Context): Promise<unknown> {
  const text = await context.req.text()
  if (text === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError('the body is no JSON')
  }
}

function countOf(context: Context, name: string, fallback: number): number {
  const text = context.req.query(name)
  if (text === undefined) return fallback
  if (/^\d{1,5}$/.test(text)) return Math.min(Number(text), MOST_LISTED)
  throw new UsageError(`${name} is no number`)
}
