/** The form of what a snapshot says about itself, as it is answered. The compiler holds it against the model's types. */
import { z } from 'zod'
import type { Forgetting, Pin } from '../model/annotations.ts'
import { keptKindSchema } from '../model/kept-kind.ts'
import {
  type Dangling,
  GAP_CLASSES,
  type Gap,
  type NotOffered,
  type Proof,
  SNAPSHOT_STATES,
  type SnapshotSummary,
  type TokenOwner,
  type Weak,
} from '../model/snapshot.ts'

/** A schema for every field of `T`, and for no other. */
type FormOf<T> = { [Field in keyof T]-?: z.ZodType<T[Field]> }

export const snapshotState = z.enum(SNAPSHOT_STATES)
const count = z.number()
const digest = z.string().nullable()

const gapSchema = z.object({
  kind: keptKindSchema,
  parent: z.string(),
  parentKind: keptKindSchema,
  resource: z.string().exactOptional(),
  class: z.enum(GAP_CLASSES),
  message: z.string(),
  firstSeen: count,
  missing: z.string().exactOptional(),
} satisfies FormOf<Gap>)

const notOfferedSchema = z.object({
  kind: keptKindSchema,
  part: z.string().exactOptional(),
  operation: z.string(),
  reason: z.enum(['not offered', 'not allowed']).exactOptional(),
} satisfies FormOf<NotOffered>)

const weakSchema = z.object({
  kind: keptKindSchema,
  scopes: count,
  oldest_read: z.string(),
} satisfies FormOf<Weak>)

const proofSchema = z.object({
  listed: count,
  not_stored: count,
  wrong_size: count,
  dangling_count: count,
  dangling: z.array(
    z.object({
      kind: keptKindSchema,
      id: z.string(),
      target: z.object({ kind: keptKindSchema, id: z.string() }),
    } satisfies FormOf<Dangling>),
  ),
  owner: z
    .object({
      id: z.string(),
      name: z.string(),
      email: z.string().nullable(),
      role: z.string().nullable(),
    } satisfies FormOf<TokenOwner>)
    .exactOptional(),
  moved: z.array(z.string()).exactOptional(),
  markdown_pending: count.exactOptional(),
  operations: z.record(z.string(), count).exactOptional(),
} satisfies FormOf<Proof>)

const pinSchema = z.object({
  by: z.string(),
  at: z.string(),
  reason: z.string(),
  until: z.string().nullable(),
} satisfies FormOf<Pin>)

const forgettingSchema = z.object({
  at: z.string(),
  by: z.string(),
  policy: z.string(),
} satisfies FormOf<Forgetting>)

export const snapshotSummarySchema = z.object({
  snapshot: count,
  organization: z.string(),
  organizationTitle: z.string(),
  state: snapshotState,
  trigger: z.string(),
  tick: z.string().exactOptional(),
  started: z.string(),
  sealed: z.string().nullable(),
  base: count.nullable(),
  resources: z.record(z.string(), count),
  gaps: z.array(gapSchema),
  not_offered: z.array(notOfferedSchema),
  weak: z.array(weakSchema).exactOptional(),
  proof: proofSchema.nullable(),
  requests: count,
  bytes: count,
  added: count,
  modified: count,
  removed: count,
  carried: count,
  contents: digest,
  digest,
  previous: digest,
  duration_ms: count,
  tags: z.array(z.string()).exactOptional(),
  pin: pinSchema.exactOptional(),
  holds: z.array(z.object({ hold: count, name: z.string() })).exactOptional(),
  forgotten: forgettingSchema.exactOptional(),
} satisfies FormOf<SnapshotSummary>)
