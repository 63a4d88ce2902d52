/** Who joins, who is let in again, and who is locked out. */
import { JOINING, LEAVING } from '../../resources/controls.ts'
import { member } from '../../resources/member.ts'
import { organization } from '../../resources/organization.ts'
import { type Rule, rule } from './rule.ts'

export const MEMBER_RULES: readonly Rule[] = [
  rule({
    id: 'invite-links-on',
    severity: 'high',
    doc: 'Links by which whoever has them can join were switched on.',
    of: [organization],
    on: ['modified'],
    fields: ['inviteLinks'],
    when: ['switched-on:inviteLinks'],
    controls: JOINING,
  }),
  rule({
    id: 'outside-guest-added',
    severity: 'medium',
    doc: "Somebody from outside the organization's domains joined.",
    of: [member],
    on: ['added'],
    when: ['outside'],
    controls: JOINING,
  }),
  rule({
    id: 'member-enabled',
    severity: 'medium',
    doc: 'Somebody who was disabled is enabled again.',
    of: [member],
    on: ['modified'],
    fields: ['disabled'],
    when: ['switched-off:disabled'],
    controls: JOINING,
  }),
  rule({
    id: 'member-disabled',
    severity: 'low',
    doc: 'A member was disabled.',
    of: [member],
    on: ['modified'],
    fields: ['disabled'],
    when: ['switched-on:disabled'],
    controls: LEAVING,
  }),
  rule({
    id: 'invite-links-off',
    severity: 'low',
    doc: 'Links by which people join were switched off.',
    of: [organization],
    on: ['modified'],
    fields: ['inviteLinks'],
    when: ['switched-off:inviteLinks'],
    controls: JOINING,
  }),
]
