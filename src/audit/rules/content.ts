/** What may change content beside people with a role: integrations, and merge rules that are gone. */
import { CHANGES, INTEGRATIONS } from '../../resources/controls.ts'
import { installation } from '../../resources/installation.ts'
import { integration } from '../../resources/integration.ts'
import { organization } from '../../resources/organization.ts'
import { space } from '../../resources/space.ts'
import { type Rule, rule } from './rule.ts'

export const CONTENT_RULES: readonly Rule[] = [
  rule({
    id: 'merge-rules-weakened',
    severity: 'medium',
    doc: 'A rule that changes of content had to meet is gone.',
    of: [organization, space],
    on: ['modified'],
    fields: ['mergeRules'],
    when: ['merge-rules-weakened'],
    controls: CHANGES,
  }),
  rule({
    id: 'integration-scopes-widened',
    severity: 'medium',
    doc: 'An integration may do more, or in more places, than before.',
    of: [integration, installation],
    on: ['modified'],
    fields: ['scopes', 'space_selection', 'site_selection'],
    when: ['scopes-widened'],
    controls: INTEGRATIONS,
  }),
]
