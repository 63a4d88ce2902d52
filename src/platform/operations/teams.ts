/** Teams and their members: docs/reference/operations.md, 4.14. */
import type { Caller } from '../caller.ts'
import { type TeamRole, teamMemberSchema, teamSchema } from './member-shapes.ts'

interface NewTeam {
  title: string
  members?: readonly string[]
}

/** People by user id or e-mail address. Who is in `add` and in `remove` is removed. */
interface MembershipChange {
  add?: readonly string[]
  remove?: readonly string[]
  memberships?: Readonly<Record<string, { role: TeamRole }>>
}

export const teamOperations = (caller: Caller) => ({
  list: (organization: string, query: { owner?: string; title?: string } = {}) =>
    caller.list(
      ['listTeamsInOrganizationById', pathOf(organization), { ...query }],
      teamSchema,
      item => item.id,
    ),
  /** A PUT that makes another team each time. */
  create: (organization: string, team: NewTeam) =>
    caller.make(['createOrganizationTeam', 'PUT', pathOf(organization), team], teamSchema),
  /** Null where the platform answers 404. */
  find: (organization: string, team: string) =>
    caller.find(['getTeamInOrganizationById', pathOf(organization, team)], teamSchema),
  update: (organization: string, team: string, change: { title: string }) =>
    caller.send(['updateTeamInOrganizationById', 'PATCH', pathOf(organization, team), change], teamSchema),
  delete: (organization: string, team: string) =>
    caller.run(['removeTeamFromOrganizationById', 'DELETE', pathOf(organization, team)]),
  listMembers: (organization: string, team: string) =>
    caller.list(
      ['listTeamMembersInOrganizationById', pathOf(organization, team, 'members')],
      teamMemberSchema,
      item => item.organization.id,
    ),
  updateMembers: (organization: string, team: string, change: MembershipChange) =>
    caller.run(['updateMembersInOrganizationTeam', 'PUT', pathOf(organization, team, 'members'), change]),
  /** Adds the person, or changes their role. */
  putMember: (organization: string, team: string, user: string, membership: { role?: TeamRole } = {}) =>
    caller.run([
      'addMemberToOrganizationTeamById',
      'PUT',
      pathOf(organization, team, 'members', user),
      membership,
    ]),
  removeMember: (organization: string, team: string, user: string) =>
    caller.run([
      'deleteMemberFromOrganizationTeamById',
      'DELETE',
      pathOf(organization, team, 'members', user),
    ]),
})

function pathOf(organization: string, ...rest: readonly string[]): string[] {
  return ['orgs', organization, 'teams', ...rest]
}
