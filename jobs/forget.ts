/** Marks the snapshots that no rule keeps as forgotten, and takes such marks back. Nothing is deleted by it. */
import type { Config } from '../config/settings.ts'
import { frozenWords } from '../src/model/anomaly.ts'
import type { Digest } from '../src/model/digest.ts'
import { UsageError } from '../src/model/errors.ts'
import { plural } from '../src/model/plural.ts'
import {
  assertExpected,
  type ForgetPlan,
  type ForgetRequest,
  planForgetting,
} from '../src/retention/forgetting.ts'
import { describePolicy } from '../src/retention/policy.ts'
import type { WritableVault } from '../src/vault/vault.ts'
import { type Actor, actsOf } from './annotate.ts'
import { accountActor, approvalBookOf, guardedForget, isGuarded } from './approvals.ts'
import { withHeld } from './held.ts'
import { inOnePiece, type Job, type JobData, type Outcome, type QueuedContext, queued } from './job.ts'
import { configuredPolicy } from './retention-settings.ts'

export interface ApplyData extends Actor {
  action: 'apply'
  request: ForgetRequest
  /** How many snapshots somebody has seen that it forgets, and in which plan. */
  expect: number
  plan: Digest
}

export interface TakeBackData extends Actor {
  action: 'undo'
  /** As people name them; absent: all that are forgotten. */
  snapshots?: readonly string[]
  organization?: string
}

export type ForgetData = ApplyData | TakeBackData

/** Of an undo, those that are not forgotten any more. */
export interface Forgotten {
  action: ForgetData['action']
  snapshots: number[]
}

export const forget: Job<ForgetData, Forgotten, never> = {
  name: 'forget',
  doc: 'Marks snapshots as forgotten, or takes such marks back.',
  run: (context, data) =>
    withHeld(context, 'docvault forget', async held => {
      const { vault, writer } = await actsOf(context, held, data.by)
      if (data.action === 'undo') {
        const snapshots = forgottenOf(vault, data)
        writer.unforget(snapshots)
        return { action: 'undo', snapshots }
      }
      const plan = planForgetting(vault, data.request)
      assertExpected(plan, { count: data.expect, plan: data.plan })
      if (plan.forgets.length > 0 && isBeyondPolicy(vault, context.config, data.request))
        approvalBookOf(context.config, held.now).use(guardedForget(plan, data.request), accountActor(data.by))
      writer.forget(plan.forgets, { policy: plan.policy, plan: plan.digest })
      noteApplied(vault, context.config, data.request)
      return { action: 'apply', snapshots: plan.forgets }
    }),
}

/** What a policy forgets that was agreed to before needs no approval. */
function isBeyondPolicy(vault: WritableVault, config: Config, request: ForgetRequest): boolean {
  if (!isGuarded(config, 'forget-beyond-policy')) return false
  const name = nameOf(request)
  return (
    request.named !== undefined || name !== nameOf(configuredRequest(config)) || name !== vault.fact(APPLIED)
  )
}

/** Throws UsageError for a named one that is not forgotten. */
function forgottenOf(vault: WritableVault, { snapshots: names, organization }: TakeBackData): number[] {
  if (names === undefined)
    return vault
      .markedMoments({ organization })
      .filter(({ forgotten }) => forgotten !== undefined)
      .map(({ snapshot }) => snapshot)
  const named = names.map(name => vault.resolve(name, { organization }))
  const kept = named.find(({ forgotten }) => forgotten === undefined)
  if (kept) throw new UsageError(`snapshot ${kept.snapshot} is not forgotten`)
  return [...new Set(named.map(({ snapshot }) => snapshot))]
}

/** When the daemon forgets by the policy of the configuration. */
export const nightlyForget = queued({
  name: 'forget',
  doc: 'Forgets the snapshots that no rule of retention.* keeps; they can be brought back for retention.undo.',
  holds: 'nothing',
  priority: 20,
  attempts: 3,
  catchUp: true,
  schedule: config => (configuredPolicy(config).length === 0 ? null : config['schedules.forget']),
  isWanted: config => configuredPolicy(config).length > 0,
  open: async (context, data) => inOnePiece(() => runForget(context, data)),
})

/** By the configuration. */
export function configuredRequest(config: Config): ForgetRequest {
  return {
    policy: configuredPolicy(config),
    timezone: config['schedules.timezone'],
    readingsMs: config['retention.readings'],
  }
}

async function runForget(context: QueuedContext, { organization }: JobData): Promise<Outcome> {
  const { config, held } = context
  const request = { ...configuredRequest(config), ...(organization === undefined ? {} : { organization }) }
  if (request.policy.length === 0)
    return { state: 'skipped', message: 'there is no rule in retention.*: everything is kept' }
  const { vault, writer } = await actsOf(context, held, 'daemon')
  const plan = planForgetting(vault, request)
  const frozen = frozenWords(plan.frozen).join('; ')
  if (plan.forgets.length === 0 && frozen !== '') return { state: 'skipped', message: frozen }
  if (plan.forgets.length > 0 && isBeyondPolicy(vault, config, request))
    return {
      state: 'failed',
      message: `the policy (${plan.policy}) is another one than was applied last, and what it forgets needs two people; nothing was forgotten. \`docvault forget --apply --expect ${plan.forgets.length}\` asks for it`,
    }
  if (wantsLook(vault, config, plan))
    return {
      state: 'failed',
      message: `the policy (${plan.policy}) is new or was changed, and forgets ${plan.forgets.length} of ${plural(plan.snapshots.length, 'snapshot')}; nothing was forgotten. Look at it with \`docvault forget\`; \`docvault forget --apply --expect ${plan.forgets.length}\` agrees to it`,
    }
  writer.forget(plan.forgets, { policy: plan.policy, plan: plan.digest })
  noteApplied(vault, config, request)
  const kept = plan.snapshots.length - plan.forgets.length
  const words = `${plan.forgets.length} forgotten, ${kept} kept (${plan.policy})`
  return { state: 'done', message: frozen === '' ? words : `${words}; ${frozen}` }
}

/** Fact of the vault: the policy of the configuration that was applied last. */
const APPLIED = 'policy of retention that was applied'
/** However large their share is. */
const MOST_UNSEEN = 10

function wantsLook(vault: WritableVault, config: Config, { forgets, snapshots }: ForgetPlan): boolean {
  if (vault.fact(APPLIED) === nameOf(configuredRequest(config))) return false
  return forgets.length > MOST_UNSEEN && forgets.length * 100 > snapshots.length * config['retention.guard']
}

/** Where that is the one that the daemon has, it needs nobody's look any more. */
function noteApplied(vault: WritableVault, config: Config, request: ForgetRequest): void {
  const name = nameOf(request)
  if (request.named !== undefined || request.organization !== undefined) return
  if (name === nameOf(configuredRequest(config)) && vault.fact(APPLIED) !== name) vault.setFact(APPLIED, name)
}

function nameOf({ policy, timezone }: ForgetRequest): string {
  return `${describePolicy(policy)} (${timezone})`
}
