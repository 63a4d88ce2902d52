import { PRIVILEGED } from '../../resources/controls.ts'
import type { Rule } from './rule.ts'

export const MASS_CHANGE: Rule = {
  id: 'mass-change',
  severity: 'critical',
  doc: 'Many administrators at once, or a large share of the members, spaces or pages gone.',
  kinds: ['member', 'space', 'page'],
  on: ['added', 'modified', 'removed'],
  fields: ['role', 'disabled'],
  controls: PRIVILEGED,
  period: true,
}
