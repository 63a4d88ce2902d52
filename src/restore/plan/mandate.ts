/**
 * What somebody agreed to when a restore was begun. It is kept with the run, so that whoever goes on with the run later
 * does what was agreed to and no more, whatever the target has become meanwhile.
 */

import { z } from 'zod'
import type { Kind } from '../../model/resource.ts'
import { entrySchema, lossSchema, type PlanDocument } from './document.ts'
import { isDeleting, type Skipped, type Step } from './steps.ts'

const mandateSchema = z.object({
  /** Digest of the plan. */
  plan: z.string(),
  /** Kind and source of each step. */
  items: z.array(z.string()),
  /** Sources of what is made with everything in it. */
  made: z.array(z.string()),
  /** Kind and path of what goes with steps that are no deletions. */
  removes: z.array(z.string()).optional(),
  /** Sources of pages that are there and whose body or fields are written. */
  written: z.array(z.string()).optional(),
  /** What it said will be lost: a later life finds no more of that than was said. */
  losses: z.array(lossSchema).optional(),
  /** What it said it leaves, or cannot bring whole: a later life, which finds part of it done, says so again. */
  skipped: z.array(entrySchema).optional(),
  impossible: z.array(entrySchema).optional(),
  /** The run of the daemon that applied it. */
  by: z.string().optional(),
})
export type Mandate = z.infer<typeof mandateSchema>

export function mandateOf(plan: PlanDocument, by?: string): Mandate {
  const { digest, steps, overwritten, losses, skipped, impossible } = plan
  const made = steps.filter(step => MAKES.has(step.action) && step.source !== '').map(step => step.source)
  const items = steps.map(itemOf)
  return {
    plan: digest,
    items: [...new Set(items)],
    made: [...new Set(made)],
    removes: steps.flatMap(step => step.removes ?? []),
    written: overwritten.map(item => item.source),
    losses,
    skipped,
    impossible,
    ...(by ? { by } : {}),
  }
}

/** Of a run's request, as it was kept; null for one that nobody was asked about. */
export function mandateIn(request: unknown): Mandate | null {
  const result = z.object({ approved: mandateSchema }).safeParse(request)
  return result.success ? result.data.approved : null
}

/** What was not agreed to is left alone, and told so. */
export function onlyMandated(
  mandate: Mandate,
  steps: readonly Step[],
): { steps: Step[]; skipped: Skipped[] } {
  const [items, made] = [new Set(mandate.items), new Set(mandate.made)]
  const removes = new Set(mandate.removes)
  const isAgreed = (step: Step) =>
    (items.has(itemOf(step)) && (step.removes ?? []).every(removed => removes.has(removed))) ||
    (!isDeleting(step) && isWithin(made, step.source))
  const rest = steps.filter(step => !isAgreed(step))
  return {
    steps: steps.filter(isAgreed),
    skipped: rest.map(({ kind, source, label }) => ({ kind, source, label, reason: NOT_AGREED })),
  }
}

/** What is found now goes before what was said of the same item. */
export function withMandated(found: readonly Skipped[], said: readonly Skipped[] | undefined): Skipped[] {
  const names = new Set(found.map(itemOf))
  return [...found, ...(said ?? []).filter(skipped => !names.has(itemOf(skipped)))]
}

const MAKES: ReadonlySet<string> = new Set(['create', 'undelete', 'import'])
const NOT_AGREED = 'not in the plan that this restore was begun with: plan again'

function itemOf({ kind, source }: { kind: Kind; source: string }): string {
  return `${kind} ${source}`
}

function isWithin(sources: ReadonlySet<string>, path: string): boolean {
  const names = path.split('/')
  return names.some((_name, index) => sources.has(names.slice(0, index).join('/')))
}
