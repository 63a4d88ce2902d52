/** Integrations and their installations: docs/development/platform.md#integrations. */
import { z } from 'zod'
import { organizationSchema } from './organization-shapes.ts'
import { flagsSchema, idSchema, linksSchema, type Open, open } from './shapes.ts'

const CATEGORIES = [
  'analytics',
  'collaboration',
  'content',
  'gitsync',
  'marketing',
  'visitor-auth',
  'other',
] as const
const TARGETS = ['all', 'site', 'space', 'organization'] as const
const VISIBILITIES = ['public', 'private', 'unlisted'] as const
const PROPERTY_TYPES = ['string', 'number', 'boolean', 'button'] as const
const INSTALLATION_STATUSES = ['active', 'pending', 'paused'] as const
const SELECTIONS = ['all', 'selected'] as const
export type IntegrationCategory = Open<typeof CATEGORIES>
export type IntegrationTarget = Open<typeof TARGETS>
export type IntegrationVisibility = Open<typeof VISIBILITIES>

const blockSchema = z.looseObject({
  id: idSchema,
  title: z.string(),
  description: z.string().nullish(),
  icon: z.string().nullish(),
  urlUnfurl: z.array(z.string()).nullish(),
  markdown: z.looseObject({ codeblock: z.string(), body: z.string() }).nullish(),
})

const contentSourceSchema = z.looseObject({
  id: idSchema,
  title: z.string(),
  description: z.string().nullish(),
  icon: z.string().nullish(),
  configuration: z.looseObject({ componentId: z.string().nullish() }).nullish(),
})

const propertySchema = z.looseObject({
  type: open(PROPERTY_TYPES),
  title: z.string().nullish(),
  description: z.string().nullish(),
  default: z.union([z.string(), z.number(), z.boolean()]).nullish(),
  completion_url: z.string().nullish(),
  enum: z.array(z.string()).nullish(),
})

/** Properties, or the component that asks for them. */
const configurationSchema = z.looseObject({
  properties: z.record(z.string(), propertySchema).nullish(),
  required: z.array(z.string()).nullish(),
  componentId: z.string().nullish(),
})

const configurationsSchema = z.looseObject({
  account: configurationSchema.nullish(),
  space: configurationSchema.nullish(),
  site: configurationSchema.nullish(),
})

export const integrationSchema = z.looseObject({
  object: z.literal('integration'),
  name: idSchema,
  version: z.number(),
  title: z.string(),
  description: z.string().nullish(),
  summary: z.string().nullish(),
  previewImages: z.array(z.string()).nullish(),
  target: open(TARGETS).nullish(),
  verified: z.boolean().nullish(),
  visibility: open(VISIBILITIES).nullish(),
  scopes: z.array(z.string()).nullish(),
  categories: z.array(open(CATEGORIES)).nullish(),
  blocks: z.array(blockSchema).nullish(),
  contentSources: z.array(contentSourceSchema).nullish(),
  configurations: configurationsSchema.nullish(),
  externalLinks: z.array(z.looseObject({ url: z.string(), label: z.string() })).nullish(),
  owner: organizationSchema.nullish(),
  urls: linksSchema,
  permissions: flagsSchema,
  contentSecurityPolicy: z.union([z.string(), z.record(z.string(), z.unknown())]).nullish(),
})

export type Integration = z.infer<typeof integrationSchema>

/** Has no `object`. The configuration may hold credentials. */
export const installationSchema = z.looseObject({
  id: idSchema,
  status: open(INSTALLATION_STATUSES),
  space_selection: open(SELECTIONS).nullish(),
  site_selection: open(SELECTIONS).nullish(),
  spaces: z.number().nullish(),
  configuration: z.record(z.string(), z.unknown()).nullish(),
  createdAt: z.string().nullish(),
  updatedAt: z.string().nullish(),
  urls: linksSchema,
  externalIds: z.array(z.string()).nullish(),
  target: z.looseObject({ organization: z.string().nullish() }).nullish(),
})

/** As an organization lists it: with what was installed. */
export const installedSchema = z.looseObject({
  installation: installationSchema,
  integration: z.looseObject({ name: idSchema, title: z.string().nullish() }),
})
export type Installed = z.infer<typeof installedSchema>

/** On one space or site. The configuration may hold credentials. */
const placeSchema = z.looseObject({
  integration: z.string().nullish(),
  installation: z.string().nullish(),
  status: open(INSTALLATION_STATUSES).nullish(),
  configuration: z.record(z.string(), z.unknown()).nullish(),
  externalIds: z.array(z.string()).nullish(),
  urls: linksSchema,
})
/** By id; newer services may answer the whole of it. */
const whereSchema = z.union([idSchema, z.looseObject({ id: idSchema })])
export const spacePlaceSchema = placeSchema.extend({ space: whereSchema })
export const sitePlaceSchema = placeSchema.extend({ site: whereSchema })
export type SpacePlace = z.infer<typeof spacePlaceSchema>
export type SitePlace = z.infer<typeof sitePlaceSchema>

/** Of Git imports: `space_gitsync_started` and `space_gitsync_completed` name the commit and the revision. */
export const integrationEventSchema = z.looseObject({
  id: idSchema,
  createdAt: z.string().nullish(),
  payload: z.looseObject({
    type: z.string(),
    spaceId: z.string().nullish(),
    revisionId: z.string().nullish(),
    commitId: z.string().nullish(),
    state: z.string().nullish(),
  }),
})
