/** Sites and what they are built of: docs/development/platform.md#sites. */
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

export type SiteSpace = z.infer<typeof siteSpaceSchema>
export type SiteSection = z.infer<typeof siteSectionSchema>

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
export type SiteSectionGroup = z.infer<typeof siteSectionGroupSchema>

/** In the navigation of a site: the newest services have it. */
export const siteExternalLinkSchema = z.looseObject({
  object: z.literal('site-external-link'),
  id: idSchema,
  title: z.string(),
  url: z.string(),
  sectionGroup: z.string().nullish(),
})
export type SiteExternalLink = z.infer<typeof siteExternalLinkSchema>

export const shareLinkSchema = z.looseObject({
  object: z.literal('share-link'),
  id: idSchema,
  createdAt: z.string(),
  name: z.string().nullish(),
  active: z.boolean().nullish(),
  urls: linksSchema,
})
export type ShareLink = z.infer<typeof shareLinkSchema>

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
  adaptiveContent: z.looseObject({ enabled: z.boolean().nullish() }).nullish(),
  urls: linksSchema,
  permissions: flagsSchema,
})
export type Site = z.infer<typeof siteSchema>

/** In order: the only answer in which order is promised. */
export const siteStructureSchema = z.looseObject({
  type: open(['sections', 'siteSpaces']),
  structure: z.array(z.looseObject({ object: z.string(), id: idSchema })),
})
export type SiteStructure = z.infer<typeof siteStructureSchema>

/** Everything has a default, so that the parts every service knows are always there. */
export const customizationSchema = z.looseObject({ styling: z.looseObject({}) })
export type Customization = z.infer<typeof customizationSchema>

export const publishedSiteSchema = z.looseObject({
  site: siteSchema,
  structure: siteStructureSchema,
  customizations: z.looseObject({
    site: customizationSchema,
    /** By site space: what the ones with an override look like. */
    siteSpaces: z.record(z.string(), customizationSchema).nullish(),
  }),
})

export const redirectSchema = z.looseObject({ id: idSchema, source: z.string() })
export type SiteRedirect = z.infer<typeof redirectSchema>

/** The headers may hold credentials. */
export const mcpServerSchema = z.looseObject({ id: idSchema, name: z.string(), url: z.string() })
export type SiteMcpServer = z.infer<typeof mcpServerSchema>

export const publishingAuthSchema = z.looseObject({
  backend: open(['custom', 'integration']),
  integration: z.string().nullish(),
  fallbackURL: z.string().nullish(),
  privateKey: z.string().nullish(),
})
export type PublishingAuth = z.infer<typeof publishingAuthSchema>

export const adaptiveSchemaSchema = z.looseObject({ jsonSchema: z.looseObject({}) })
export type AdaptiveSchema = z.infer<typeof adaptiveSchemaSchema>

/** An item of the structure. */
export interface SitePointer {
  type: Open<readonly ['site-space', 'site-section', 'site-section-group', 'site-external-link']>
  id: string
}
