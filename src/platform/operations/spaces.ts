/** Spaces: api.md 4.4 and, marked *extension*, extensions.md A. */
import { z } from 'zod'
import type { Caller } from '../caller.ts'

export const spaceSchema = z.looseObject({
  id: z.string().min(1),
  title: z.string(),
  revision: z.string().min(1),
  parent: z.string().nullish(),
  deletedAt: z.string().nullish(),
})
export type Space = z.infer<typeof spaceSchema>

export const spaceOperations = (caller: Caller) => ({
  /** Null where the platform answers 404; a space in its seven days of grace is there, with `deletedAt`. */
  find: (space: string) => caller.find(['getSpaceById', ['spaces', space]], spaceSchema),
  /** *Extension.* Every space of the organization that the token's owner can see. */
  listInOrganization: (organization: string) =>
    caller.list(
      ['listSpacesInOrganizationById', ['orgs', organization, 'spaces']],
      spaceSchema,
      one => one.id,
    ),
})
