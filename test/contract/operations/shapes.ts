/**
 * What api.md 2 promises, to the letter: every required field with its type, every other one with its type where it
 * is there. Stricter than the client, which has to live with services that differ.
 */
import { z } from 'zod'

const id = z.string().min(1)
const date = z.iso.datetime({ offset: true })
const optional = { string: z.string().optional(), date: date.optional(), boolean: z.boolean().optional() }
const roles = ['admin', 'create', 'review', 'edit', 'comment', 'read'] as const
const role = z.enum(roles).nullable()
const level = z.enum([...roles, 'inherit']).nullable()

function linksOf<const K extends string>(required: readonly K[]): z.ZodType {
  return z
    .record(z.string(), z.string())
    .refine(urls => required.every(key => key in urls), `urls must have ${required.join(', ')}`)
}

function flagsOf(keys: readonly string[]): z.ZodType {
  return z
    .record(z.string(), z.boolean())
    .refine(flags => keys.every(key => key in flags), `permissions must have ${keys.join(', ')}`)
}

const user = z.looseObject({
  object: z.literal('user'),
  id,
  displayName: z.string(),
  email: z.string(),
  photoURL: z.string(),
  urls: linksOf(['location']),
})

const posted = {
  id,
  postedBy: user,
  postedAt: date,
  editedAt: optional.date,
  reactions: z.array(
    z.looseObject({
      emoji: z.string(),
      count: z.number(),
      users: z.array(z.looseObject({ user, reactedAt: date })),
    }),
  ),
  body: z.looseObject({ markdown: optional.string }),
  urls: linksOf(['location']),
  permissions: flagsOf(['view', 'edit', 'reply', 'delete']),
}

const comment = z
  .looseObject({
    object: z.literal('comment'),
    ...posted,
    replies: z.int(),
    target: z.looseObject({ space: id, revision: id }),
    status: z.enum(['open', 'resolved']),
    resolvedAt: optional.date,
    resolvedBy: user.optional(),
  })
  .refine(one => (one.status === 'resolved') === (one.resolvedAt !== undefined), 'resolvedAt follows status')

const reply = z.looseObject({ object: z.literal('comment-reply'), ...posted })

