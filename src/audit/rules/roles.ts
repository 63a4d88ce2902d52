/** What people may do: administrators, roles, grants, defaults. */

import { collection } from '../../resources/collection.ts'
import { ACCESS, PRIVILEGED } from '../../resources/controls.ts'
import { resources } from '../../resources/index.ts'
import { member } from '../../resources/member.ts'
import { organization } from '../../resources/organization.ts'
import { samlProvider } from '../../resources/saml-provider.ts'
import { site } from '../../resources/site.ts'
import { space } from '../../resources/space.ts'
import { teamMember } from '../../resources/team-member.ts'
import { type Rule, rule } from './rule.ts'

const withRole = resources.filter(({ role }) => role !== undefined)
const ANY_ROLE = {
  kinds: withRole.map(({ kind }) => kind),
  on: ['modified'],
  fields: [...new Set(withRole.flatMap(({ role = [] }) => role.map(path => topOf(path))))],
} as const

export const ROLE_RULES: readonly Rule[] = [
  rule({
    id: 'outside-administrator',
    severity: 'critical',
    doc: "Somebody from outside the organization's domains became administrator.",
    of: [member],
    on: ['added', 'modified'],
    fields: ['role', 'disabled'],
    when: ['became-admin', 'outside'],
    controls: PRIVILEGED,
  }),
  rule({
    id: 'administrator-gained',
    severity: 'high',
    doc: 'Somebody became administrator.',
    of: [member],
    on: ['added', 'modified'],
    fields: ['role', 'disabled'],
    when: ['became-admin'],
    controls: PRIVILEGED,
  }),
  rule({
    id: 'administrators-few',
    severity: 'high',
    doc: 'An administrator left, and one or none remains.',
    of: [member],
    on: ['removed', 'modified'],
    fields: ['role', 'disabled'],
    when: ['ceased-admin', 'few-admins'],
    controls: PRIVILEGED,
  }),
  rule({
    id: 'privileged-team-grew',
    severity: 'high',
    doc: 'A team that is administrator somewhere gained a member.',
    of: [teamMember],
    on: ['added'],
    when: ['team-is-admin'],
    controls: PRIVILEGED,
  }),
  rule({
    id: 'default-role-raised',
    severity: 'high',
    doc: 'The role that new members get, or that members have without a grant, was raised.',
    of: [organization, samlProvider],
    on: ['modified'],
    fields: ['defaultRole'],
    when: ['default-raised'],
    controls: ACCESS,
  }),
  rule({
    id: 'default-level-raised',
    severity: 'medium',
    doc: 'What members may do in a space, a collection or a site without a grant was raised.',
    of: [space, collection, site],
    on: ['modified'],
    fields: ['defaultLevel'],
    when: ['default-raised'],
    controls: ACCESS,
  }),
  {
    id: 'role-raised',
    severity: 'medium',
    doc: 'A role was raised.',
    ...ANY_ROLE,
    when: ['raised'],
    controls: ACCESS,
  },
  {
    id: 'role-lowered',
    severity: 'low',
    doc: 'A role was lowered.',
    ...ANY_ROLE,
    when: ['lowered'],
    controls: ACCESS,
  },
  rule({
    id: 'default-lowered',
    severity: 'low',
    doc: 'A default role or level was lowered.',
    of: [organization, samlProvider, space, collection, site],
    on: ['modified'],
    fields: ['defaultRole', 'defaultLevel'],
    when: ['default-lowered'],
    controls: ACCESS,
  }),
]

function topOf(path: string): string {
  return path.split('.')[0] ?? path
}
