/** Sites, to the letter (docs/development/platform.md#sections, 2). */
import { z } from 'zod'
import { date, id, optional } from './shape-fields.ts'
import { space } from './shapes-of-content.ts'

export const siteSpace = z.looseObject({
  object: z.literal('site-space'),
  id,
  path: z.string().min(1).max(100),
  section: id.optional(),
  space,
  title: z.string(),
  default: optional.boolean,
  condition: z.string().min(1).max(1024).optional(),
  hasAdvancedCustomizationFeature: optional.boolean,
  urls: z.record(z.string(), z.string()),
})

export const section = z.looseObject({
  object: z.literal('site-section'),
  id,
  title: z.string().min(2).max(128),
  description: z.string().max(256).optional(),
  default: optional.boolean,
  path: z.string().min(1).max(100),
  condition: z.string().min(1).max(1024).optional(),
  sectionGroup: id.optional(),
  icon: z.string().max(50).optional(),
  siteSpaces: z.array(siteSpace),
  urls: z.record(z.string(), z.string()),
})

export const sectionGroup = z.looseObject({
  object: z.literal('site-section-group'),
  id,
  title: z.string().min(1).max(100),
  icon: z.string().max(50).optional(),
  sections: z.array(section),
})

export const shareLink = z.looseObject({
  object: z.literal('share-link'),
  id,
  createdAt: date,
  name: z.string().max(50).optional(),
  active: optional.boolean,
  urls: z.record(z.string(), z.string()),
})
