import type { Member } from '../platform/operations/member-shapes.ts'
import type { Organization } from '../platform/operations/organizations.ts'
import { doing, LEAVING, setting } from './causing-actions.ts'
import { ACCESS } from './controls.ts'
import type { Published } from './field-path.ts'
import { listed } from './resource.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    member: Kept<Member, Published<'OrganizationMember'> | 'type'>
  }
}

/** Prefix of a note: the role of a member. */
export const ROLE_OF = 'role of '

export const member = listed<'member', Organization>({
  kind: 'member',
  parent: 'organization',
  doc: 'A person in the organization and their role.',
  api: '4.13',
  list: (platform, { parent }) => platform.members.list(parent.id),
  absence: {
    isGone: async (platform, { id }, { parent }) => (await platform.members.find(parent.id, id)) === null,
  },
  id: item => item.id,
  label: item => item.user.displayName ?? item.user.email ?? item.id,
  alsoCalled: item => [item.user.email],
  volatile: ['**.urls', '**.permissions', 'lastSeenAt', 'spaces', 'teams', 'sites'],
  embedded: ['user'],
  people: ['user'],
  references: { user: 'user.id' },
  audit: {
    added: 'info',
    removed: 'low',
    fields: { role: 'high', disabled: 'medium', sso: 'medium' },
    others: 'info',
    controls: ACCESS,
  },
  causes: {
    added: doing('inviteUsersToOrganization joinOrganization joinOrganizationWithInvite'),
    modified: [
      ...setting('role', 'updateMemberInOrganizationById'),
      ...setting('sso', 'setUserAsSSOMemberForOrganization'),
    ],
    removed: LEAVING,
  },
  words: { added: 'joined', removed: 'left' },
  access: { of: 'person', as: 'identity' },
  role: ['role'],
  restore: {
    fidelity: 'part',
    note: 'an invitation that the person must accept; dates and the disabled flag are lost',
  },
  observe: (item, notes) => {
    notes.set(ROLE_OF + item.id, item.role ?? 'guest')
    if (item.role === 'admin' && item.disabled !== true && !notes.has('administrator'))
      notes.set('administrator', item.id)
  },
})
