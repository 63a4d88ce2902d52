import { PRIVILEGED } from '../../resources/controls.ts'
import { member } from '../../resources/member.ts'
import { page } from '../../resources/page.ts'
import { space } from '../../resources/space.ts'
import { rule } from './rule.ts'

export const MASS_CHANGE = rule({
  id: 'mass-change',
  severity: 'critical',
  doc: 'Many administrators at once, or a large share of the members, spaces or pages gone.',
  of: [member, space, page],
  on: ['added', 'modified', 'removed'],
  fields: ['role', 'disabled'],
  controls: PRIVILEGED,
  period: true,
})
