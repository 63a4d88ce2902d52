import type { Team } from '../platform/operations/member-shapes.ts'
import type { Organization } from '../platform/operations/organizations.ts'
import { doing } from './causing-actions.ts'
import { ACCESS } from './controls.ts'
import type { Published } from './field-path.ts'
import { listed } from './resource.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    team: Kept<Team, Published<'OrganizationTeam'>>
  }
}

export const team = listed<'team', Organization>({
  kind: 'team',
  parent: 'organization',
  doc: 'A team of members.',
  api: '4.14',
  list: (platform, { parent }) => platform.teams.list(parent.id),
  absence: {
    isGone: async (platform, { id }, { parent }) => (await platform.teams.find(parent.id, id)) === null,
  },
  id: item => item.id,
  label: item => item.title ?? item.id,
  volatile: ['**.urls', '**.permissions', 'members', 'spaces'],
  references: {},
  audit: { added: 'info', removed: 'low', fields: { title: 'low' }, others: 'info', controls: ACCESS },
  causes: {
    added: doing('createOrganizationTeam'),
    modified: doing('updateTeamInOrganizationById'),
    removed: doing('removeTeamFromOrganizationById'),
  },
  access: { of: 'team', as: 'identity' },
  restore: { fidelity: 'full', note: 'title, members and roles' },
})
