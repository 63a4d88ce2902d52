/** Sites and what they are built of: api.md 2.7 to 2.10, facts.md 6.9. */
import { z } from 'zod'
import { flagsSchema, idSchema, linksSchema, type Open, open } from './shapes.ts'
import { spaceSchema } from './spaces.ts'

const SITE_TYPES = ['basic', 'premium', 'ultimate', 'sponsored', 'legacy-basic', 'legacy-premium'] as const
const SITE_VISIBILITIES = ['public', 'unlisted', 'share-link', 'visitor-auth'] as const
export type SiteType = Open<typeof SITE_TYPES>
export type SiteVisibility = Open<typeof SITE_VISIBILITIES>

export const siteSpaceSchema = z.looseObject({
  object: z.literal('site-space'),
  /** Of the link between site and space, not of the space. */
  id: idSchema,
  path: z.string(),
  section: z.string().nullish(),
  space: spaceSchema.nullish(),
  title: z.string(),
  default: z.boolean().nullish(),
  condition: z.string().nullish(),
  hasAdvancedCustomizationFeature: z.boolean().nullish(),
  urls: linksSchema,
})

export const siteSectionSchema = z.looseObject({
  object: z.literal('site-section'),
  id: idSchema,
  title: z.string(),
  description: z.string().nullish(),
  default: z.boolean().nullish(),
  path: z.string(),
  condition: z.string().nullish(),
  sectionGroup: z.string().nullish(),
  icon: z.string().nullish(),
  siteSpaces: z.array(siteSpaceSchema).nullish(),
  urls: linksSchema,
})

/** `sections` in the document; the published service has `children`, and groups below groups. */
export const siteSectionGroupSchema = z.looseObject({
  object: z.literal('site-section-group'),
  id: idSchema,
  title: z.string(),
  icon: z.string().nullish(),
  sections: z.array(siteSectionSchema).nullish(),
  children: z.array(z.unknown()).nullish(),
  sectionGroup: z.string().nullish(),
})

export const shareLinkSchema = z.looseObject({
  object: z.literal('share-link'),
  id: idSchema,
  createdAt: z.string(),
  name: z.string().nullish(),
  active: z.boolean().nullish(),
  urls: linksSchema,
})

export const siteSchema = z.looseObject({
  object: z.literal('site').nullish(),
  id: idSchema,
  type: open(SITE_TYPES).nullish(),
  title: z.string(),
  visibility: open(SITE_VISIBILITIES),
  published: z.boolean(),
  siteSpaces: z.number().nullish(),
  hostname: z.string().nullish(),
  basename: z.string().nullish(),
  createdAt: z.string().nullish(),
  urls: linksSchema,
  permissions: flagsSchema,
})

/** In order: the only answer in which order is promised. */
export const siteStructureSchema = z.looseObject({
  type: open(['sections', 'siteSpaces']),
  structure: z.array(z.looseObject({ object: z.string(), id: idSchema })),
})

/** An item of the structure. */
export interface SitePointer {
  type: Open<readonly ['site-space', 'site-section', 'site-section-group']>
  id: string
}