const collection = z.looseObject({
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

const space = z.looseObject({
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

const changeRequest = z.looseObject({
  object: z.literal('change-request'),
  id,
  number: z.int(),
  status: z.enum(['draft', 'open', 'archived', 'merged']),
  subject: z.string().max(100),
  createdBy: user,
  createdAt: date,
  updatedAt: date,
  revision: id,
  revisionInitial: id,
  revisionMergedAncestor: id.optional(),
  revisionMerged: id.optional(),
  comments: z.int(),
  outdated: z.boolean(),
  urls: linksOf(['app', 'location']),
})

const siteSpace = z.looseObject({
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

const section = z.looseObject({
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

const sectionGroup = z.looseObject({
  object: z.literal('site-section-group'),
  id,
  title: z.string().min(1).max(100),
  icon: z.string().max(50).optional(),
  sections: z.array(section),
})

const shareLink = z.looseObject({
  object: z.literal('share-link'),
  id,
  createdAt: date,
  name: z.string().max(50).optional(),
  active: optional.boolean,
  urls: z.record(z.string(), z.string()),
})

const team = z.looseObject({
  object: z.literal('team'),
  id,
  title: z.string().min(1).max(64),
  members: z.int(),
  spaces: z.int(),
  createdAt: date,
  permissions: flagsOf(['admin', 'view']),
})

const samlProvider = z.looseObject({
  object: z.literal('saml-provider'),
  id,
  label: z.string().min(1).max(30),
  ssoURL: z.string().max(2048).optional(),
  entityID: z.string().max(1024).optional(),
  certificate: z.string().max(10_000).optional(),
  defaultTeam: team.optional(),
  defaultRole: role.optional(),
  createdAt: date,
  status: z.enum(['active', 'pending']),
  service: z.looseObject({ acsURL: z.string(), startURL: z.string(), entityID: z.string() }),
  urls: linksOf(['location']),
})

const spec = z.looseObject({
  object: z.literal('openapi-spec'),
  id,
  createdAt: date,
  updatedAt: date,
  slug: z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/),
  sourceURL: z.string().max(2048).optional(),
  processingState: z.enum(['pending', 'progress', 'complete']),
  lastVersion: id.optional(),
  lastProcessedAt: optional.date,
  lastProcessErrorCode: z.enum(['FETCH_TIMEOUT', 'FETCH_ERROR', 'PARSE_ERROR']).optional(),
  permissions: flagsOf(['view', 'edit']),
  urls: linksOf(['location', 'app']),
})

const specVersion = z.looseObject({
  object: z.literal('openapi-spec-version'),
  id,
  createdAt: optional.date,
  url: z.url().max(2048),
  urls: linksOf(['location']),
})

const translation = z.looseObject({
  object: z.literal('translation-settings'),
  id,
  title: z.string().min(1).max(100),
  languages: z.array(z.string()),
  createdAt: date,
  updatedAt: date,
  permissions: flagsOf(['view', 'edit']),
  urls: linksOf(['location']),
})

const organization = z.looseObject({
  object: z.literal('organization'),
  id,
  title: z.string().min(2).max(255),
  createdAt: date,
  emailDomains: z.array(z.string()),
  hostname: z.string().min(3).max(32).optional(),
  type: z.enum(['business', 'community']),
  defaultRole: role.optional(),
  defaultContent: z
    .looseObject({ type: z.literal('site'), site: id })
    .nullable()
    .optional(),
  sso: optional.boolean,
  ai: optional.boolean,
  inviteLinks: z.boolean(),
  plan: z.string(),
  urls: linksOf(['location', 'app']),
  permissions: flagsOf([
    'view',
    'admin',
    'ownTeam',
    'createContent',
    'createOpenAPISpec',
    'ingestConversations',
    'viewBilling',
    'listMembers',
    'listTeams',
    'listIntegrations',
  ]),
})

const member = z.looseObject({
  object: z.literal('member'),
  id,
  role,
  user,
  disabled: z.boolean(),
  joinedAt: date,
  lastSeenAt: optional.date,
  sso: z.boolean(),
  spaces: z.int(),
  teams: z.int(),
})

const page: z.ZodType = z.looseObject({
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

const file = z.looseObject({
  id,
  name: z.string(),
  contentType: z.string(),
  downloadURL: z.url(),
  size: z.number(),
  dimensions: z.looseObject({ width: z.number(), height: z.number() }).optional(),
})

const revision = z.looseObject({
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

const location = z.looseObject({ kind: z.string() })

const link = z.looseObject({
  status: z.enum(['ok', 'broken', 'in-app']),
  relation: z.enum(['reference', 'dependsOn']),
  targetReference: location.optional(),
  locationReferences: z.array(location).min(1),
})

const foundPage = z.looseObject({
  id,
  title: z.string(),
  path: z.string(),
  sections: z.array(
    z.looseObject({ id, title: z.string(), path: z.string(), body: z.string(), urls: linksOf(['app']) }),
  ),
  urls: linksOf(['app']),
})

const integration = z.looseObject({
  object: z.literal('integration'),
  name: z.string().regex(/^[a-zA-Z0-9-_.]+$/),
  version: z.int(),
  title: z.string().min(2).max(30),
  description: z.string().max(100),
  target: z.enum(['all', 'site', 'space', 'organization']),
  verified: z.boolean(),
  visibility: z.enum(['public', 'private', 'unlisted']),
  scopes: z.array(z.string()),
  categories: z.array(z.string()),
  blocks: z.array(z.looseObject({ id, title: z.string() })),
  contentSources: z.array(z.looseObject({ id, title: z.string() })),
  owner: organization,
  urls: linksOf(['location', 'icon', 'app', 'assets', 'publicEndpoint']),
  permissions: flagsOf(['admin', 'install']),
})

export const shapes = {
  user,
  comment,
  reply,
  collection,
  space,
  changeRequest,
  siteSpace,
  section,
  sectionGroup,
  shareLink,
  team,
  samlProvider,
  spec,
  specVersion,
  translation,
  organization,
  member,
  page,
  file,
  revision,
  location,
  link,
  foundPage,
  integration,
} as const

/** The value itself; a deviation throws with the field's name. */
export function ofShape<T>(name: keyof typeof shapes, value: T): T {
  const result = shapes[name].safeParse(value)
  if (!result.success) throw new Error(`no ${name}: ${z.prettifyError(result.error)}`)
  return value
}
