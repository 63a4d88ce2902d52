/** What people may do: administrators, roles, grants, defaults. */
import { ACCESS, PRIVILEGED } from '../../resources/controls.ts'
import type { Rule } from './rule.ts'

const userGrants = ['space-user-grant', 'collection-user-grant', 'site-user-grant'] as const
const teamGrants = ['space-team-grant', 'collection-team-grant', 'site-team-grant'] as const
const roles = ['role', 'permission', 'team', 'level']

export const ROLE_RULES: readonly Rule[] = [
  {
    id: 'outside-administrator',
    severity: 'critical',
    doc: "Somebody from outside the organization's domains became administrator.",
    kinds: ['member'],
    on: ['added', 'modified'],
    fields: ['role', 'disabled'],
    when: ['became-admin', 'outside'],
    controls: PRIVILEGED,
  },
  {
    id: 'administrator-gained',
    severity: 'high',
    doc: 'Somebody became administrator.',
    kinds: ['member'],
    on: ['added', 'modified'],
    fields: ['role', 'disabled'],
    when: ['became-admin'],
    controls: PRIVILEGED,
  },
  {
    id: 'administrators-few',
    severity: 'high',
    doc: 'An administrator left, and one or none remains.',
    kinds: ['member'],
    on: ['removed', 'modified'],
    fields: ['role', 'disabled'],
    when: ['ceased-admin', 'few-admins'],
    controls: PRIVILEGED,
  },
  {
    id: 'privileged-team-grew',
    severity: 'high',
    doc: 'A team that is administrator somewhere gained a member.',
    kinds: ['team-member'],
    on: ['added'],
    when: ['team-is-admin'],
    controls: PRIVILEGED,
  },
  {
    id: 'default-role-raised',
    severity: 'high',
    doc: 'The role that new members get, or that members have without a grant, was raised.',
    kinds: ['organization', 'saml-provider'],
    on: ['modified'],
    fields: ['defaultRole'],
    when: ['default-raised'],
    controls: ACCESS,
  },
  {
    id: 'default-level-raised',
    severity: 'medium',
    doc: 'What members may do in a space, a collection or a site without a grant was raised.',
    kinds: ['space', 'collection', 'site'],
    on: ['modified'],
    fields: ['defaultLevel'],
    when: ['default-raised'],
    controls: ACCESS,
  },
  {
    id: 'role-raised',
    severity: 'medium',
    doc: 'A role was raised.',
    kinds: ['member', 'team-member', 'link-invite', ...userGrants, ...teamGrants],
    on: ['modified'],
    fields: roles,
    when: ['raised'],
    controls: ACCESS,
  },
  {
    id: 'role-lowered',
    severity: 'low',
    doc: 'A role was lowered.',
    kinds: ['member', 'team-member', 'link-invite', ...userGrants, ...teamGrants],
    on: ['modified'],
    fields: roles,
    when: ['lowered'],
    controls: ACCESS,
  },
  {
    id: 'default-lowered',
    severity: 'low',
    doc: 'A default role or level was lowered.',
    kinds: ['organization', 'saml-provider', 'space', 'collection', 'site'],
    on: ['modified'],
    fields: ['defaultRole', 'defaultLevel'],
    when: ['default-lowered'],
    controls: ACCESS,
  },
]
