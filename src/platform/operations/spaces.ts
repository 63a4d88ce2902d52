/** Spaces: docs/reference/operations.md, 4.4; what is outside of it is marked *extension*. */
import { z } from 'zod'
import type { Caller } from '../caller.ts'
import { LINK_PAGE_LIMIT, type LinkQuery, linkSchema, linkStatsSchema } from './links.ts'
import {
  type DefaultLevel,
  defaultLevelSchema,
  flagsSchema,
  idSchema,
  linksSchema,
  type Open,
  open,
  type Position,
} from './shapes.ts'

const VISIBILITIES = ['public', 'unlisted', 'share-link', 'visitor-auth', 'in-collection', 'private'] as const
const EDIT_MODES = ['live', 'locked'] as const
const GIT_PROVIDERS = ['github', 'gitlab', 'github-legacy'] as const
const VISITOR_BACKENDS = ['custom', 'integration'] as const

const gitSyncSchema = z.looseObject({
  repoName: z.string().nullish(),
  installationProvider: open(GIT_PROVIDERS).nullish(),
  integration: z.string().nullish(),
  url: z.string().nullish(),
  updatedAt: z.string().nullish(),
})

export const spaceSchema = z.looseObject({
  object: z.literal('space'),
  id: idSchema,
  title: z.string(),
  /** Required by the document, absent where the space has an icon. */
  emoji: z.string().nullish(),
  visibility: open(VISIBILITIES),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Set during the seven days in which a deleted space can be restored. */
  deletedAt: z.string().nullish(),
  editMode: open(EDIT_MODES).nullish(),
  urls: linksSchema,
  organization: idSchema,
  parent: z.string().nullish(),
  gitSync: gitSyncSchema.nullish(),
  visitorAuth: z
    .looseObject({ backend: open(VISITOR_BACKENDS), integration: z.string().nullish() })
    .nullish(),
  revision: idSchema,
  defaultLevel: defaultLevelSchema,
  /** Open ones. */
  comments: z.number(),
  changeRequests: z.number(),
  changeRequestsOpen: z.number(),
  changeRequestsDraft: z.number(),
  permissions: flagsSchema,
})
export type Space = z.infer<typeof spaceSchema>

interface SpaceChange {
  title?: string
  editMode?: Open<typeof EDIT_MODES>
  defaultLevel?: DefaultLevel
  /** Either of these two; both null for none. */
  emoji?: string | null
  icon?: string | null
}

interface NewSpace {
  title?: string
  emoji?: string
  parent?: string
  language?: string
  editMode?: Open<typeof EDIT_MODES>
}

type ContentPointer = { type: 'space'; space: string } | { type: 'collection'; collection: string }

/** Where a space or a collection goes: into a collection (null = the root), at a place among what is there. */
export interface ContentMove {
  parent?: string | null
  position?: Position<ContentPointer>
}

export const spaceOperations = (caller: Caller) => ({
  /** Null where the platform answers 404; a space in its seven days of grace is there, with `deletedAt`. */
  find: (space: string, shareKey?: string) =>
    caller.find(['getSpaceById', ['spaces', space], { shareKey }], spaceSchema),
  update: (space: string, change: SpaceChange) =>
    caller.send(['updateSpaceById', 'PATCH', ['spaces', space], change], spaceSchema),
  delete: (space: string) => caller.run(['deleteSpaceById', 'DELETE', ['spaces', space]]),
  duplicate: (space: string) =>
    caller.send(['duplicateSpace', 'POST', ['spaces', space, 'duplicate']], spaceSchema),
  /** Undoes a deletion of the last seven days. */
  restore: (space: string) =>
    caller.send(['restoreSpace', 'POST', ['spaces', space, 'restore']], spaceSchema),
  move: (space: string, to: ContentMove) =>
    caller.send(['moveSpace', 'POST', ['spaces', space, 'move'], to], spaceSchema),
  transfer: (space: string, organization: string) =>
    caller.send(['transferSpace', 'POST', ['spaces', space, 'transfer'], { organization }], spaceSchema),
  listLinks: (space: string, query: LinkQuery = {}) =>
    caller.list(['listSpaceLinks', ['spaces', space, 'links'], { ...query }], linkSchema, null),
  listBrokenLinks: (space: string) =>
    caller.list(
      ['listSpaceLinks', ['spaces', space, 'links'], { status: 'broken', limit: LINK_PAGE_LIMIT }],
      linkSchema,
      null,
    ),
  linkStats: (space: string) =>
    caller.get(['listSpaceLinks', ['spaces', space, 'links'], { limit: 1 }], linkStatsSchema),
  /** *Extension.* Every space of the organization that the token's owner can see. */
  listInOrganization: (organization: string) =>
    caller.list(
      ['listSpacesInOrganizationById', ['orgs', organization, 'spaces']],
      spaceSchema,
      item => item.id,
    ),
  /** *Extension.* */
  create: (organization: string, space: NewSpace = {}) =>
    caller.send(['createSpace', 'POST', ['orgs', organization, 'spaces'], space], spaceSchema),
})
