/**
 * A restore as the daemon does it when somebody asks: without a plan it makes one and writes nothing; with the digest of
 * a plan that was made before it applies that one. No schedule starts it.
 */

import { z } from 'zod'
import { UsageError } from '../src/model/errors.ts'
import { plural } from '../src/model/plural.ts'
import type { RestoreRunRow } from '../src/model/restore-journal.ts'
import { type PlanDocument, requestSchema } from '../src/restore/plan/document.ts'
import { mandateIn } from '../src/restore/plan/mandate.ts'
import { findPlan } from '../src/restore/plan/plan-store.ts'
import { isDeleting } from '../src/restore/plan/steps.ts'
import {
  inOnePiece,
  type JobData,
  jobDataSchema,
  type Outcome,
  parseJobData,
  type QueuedContext,
  queued,
} from './job.ts'
import { type RestoreAnswer, restore } from './restore.ts'

const wishSchema = z.strictObject({
  /** Name of the snapshot to plan for; default the latest. */
  snapshot: z.string().max(100).optional(),
  request: requestSchema.optional(),
  /** Digest of the plan to apply. */
  plan: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'is no digest of a plan')
    .optional(),
  /** Number of a restore: plans to take back what it did. */
  undo: z.int().positive().optional(),
  /** Whoever asks has the role for it. */
  mayDelete: z.boolean().optional(),
})
const dataSchema = jobDataSchema.extend({ restore: wishSchema.default({}) })

export const triggeredRestore = queued({
  name: 'restore',
  doc: 'Plans a restore and writes nothing; or, with the digest of such a plan, applies it.',
  holds: 'vault',
  priority: 1,
  attempts: 1,
  parse: data => parseJobData(dataSchema, data),
  open: async (context, data) => inOnePiece(() => runRestore(context, data)),
})

/** Throws UsageError: what deletes, or gives access that nobody named, needs somebody who may. */
export function assertMayApply(plan: PlanDocument, mayDelete: boolean): void {
  const what = whatNeedsMore(plan)
  if (mayDelete || what === null) return
  throw new UsageError(`plan ${plan.digest.slice(0, 12)} ${what}`, {
    hint: 'over HTTP that needs server.restoreToken; or use `docvault restore apply` on the machine of the daemon',
  })
}

/** In words; null for a plan that anybody may apply who may apply one. */
export function whatNeedsMore({ request, steps, gains }: PlanDocument): string | null {
  const deletes = steps.filter(isDeleting).length
  if (deletes > 0) return `deletes ${deletes} of what is there`
  const widens = request.allowWidening !== undefined && gains.length > 0
  return widens ? `gives ${gains.length} more access than there is now` : null
}

async function runRestore(context: QueuedContext, data: JobData): Promise<Outcome> {
  const { organization, restore: wish } = dataSchema.parse(data)
  if (wish.undo !== undefined) return planned(await restore.run(context, { action: 'undo', run: wish.undo }))
  if (wish.plan === undefined) {
    const { snapshot = 'latest', request } = wish
    return planned(await restore.run(context, { action: 'plan', snapshot, from: organization, request }))
  }
  const vault = await context.held.vault()
  const plan = findPlan(vault.path, wish.plan)
  assertMayApply(plan, wish.mayDelete ?? false)
  if (plan.steps.length === 0) return { state: 'unchanged', message: 'the plan has no steps' }
  const begun = vault.restoreRuns().findLast(run => mandateIn(run.request)?.plan === plan.digest)
  if (begun?.state === 'running')
    return applied(await restore.run(context, { action: 'resume', run: begun.id }))
  // The queue begins a run again when the process died before it heard of its end.
  if (begun && mandateIn(begun.request)?.by === context.run) return ended(begun)
  return applied(await restore.run(context, { action: 'apply', plan, by: context.run }))
}

/** Of whatever a restore was asked for. */
export function restoreOutcome(answer: RestoreAnswer): Outcome {
  return answer.result === null ? planned(answer) : applied(answer)
}

function planned({ plan, file }: RestoreAnswer): Outcome {
  if (plan === null) throw new Error('there is no plan')
  const { digest, steps, snapshot, into } = plan
  if (steps.length === 0)
    return {
      state: 'unchanged',
      message: `nothing to do: ${into} has what snapshot ${snapshot} has`,
      plan: digest,
    }
  const deletes = steps.filter(isDeleting).length
  const what = `${plural(steps.length, 'step')}${deletes === 0 ? '' : `, ${deletes} of which delete`}`
  const then = `\`docvault restore show ${digest.slice(0, 12)}\` shows it, \`docvault trigger restore --plan ${digest}\` applies it`
  return {
    state: 'done',
    message: `nothing was written: planned ${what}, snapshot ${snapshot} into ${into}, as ${file}; ${then}`,
    plan: digest,
  }
}

function applied({ result }: RestoreAnswer): Outcome {
  if (result === null) throw new Error('nothing was applied')
  const { run, outcome, verification } = result
  const differences = verification.differences.length
  const failed = outcome.failures.length
  const words = `restore ${run}: ${plural(outcome.done, 'step')} done, ${failed} failed, ${plural(differences, 'difference')}`
  const [first] = [
    ...outcome.failures.map(failure => `${failure.kind} “${failure.label}”: ${failure.reason}`),
    ...verification.differences.map(
      difference => `${difference.kind} “${difference.label}”: ${difference.field}`,
    ),
  ]
  if (first === undefined) return { state: 'done', message: words }
  return { state: failed > 0 ? 'failed' : 'differences', message: `${words}, first: ${first}` }
}

function ended({ id, state }: RestoreRunRow): Outcome {
  return { state: state === 'complete' ? 'done' : 'failed', message: `restore ${id} is ${state}` }
}
