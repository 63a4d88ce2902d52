/**
 * Restores over HTTP: a plan is made and looked at, and applied by its digest. Nothing else writes to a platform, and
 * what deletes needs the token for that.
 */
import { Hono } from 'hono'
import { z } from 'zod'
import { whatNeedsMore } from '../../jobs/triggered-restore.ts'
import { ApprovalNeeded } from '../approvals/errors.ts'
import { type PlanDocument, planDocumentSchema, requestSchema } from '../restore/plan/document.ts'
import { findPlan, listPlans } from '../restore/plan/plan-store.ts'
import { isDeleting } from '../restore/plan/steps.ts'
import type { AuthEnv } from './auth.ts'
import { chosenPlatform } from './chosen-platform.ts'
import { assertEverywhere, organizationFor } from './narrowing.ts'
import { actorOf, type Identity, mayDo, NothingThere, RoleMissing } from './people/identity.ts'
import type { OperatorLedger } from './people/operators.ts'
import type { DaemonView, PlatformView } from './view.ts'

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

export function planRoutes(view: DaemonView): Hono<AuthEnv> {
  const app = new Hono<AuthEnv>()
  app.get('/', context => {
    const platform = chosenPlatform(view, context.get('identity'), context.req.query('platform'))
    const maySee = planFilter(platform, context.get('identity'))
    const plans = listPlans(platform.vaultPath).filter(({ plan }) => maySee(plan))
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
    const platform = chosenPlatform(view, context.get('identity'), context.req.query('platform'))
    return context.json(visiblePlan(platform, context.get('identity'), context.req.param('plan')))
  })
  return app
}

/** Throws NothingThere, UsageError. */
function visiblePlan(platform: PlatformView, identity: Identity, name: string): PlanDocument {
  if (mayDo(identity, 'restorer', null)) return findPlan(platform.vaultPath, name)
  const maySee = planFilter(platform, identity)
  const found = listPlans(platform.vaultPath).filter(
    ({ plan }) => plan.digest.startsWith(name) && maySee(plan),
  )
  const [only] = found
  if (only && found.length === 1) return only.plan
  throw new NothingThere(`there is no plan ${name}${only ? ' alone: name more of it' : ''}`)
}

/** Of what is restored, and of where it goes. */
function planFilter(platform: PlatformView, identity: Identity): (plan: PlanDocument) => boolean {
  if (mayDo(identity, 'restorer', null)) return () => true
  const vault = platform.openVault()
  try {
    const sources = new Map(vault.moments().map(({ snapshot, organization }) => [snapshot, organization]))
    return ({ snapshot, organization }) =>
      mayDo(identity, 'restorer', organization) && mayDo(identity, 'restorer', sources.get(snapshot) ?? null)
  } finally {
    vault.close()
  }
}

export interface RestoreAsker {
  identity: Identity
  operators: OperatorLedger
}

type Started = z.infer<typeof restoreStartedSchema>

/** Answers what it will do, beside the run. Throws UsageError, RoleMissing, NothingThere. */
export async function triggerRestore(view: DaemonView, body: unknown, by: RestoreAsker): Promise<Started> {
  if (typeof body === 'object' && body !== null && 'plan' in body) return await apply(view, body, by)
  const { platform, organization: named, snapshot, request } = planSchema.parse(body)
  const { identity, operators } = by
  const organization = organizationFor(identity, 'restorer', named)
  if (request?.takeBack !== undefined) assertEverywhere(identity, 'restorer', 'taking back a restore')
  if (request?.to !== undefined) organizationFor(identity, 'restorer', request.to)
  const data = { ...(organization ? { organization } : {}), restore: { snapshot, request } }
  const run = await chosenPlatform(view, identity, platform).trigger('restore', data)
  operators.enter({
    ...{ ...actorOf(identity), act: 'restore-plan', organization: organization ?? null },
    item: `run ${run}`,
  })
  return { run, action: 'plan' }
}

async function apply(
  view: DaemonView,
  body: object,
  { identity, operators }: RestoreAsker,
): Promise<Started> {
  const wish = applySchema.parse(body)
  const platform = chosenPlatform(view, identity, wish.platform)
  const found = visiblePlan(platform, identity, wish.plan)
  const { digest: plan, organization, snapshot } = found
  const { mayDelete } = identity
  const what = whatNeedsMore(found)
  if (what !== null && !mayDelete)
    throw new RoleMissing(
      `plan ${plan.slice(0, 12)} ${what}`,
      'that needs server.restoreToken as the bearer token; or use `docvault restore apply` on the machine of the daemon',
    )
  const by = { by: identity.name, subject: identity.subject }
  const wanted = await platform.web().approvals.ask({ plan, by })
  if (wanted !== null) throw new ApprovalNeeded(wanted)
  const run = await platform.trigger('restore', { organization, restore: { plan, mayDelete } })
  operators.enter({
    ...{ ...actorOf(identity), act: 'restore-apply', organization, snapshot },
    item: `plan ${plan}`,
  })
  return { run, action: 'apply', plan }
}
