/** Spaces, collections and what is in them, to the letter (docs/development/platform.md#sections, 2). */
import { z } from 'zod'
import { date, flagsOf, id, level, linksOf, optional } from './shape-fields.ts'

export const collection = z.looseObject({
  object: z.literal('collection'),
  id,
  title: z.string().max(50),
  description: z.string().max(100).optional(),
  organization: id,
  parent: id.optional(),
  defaultLevel: level,
  urls: linksOf(['location', 'app']),
  permissions: flagsOf(['view', 'admin', 'viewInviteLinks', 'create']),
})

export const space = z.looseObject({
  object: z.literal('space'),
  id,
  title: z.string().max(50),
  emoji: z.string().max(50),
  visibility: z.enum(['public', 'unlisted', 'share-link', 'visitor-auth', 'in-collection', 'private']),
  createdAt: date,
  updatedAt: date,
  deletedAt: optional.date,
  editMode: z.enum(['live', 'locked']).optional(),
  urls: linksOf(['location', 'app']),
  organization: id,
  parent: id.optional(),
  revision: id,
  defaultLevel: level,
  comments: z.int(),
  changeRequests: z.int(),
  changeRequestsOpen: z.int(),
  changeRequestsDraft: z.int(),
  permissions: flagsOf([
    'view',
    'access',
    'admin',
    'viewInviteLinks',
    'edit',
    'triggerGitSync',
    'comment',
    'merge',
    'review',
  ]),
})

export const page: z.ZodType = z.looseObject({
  id,
  title: z.string(),
  type: z.enum(['document', 'group', 'link', 'computed']),
  slug: optional.string,
  path: optional.string,
  description: optional.string,
  documentId: id.optional(),
  markdown: optional.string,
  createdAt: optional.date,
  updatedAt: optional.date,
  pages: z.array(z.lazy(() => page)).optional(),
})

export const file = z.looseObject({
  id,
  name: z.string(),
  contentType: z.string(),
  downloadURL: z.url(),
  size: z.number(),
  dimensions: z.looseObject({ width: z.number(), height: z.number() }).optional(),
})

export const revision = z.looseObject({
  object: z.literal('revision'),
  id,
  parents: z.array(id),
  pages: z.array(page),
  files: z.array(file),
  reusableContents: z.array(z.looseObject({ id, title: z.string(), document: id.optional() })),
  createdAt: date,
  urls: linksOf(['app']),
  type: z.enum(['edits', 'merge', 'rollback', 'update', 'computed']),
})

export const location = z.looseObject({ kind: z.string() })

export const link = z.looseObject({
  status: z.enum(['ok', 'broken', 'in-app']),
  relation: z.enum(['reference', 'dependsOn']),
  targetReference: location.optional(),
  locationReferences: z.array(location).min(1),
})

export const foundPage = z.looseObject({
  id,
  title: z.string(),
  path: z.string(),
  sections: z.array(
    z.looseObject({ id, title: z.string(), path: z.string(), body: z.string(), urls: linksOf(['app']) }),
  ),
  urls: linksOf(['app']),
})
