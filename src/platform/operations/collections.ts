/** Collections: docs/reference/operations.md, 4.3. */
import { z } from 'zod'
import type { Caller } from '../caller.ts'
import { type DefaultLevel, defaultLevelSchema, flagsSchema, idSchema, linksSchema } from './shapes.ts'
import { type ContentMove, spaceSchema } from './spaces.ts'

const collectionSchema = z.looseObject({
  object: z.literal('collection'),
  id: idSchema,
  title: z.string(),
  description: z.string().nullish(),
  organization: idSchema,
  parent: z.string().nullish(),
  defaultLevel: defaultLevelSchema,
  urls: linksSchema,
  permissions: flagsSchema,
})
export type Collection = z.infer<typeof collectionSchema>

interface NewCollection {
  title?: string
  parent?: string
}

interface CollectionChange {
  title?: string
  description?: string
  defaultLevel?: DefaultLevel
}

export const collectionOperations = (caller: Caller) => ({
  /** All of an organization, nested ones included. */
  list: (organization: string) =>
    caller.list(
      ['listCollectionsInOrganizationById', ['orgs', organization, 'collections'], { nested: true }],
      collectionSchema,
      item => item.id,
    ),
  create: (organization: string, collection: NewCollection = {}) =>
    caller.send(
      ['createCollection', 'POST', ['orgs', organization, 'collections'], collection],
      collectionSchema,
    ),
  /** Null where the platform answers 404. */
  find: (collection: string) =>
    caller.find(['getCollectionById', ['collections', collection]], collectionSchema),
  update: (collection: string, change: CollectionChange) =>
    caller.send(['updateCollectionById', 'PATCH', ['collections', collection], change], collectionSchema),
  delete: (collection: string) => caller.run(['deleteCollectionById', 'DELETE', ['collections', collection]]),
  listSpaces: (collection: string) =>
    caller.list(
      ['listSpacesInCollectionById', ['collections', collection, 'spaces']],
      spaceSchema,
      item => item.id,
    ),
  move: (collection: string, to: ContentMove) =>
    caller.send(['moveCollection', 'POST', ['collections', collection, 'move'], to], collectionSchema),
  /** To the root of another organization, with what is in it. */
  transfer: (collection: string, organization: string) =>
    caller.send(
      ['transferCollection', 'POST', ['collections', collection, 'transfer'], { organization }],
      collectionSchema,
    ),
})
