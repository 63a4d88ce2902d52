/** Who joins, who is let in again, and who is locked out. */
import { JOINING, LEAVING } from '../../resources/controls.ts'
import type { Rule } from './rule.ts'

export const MEMBER_RULES: readonly Rule[] = [
  {
    id: 'invite-links-on',
    severity: 'high',
    doc: 'Links by which whoever has them can join were switched on.',
    kinds: ['organization'],
    on: ['modified'],
    fields: ['inviteLinks'],
    when: ['switched-on:inviteLinks'],
    controls: JOINING,
  },
  {
    id: 'outside-guest-added',
    severity: 'medium',
    doc: "Somebody from outside the organization's domains joined.",
    kinds: ['member'],
    on: ['added'],
    when: ['outside'],
    controls: JOINING,
  },
  {
    id: 'member-enabled',
    severity: 'medium',
    doc: 'Somebody who was disabled is enabled again.',
    kinds: ['member'],
    on: ['modified'],
    fields: ['disabled'],
    when: ['switched-off:disabled'],
    controls: JOINING,
  },
  {
    id: 'member-disabled',
    severity: 'low',
    doc: 'A member was disabled.',
    kinds: ['member'],
    on: ['modified'],
    fields: ['disabled'],
    when: ['switched-on:disabled'],
    controls: LEAVING,
  },
  {
    id: 'invite-links-off',
    severity: 'low',
    doc: 'Links by which people join were switched off.',
    kinds: ['organization'],
    on: ['modified'],
    fields: ['inviteLinks'],
    when: ['switched-off:inviteLinks'],
    controls: JOINING,
  },
]
