/**
 * Links and backlinks: docs/development/platform.md#references-in-links. A reference embeds whole objects, a revision
 * with its page tree among them, so one item can be as large as the space: for audits, not for backups.
 */
import { z } from 'zod'
import { type Open, open } from './shapes.ts'

const LINK_STATUSES = ['ok', 'broken', 'in-app'] as const
const LINK_RELATIONS = ['reference', 'dependsOn'] as const
const LOCATION_KINDS = [
  'file',
  'url',
  'page',
  'user',
  'collection',
  'space',
  'reusable-content',
  'openapi',
] as const

const objectSchema = z.looseObject({}).nullish()

export const locationSchema = z.looseObject({
  kind: open(LOCATION_KINDS),
  url: z.string().nullish(),
  organization: objectSchema,
  space: objectSchema,
  collection: objectSchema,
  user: objectSchema,
  page: objectSchema,
  file: objectSchema,
  reusableContent: objectSchema,
  openAPISpec: objectSchema,
  versionContext: z.looseObject({ type: z.string() }).nullish(),
  /** The anchor or node inside the page. */
  internalLocation: z.looseObject({ type: z.string() }).nullish(),
})

export type LinkLocation = z.infer<typeof locationSchema>

export const linkSchema = z.looseObject({
  status: open(LINK_STATUSES),
  relation: open(LINK_RELATIONS),
  /** Absent where the target is missing. */
  targetReference: locationSchema.nullish(),
  locationReferences: z.array(locationSchema),
})

export type BrokenLink = z.infer<typeof linkSchema>

/** One item can be as large as a space with all its pages: a few at a time. */
export const LINK_PAGE_LIMIT = 20

/** What stands beside the items of a list of links. */
export const linkStatsSchema = z.looseObject({
  stats: z.looseObject({
    total: z.number(),
    broken: z.looseObject({ total: z.number(), changeRequest: z.number().nullish() }),
  }),
})

export interface LinkQuery {
  status?: Open<typeof LINK_STATUSES>
}
