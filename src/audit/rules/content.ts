/** What may change content beside people with a role: integrations, and merge rules that are gone. */
import { CHANGES, INTEGRATIONS, type Rule } from './rule.ts'

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
    id: 'integration-installed',
    severity: 'medium',
    doc: 'An integration was installed.',
    kinds: ['installation'],
    on: ['added'],
    controls: INTEGRATIONS,
  },
  {
    id: 'integration-scopes-widened',
    severity: 'medium',
    doc: 'An integration may do more, or in more places, than before.',
    kinds: ['integration', 'installation', 'installation-space', 'installation-site'],
    on: ['added', 'modified'],
    when: ['scopes-widened'],
    controls: INTEGRATIONS,
  },
]
