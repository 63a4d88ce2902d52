/** How people sign on: enforced single sign-on, and who goes around it. */
import { SIGN_ON } from '../../resources/controls.ts'
import { member } from '../../resources/member.ts'
import { organization } from '../../resources/organization.ts'
import { type Rule, rule } from './rule.ts'

export const SIGN_ON_RULES: readonly Rule[] = [
  rule({
    id: 'sso-switched-off',
    severity: 'critical',
    doc: 'Single sign-on is no longer enforced.',
    of: [organization],
    on: ['modified'],
    fields: ['sso'],
    when: ['switched-off:sso'],
    controls: SIGN_ON,
  }),
  rule({
    id: 'sso-switched-on',
    severity: 'critical',
    doc: 'Single sign-on is now enforced.',
    of: [organization],
    on: ['modified'],
    fields: ['sso'],
    when: ['switched-on:sso'],
    controls: SIGN_ON,
  }),
  rule({
    id: 'member-without-sso',
    severity: 'medium',
    doc: 'A member signs on without single sign-on, although it is enforced.',
    of: [member],
    on: ['added', 'modified'],
    fields: ['sso'],
    when: ['without-sso'],
    controls: SIGN_ON,
  }),
  rule({
    id: 'member-with-sso',
    severity: 'info',
    doc: 'A member now signs on with single sign-on.',
    of: [member],
    on: ['modified'],
    fields: ['sso'],
    when: ['switched-on:sso'],
    controls: SIGN_ON,
  }),
]
