/**
 * A plan as a document: what somebody looks at, keeps, and hands back to have exactly that done. Its digest covers every
 * field of it. What was edited, or has not the form of a plan, is refused and named.
 */

import { z } from 'zod'
import { canonicalJson, type Digest, digestOf } from '../../model/digest.ts'
import { UsageError } from '../../model/errors.ts'
import { isKeptKind, keptKindSchema } from '../../model/kept-kind.ts'
import type { RestoreRunRow } from '../../model/restore-journal.ts'
import { WRITERS } from '../read/target-profile.ts'
import { MASKABLE, type RestoreRequest } from '../request.ts'
import { ACTIONS, type Plan } from './steps.ts'

const digest = z.string().regex(/^[0-9a-f]{64}$/, 'is no SHA-256')
const count = z.int().nonnegative()
const names = z.array(z.string().min(1))
const about = { kind: keptKindSchema, source: z.string(), label: z.string() }
export const entrySchema = z.strictObject({
  ...about,
  reason: z.string(),
  isUnread: z.literal(true).optional(),
})

/** The count is for whoever reads; what is excused afterwards is the items. */
export const lossSchema = z
  .strictObject({
    ...about,
    property: z.string(),
    count,
    why: z.string(),
    names: z.array(z.string()),
    items: z.array(z.string()),
  })
  .refine(loss => loss.count === new Set(loss.items).size, 'counts other items than it names')

/** What may be asked for, from wherever it comes. */
export const requestSchema = z.strictObject({
  onConflict: z.enum(['skip', 'update', 'copy']).default('skip'),
  kinds: z.array(z.string().min(1).refine(isKeptKind)).optional(),
  spaces: names.optional(),
  pages: names.optional(),
  files: names.optional(),
  collections: names.optional(),
  sites: names.optional(),
  people: names.optional(),
  to: z.string().min(1).optional(),
  intoSpace: z.string().min(1).optional(),
  asChangeRequest: z.boolean().optional(),
  deleteExtra: z.string().optional(),
  publish: z.boolean().optional(),
  allowWidening: z.string().optional(),
  mask: z
    .strictObject({
      what: z
        .array(z.enum(MASKABLE))
        .min(1)
        .refine(what => what.includes('people'), 'lacks people'),
      key: z
        .string()
        .regex(/^[0-9a-f]{64}$/, 'is no key of 256 bits')
        .optional(),
    })
    .optional(),
  takeBack: z.strictObject({ after: count, run: count.optional() }).optional(),
})

export const planDocumentSchema = z.strictObject({
  message_type: z.literal('plan'),
  format: z.literal(3),
  digest,
  request: z.strictObject({ ...requestSchema.shape, snapshot: count, to: z.string().min(1) }),
  snapshot: count,
  /** Of what the snapshot holds: its number may mean another one in another vault. */
  contents: digest,
  organization: z.string(),
  from: z.string(),
  into: z.string(),
  taken: z.string().nullable(),
  before: count,
  state: digest,
  writer: z.enum(WRITERS),
  masked: names.optional(),
  steps: z.array(
    z.strictObject({
      name: z.string(),
      action: z.enum(ACTIONS),
      ...about,
      reason: z.string(),
      phase: z.number(),
      requests: count,
      changes: z
        .array(z.strictObject({ source: z.string(), label: z.string(), words: z.string() }))
        .optional(),
      removes: names.optional(),
    }),
  ),
  skipped: z.array(entrySchema),
  impossible: z.array(entrySchema),
  /** Plans of before had none. */
  besides: z.array(entrySchema).optional(),
  losses: z.array(lossSchema),
  unmapped: z.array(
    z.strictObject({
      ...about,
      reference: z.strictObject({ kind: keptKindSchema, id: z.string(), space: z.string().nullable() }),
      target: z.string(),
    }),
  ),
  overwritten: z.array(z.strictObject({ ...about, diff: z.array(z.string()) })),
  gains: z.array(entrySchema),
  lasting: z.array(entrySchema),
  requests: count,
  estimateMs: z.number().nonnegative(),
})
export type PlanDocument = z.infer<typeof planDocumentSchema>

/** What a run was asked for, as it was kept with it. Throws UsageError. */
export function requestOfRun(row: RestoreRunRow): RestoreRequest {
  const { approved: _approved, snapshot: _snapshot, ...kept } = Object(row.request)
  const saved = requestSchema.safeParse(kept)
  if (!saved.success) throw new UsageError(`what restore ${row.id} was asked for cannot be read`)
  return { ...saved.data, snapshot: row.snapshot, to: row.target }
}

export function documentOf(plan: Plan): PlanDocument {
  const steps = plan.steps.map(({ run: _run, fills: _fills, takes: _takes, ...step }) => step)
  const content = { message_type: 'plan', format: 3, ...plan, steps }
  return planDocumentSchema.parse({ ...content, digest: digestOfPlan(content) })
}

export function textOfPlan(plan: PlanDocument): string {
  return `${JSON.stringify(plan, null, 2)}\n`
}

/** `name`: what to call it in an error. Throws UsageError. */
export function readPlanText(text: string, name: string): PlanDocument {
  let value: unknown
  let plain: string
  try {
    value = JSON.parse(text)
    plain = JSON.stringify(value)
  } catch (cause) {
    throw new UsageError(`${name} is no plan: it is no JSON`, { hint: HINT, cause })
  }
  const plan = readPlan(value, name)
  // A field that stands there twice shows one value and means another.
  if (plain !== withoutSpace(text)) throw edited(name)
  return plan
}

export function readPlan(value: unknown, name: string): PlanDocument {
  const result = planDocumentSchema.safeParse(value)
  if (!result.success) {
    const [first] = result.error.issues
    const where = [...(first?.path ?? []), ...(first?.code === 'unrecognized_keys' ? first.keys : [])].join(
      '.',
    )
    throw new UsageError(`${name} is no plan: ${where || 'the whole'}: ${first?.message}`, { hint: HINT })
  }
  if (digestOfPlan(value) !== result.data.digest) throw edited(name)
  return result.data
}

function digestOfPlan(value: unknown): Digest {
  const fields = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return digestOf(canonicalJson(Object.fromEntries(fields.filter(([key]) => key !== 'digest'))))
}

function withoutSpace(text: string): string {
  return text.replace(/"(?:[^"\\]+|\\.)*"|\s+/g, found => (found.startsWith('"') ? found : ''))
}

function edited(name: string): UsageError {
  return new UsageError(`${name} was edited: it is not what its digest says`, {
    hint: 'a plan is applied whole or not at all; to do less, plan less, e.g. with --space or --kind',
  })
}

const HINT = '`docvault restore SNAP -o FILE` writes one'
