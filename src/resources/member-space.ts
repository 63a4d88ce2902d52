import type { Member } from '../platform/operations/member-shapes.ts'
import type { MemberSpace } from '../platform/operations/members.ts'
import { DECIDE_ACCESS } from './grants.ts'
import { listed } from './resource.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'member-space': Kept<MemberSpace, 'space' | 'permission'>
  }
}

/** The document's only view of permissions: effective access, a list a member. */
export const memberSpace = listed<'member-space', Member>({
  kind: 'member-space',
  parent: 'member',
  forAuditors: true,
  doc: 'A space that a member can open, and with which role: where the service does not list who can open a space.',
  api: '4.13',
  insteadOf: 'listPermissionsAggregateInSpace',
  async *list(platform, { organization, parent, shared }) {
    const known = shared.memberSpaces?.get(parent.id)
    if (known) yield* known
    else yield* platform.members.listSpaces(organization.id, parent.id)
  },
  token: ({ spaces, teams, role, disabled }) => ({
    value: [spaces, teams, role, disabled].map(String).join(' '),
    trust: 'hint',
  }),
  follows: DECIDE_ACCESS,
  absence: { mayBeEmpty: parent => (parent.spaces ?? 0) === 0 },
  id: item => item.space.id,
  label: item => item.space.title,
  stored: ({ permission, space }) => ({ permission, space: space.id }),
  volatile: [],
  references: { space: 'space' },
  audit: null,
  restore: { fidelity: 'no', note: 'direct and inherited roles cannot be told apart' },
})
