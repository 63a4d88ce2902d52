/** What may change content beside people with a role: integrations, and merge rules that are gone. */
import { CHANGES, INTEGRATIONS } from '../../resources/controls.ts'
import type { Rule } from './rule.ts'

export const CONTENT_RULES: readonly Rule[] = [
  {
    id: 'merge-rules-weakened',
    severity: 'medium',
    doc: 'A rule that changes of content had to meet is gone.',
    kinds: ['organization', 'space'],
    on: ['modified'],
    fields: ['mergeRules'],
    when: ['merge-rules-weakened'],
    controls: CHANGES,
  },
  {
    id: 'integration-scopes-widened',
    severity: 'medium',
    doc: 'An integration may do more, or in more places, than before.',
    kinds: ['integration', 'installation'],
    on: ['modified'],
    fields: ['scopes', 'space_selection', 'site_selection'],
    when: ['scopes-widened'],
    controls: INTEGRATIONS,
  },
]
