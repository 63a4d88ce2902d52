/**
 * Restores over HTTP: a plan is made and looked at, and applied by its digest. Nothing else writes to a platform, and
 * what deletes needs the token for that.
 */
import { Hono } from 'hono'
import { z } from 'zod'
import { whatNeedsMore } from '../../jobs/triggered-restore.ts'
import { planDocumentSchema, requestSchema } from '../restore/plan/document.ts'
import { findPlan, listPlans } from '../restore/plan/plan-store.ts'
import { isDeleting } from '../restore/plan/steps.ts'
import { chosenPlatform } from './chosen-platform.ts'
import { type Identity, RoleMissing } from './people/identity.ts'
import type { DaemonView } from './view.ts'

export const planSchema = z.strictObject({
  platform: z.string().optional(),
  organization: z.string().min(1).max(200).optional(),
  /** Name of the snapshot. */
  snapshot: z.string().max(100).optional(),
  request: requestSchema.optional(),
})
export const applySchema = z.strictObject({
  platform: z.string().optional(),
  organization: z.string().min(1).max(200).optional(),
  plan: z.string().regex(/^[0-9a-f]{8,64}$/, 'plan is no digest'),
})

const plansSchema = z.array(
  z.object({
    digest: z.string(),
    made: z.string(),
    snapshot: z.number(),
    organization: z.string(),
    steps: z.number(),
    deletes: z.number(),
  }),
)
const restoreStartedSchema = z.object({
  run: z.string(),
  action: z.enum(['plan', 'apply']),
  /** The digest of what is applied. */
  plan: z.string().optional(),
})
export const restoreAnswers = {
  plans: plansSchema,
  plan: planDocumentSchema,
  started: restoreStartedSchema,
}

export function planRoutes(view: DaemonView): Hono {
  const app = new Hono()
  app.get('/', context => {
    const plans = listPlans(chosenPlatform(view, context.req.query('platform')).vaultPath)
    const answer = plans.map(({ plan: { digest, snapshot, organization, steps }, made }) => ({
      digest,
      made,
      snapshot,
      organization,
      steps: steps.length,
      deletes: steps.filter(isDeleting).length,
    }))
    return context.json(answer satisfies z.infer<typeof plansSchema>)
  })
  app.get('/:plan', context => {
    const { vaultPath } = chosenPlatform(view, context.req.query('platform'))
    return context.json(findPlan(vaultPath, context.req.param('plan')))
  })
  return app
}

/** Answers what it will do, beside the run. Throws UsageError, RoleMissing. */
export async function triggerRestore(
  view: DaemonView,
  body: unknown,
  { mayDelete }: Identity,
): Promise<z.infer<typeof restoreStartedSchema>> {
  if (typeof body !== 'object' || body === null || !('plan' in body)) {
    const { platform, organization, snapshot, request } = planSchema.parse(body)
    const data = { ...(organization ? { organization } : {}), restore: { snapshot, request } }
    return { run: await chosenPlatform(view, platform).trigger('restore', data), action: 'plan' }
  }
  const wish = applySchema.parse(body)
  const platform = chosenPlatform(view, wish.platform)
  const found = findPlan(platform.vaultPath, wish.plan)
  const { digest: plan, organization } = found
  const what = whatNeedsMore(found)
  if (what !== null && !mayDelete)
    throw new RoleMissing(
      `plan ${plan.slice(0, 12)} ${what}`,
      'that needs server.restoreToken as the bearer token; or use `docvault restore apply` on the machine of the daemon',
    )
  const restore = { plan, mayDelete }
  return { run: await platform.trigger('restore', { organization, restore }), action: 'apply', plan }
}
