/** Members: api.md 4.13. `ping` is never called: it changes what it reports. */
import { z } from 'zod'
import type { Caller } from '../caller.ts'
import { spaceSchema } from './spaces.ts'

export const memberSchema = z.looseObject({
  id: z.string().min(1),
  role: z.string().nullish(),
  user: z.looseObject({ id: z.string(), displayName: z.string().nullish(), email: z.string().nullish() }),
})
export type Member = z.infer<typeof memberSchema>

export const memberSpaceSchema = z.looseObject({ permission: z.string().nullish(), space: spaceSchema })

export const memberOperations = (caller: Caller) => ({
  /** Oldest first, so that people who join during the walk come at the end. */
  list: (organization: string) =>
    caller.list(
      ['listMembersInOrganizationById', ['orgs', organization, 'members'], { order: 'asc' }],
      memberSchema,
      one => one.id,
    ),
  /** Null where the platform answers 404. */
  find: (organization: string, user: string) =>
    caller.find(['getMemberInOrganizationById', ['orgs', organization, 'members', user]], memberSchema),
  /** Effective access: every space that the person can open. */
  listSpaces: (organization: string, user: string) =>
    caller.list(
      [
        'listSpacesForOrganizationMember',
        ['orgs', organization, 'members', user, 'spaces'],
        { order: 'asc' },
      ],
      memberSpaceSchema,
      one => one.space.id,
    ),
})
