/** Organizations, people and their settings, to the letter (docs/development/platform.md#sections, 2). */
import { z } from 'zod'
import { date, flagsOf, id, linksOf, optional, role, user } from './shape-fields.ts'

export const team = z.looseObject({
  object: z.literal('team'),
  id,
  title: z.string().min(1).max(64),
  members: z.int(),
  spaces: z.int(),
  createdAt: date,
  permissions: flagsOf(['admin', 'view']),
})

export const samlProvider = z.looseObject({
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

export const spec = z.looseObject({
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

export const specVersion = z.looseObject({
  object: z.literal('openapi-spec-version'),
  id,
  createdAt: optional.date,
  url: z.url().max(2048),
  urls: linksOf(['location']),
})

export const translation = z.looseObject({
  object: z.literal('translation-settings'),
  id,
  title: z.string().min(1).max(100),
  languages: z.array(z.string()),
  createdAt: date,
  updatedAt: date,
  permissions: flagsOf(['view', 'edit']),
  urls: linksOf(['location']),
})

export const organization = z.looseObject({
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

export const member = z.looseObject({
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

export const integration = z.looseObject({
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
