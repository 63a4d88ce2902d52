import type { Team, TeamMember } from '../platform/operations/member-shapes.ts'
import { doing, LEAVING, setting } from './causing-actions.ts'
import { ACCESS } from './controls.ts'
import type { Published } from './field-path.ts'
import { member } from './member.ts'
import { listed } from './resource.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'team-member': Kept<TeamMember, Published<'OrganizationTeamMember'>>
  }
}

export const teamMember = listed<'team-member', Team>({
  kind: 'team-member',
  parent: 'team',
  doc: 'A membership in a team, with its role.',
  api: '4.14',
  list: (platform, { organization, parent }) => platform.teams.listMembers(organization.id, parent.id),
  absence: { mayBeEmpty: parent => parent.members === 0 },
  // The team's count is blind to one in and one out, and to changed roles; a change of it is seen at any rate.
  token: parent => ({ value: String(parent.members ?? ''), trust: 'hint' }),
  everyRun: 'lists',
  follows: [member.kind],
  isEmpty: parent => parent.members === 0,
  id: item => item.organization.id,
  label: item => item.organization.user.displayName ?? item.organization.id,
  volatile: ['**.urls', '**.permissions'],
  embedded: ['organization'],
  references: { member: 'organization.id' },
  audit: { added: 'info', removed: 'low', fields: { team: 'medium' }, others: 'info', controls: ACCESS },
  causes: {
    added: doing('addMemberToOrganizationTeamById updateMembersInOrganizationTeam createOrganizationTeam'),
    modified: setting('team', 'addMemberToOrganizationTeamById updateMembersInOrganizationTeam'),
    removed: [
      ...doing(
        'deleteMemberFromOrganizationTeamById updateMembersInOrganizationTeam removeTeamFromOrganizationById',
      ),
      ...LEAVING,
    ],
  },
  words: { added: 'joined team', removed: 'left team' },
  access: { of: 'person', as: 'membership' },
  role: ['team.role'],
  restore: { fidelity: 'full', note: 'role included, for people who are members' },
})
