/** Collections: api.md 4.3. */
import { z } from 'zod'
import type { Caller } from '../caller.ts'
import { spaceSchema } from './spaces.ts'

export const collectionSchema = z.looseObject({
  id: z.string().min(1),
  title: z.string(),
  parent: z.string().nullish(),
})
export type Collection = z.infer<typeof collectionSchema>

export const collectionOperations = (caller: Caller) => ({
  /** All of an organization, nested ones included. */
  list: (organization: string) =>
    caller.list(
      ['listCollectionsInOrganizationById', ['orgs', organization, 'collections'], { nested: true }],
      collectionSchema,
      one => one.id,
    ),
  /** Null where the platform answers 404. */
  find: (collection: string) =>
    caller.find(['getCollectionById', ['collections', collection]], collectionSchema),
  listSpaces: (collection: string) =>
    caller.list(
      ['listSpacesInCollectionById', ['collections', collection, 'spaces']],
      spaceSchema,
      one => one.id,
    ),
})
