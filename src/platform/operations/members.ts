/** Members: docs/reference/operations.md, 4.13. A backup never calls `ping`: it changes what it reports. */
import { z } from 'zod'
import type { Caller } from '../caller.ts'
import { memberSchema, memberTeamSchema } from './member-shapes.ts'
import { type Open, type Order, type Role, roleSchema } from './shapes.ts'
import { spaceSchema } from './spaces.ts'

const memberSpaceSchema = z.looseObject({ permission: roleSchema.nullish(), space: spaceSchema })
export type MemberSpace = z.infer<typeof memberSpaceSchema>

/** The document's `serviceVisitorClaims` is `gitbookVisitorClaims` on the published service. */
const claimsSchema = z.looseObject({
  serviceVisitorClaims: z.string().nullish(),
  gitbookVisitorClaims: z.string().nullish(),
})

interface MemberQuery {
  order?: Order
  role?: Role | 'guest'
  /** In names and addresses. */
  search?: string
  /** By `lastSeenAt`, only active members are listed. */
  sort?: Open<readonly ['joinedAt', 'lastSeenAt']>
}

export const memberOperations = (caller: Caller) => ({
  /** Oldest first unless asked otherwise, so that people who join during the walk come at the end. */
  list: (organization: string, query: MemberQuery = {}) =>
    caller.list(
      ['listMembersInOrganizationById', pathOf(organization), { order: 'asc', ...query }],
      memberSchema,
      item => item.id,
    ),
  /** Null where the platform answers 404. */
  find: (organization: string, user: string) =>
    caller.find(['getMemberInOrganizationById', pathOf(organization, user)], memberSchema),
  update: (organization: string, user: string, change: { role: Role | null }) =>
    caller.send(
      ['updateMemberInOrganizationById', 'PATCH', pathOf(organization, user), change],
      memberSchema,
    ),
  delete: (organization: string, user: string) =>
    caller.run(['removeMemberFromOrganizationById', 'DELETE', pathOf(organization, user)]),
  /** The caller was seen now. */
  ping: (organization: string) =>
    caller.send(['updateOrganizationMemberLastSeenAt', 'POST', ['orgs', organization, 'ping']], claimsSchema),
  markAsSso: (organization: string, user: string) =>
    caller.send(
      ['setUserAsSSOMemberForOrganization', 'POST', pathOf(organization, user, 'sso')],
      memberSchema,
    ),
  /** Effective access: every space that the person can open. */
  listSpaces: (organization: string, user: string) =>
    caller.list(
      ['listSpacesForOrganizationMember', pathOf(organization, user, 'spaces'), { order: 'asc' }],
      memberSpaceSchema,
      item => item.space.id,
    ),
  listTeams: (organization: string, user: string, query: { title?: string } = {}) =>
    caller.list(
      ['listTeamsForOrganizationMember', pathOf(organization, user, 'teams'), { ...query }],
      memberTeamSchema,
      item => item.team.id,
    ),
})

function pathOf(organization: string, ...rest: readonly string[]): string[] {
  return ['orgs', organization, 'members', ...rest]
}
