/** The JSON API: what `docvault status` and dashboards show, and what may be started and cancelled. */
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { jobDataSchema } from '../../jobs/job.ts'
import { CHANGE_TYPES } from '../model/change.ts'
import { UsageError } from '../model/errors.ts'
import { runRecordSchema } from '../queue/history.ts'
import type { AuthEnv } from './auth.ts'
import type { BundleDesk } from './bundles.ts'
import { chosenPlatform } from './chosen-platform.ts'
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
  snapshots: z.array(snapshotSummarySchema),
  changes: changesSchema,
  runs: z.array(runRecordSchema),
  jobs: z.array(waitingSchema),
  started: startedSchema,
  cancelled: cancelledSchema,
}

const MOST_LISTED = 500

export function apiRoutes(view: DaemonView, desk: BundleDesk): Hono<AuthEnv> {
  const app = new Hono<AuthEnv>()
  app.get('/status', async context => context.json(await statusOf(view)))
  app.get('/snapshots', context => {
    const vault = chosenPlatform(view, context.req.query('platform')).openVault()
    try {
      const all = vault.snapshots({ organization: context.req.query('organization') })
      return context.json(all.slice(-countOf(context, 'limit', 100)))
    } finally {
      vault.close()
    }
  })
  app.get('/changes', context => changesOf(context, view))
  app.get('/runs', context =>
    context.json(
      chosenPlatform(view, context.req.query('platform'))
        .runs()
        .slice(-countOf(context, 'limit', 100)),
    ),
  )
  app.get('/logs/:run', context => {
    const lines = view.log(context.req.param('run'))
    if (lines === null)
      return context.json({ error: 'not-found', message: 'no log of that run is kept' }, 404)
    return context.text(`${lines.join('\n')}\n`, 200, { 'content-type': 'application/jsonl; charset=utf-8' })
  })
  app.get('/jobs', async context =>
    context.json(await jobsOf(chosenPlatform(view, context.req.query('platform')))),
  )
  app.route('/search', searchRoutes(view))
  app.route('/plans', planRoutes(view))
  app.post('/jobs/restore', async context =>
    context.json(await triggerRestore(view, await bodyOf(context), context.get('identity')), 202),
  )
  app.post('/jobs/:job', async context => {
    const { platform, ...data } = triggerSchema.parse(await bodyOf(context))
    const job = context.req.param('job')
    if (data.allowShrink !== undefined && job !== 'backup')
      throw new UsageError('allowShrink is for the job backup')
    const run = await chosenPlatform(view, platform).trigger(job, data)
    return context.json({ run } satisfies z.infer<typeof startedSchema>, 202)
  })
  app.delete('/runs/:run', async context => {
    const platform = chosenPlatform(view, context.req.query('platform'))
    const cancelled = await platform.cancel(context.req.param('run'))
    if (!cancelled) return context.json({ error: 'not-found', message: 'no such run to cancel' }, 404)
    return context.json({ cancelled: true } satisfies z.infer<typeof cancelledSchema>, 202)
  })
  app.post('/bundles', async context => {
    const { platform, ...wish } = bundleSchema.parse(await bodyOf(context))
    return context.json(desk.offer(chosenPlatform(view, platform), wish), 201)
  })
  return app
}

function changesOf(context: Context, view: DaemonView) {
  const platform = chosenPlatform(view, context.req.query('platform'))
  const vault = platform.openVault()
  try {
    const organization = context.req.query('organization')
    const a = vault.resolve(context.req.query('from') ?? 'latest~1', { organization })
    const b = vault.resolve(context.req.query('to') ?? 'latest', { organization })
    const limit = countOf(context, 'limit', 100)
    const changes: Changes['changes'] = []
    for (const { type, kind, id, parentKind, parent } of vault.changes(a.snapshot, b.snapshot)) {
      if (changes.length >= limit) break
      changes.push({ type, kind, id, parentKind, parent })
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
