/** Who outside the organization can see content: visibility, share links. */
import { PUBLISHED } from '../../resources/controls.ts'
import type { Rule } from './rule.ts'

export const PUBLICATION_RULES: readonly Rule[] = [
  {
    id: 'content-made-public',
    severity: 'critical',
    doc: 'Content that was not open to everybody is now public or unlisted.',
    kinds: ['space', 'site', 'openapi-spec', 'site-space'],
    on: ['added', 'modified'],
    fields: ['visibility', 'published'],
    when: ['opened'],
    controls: PUBLISHED,
  },
  {
    id: 'share-link-activated',
    severity: 'high',
    doc: 'A share link was created or activated.',
    kinds: ['share-link'],
    on: ['added', 'modified'],
    fields: ['active'],
    when: ['activated'],
    controls: PUBLISHED,
  },
  {
    id: 'visibility-changed',
    severity: 'medium',
    doc: 'Who can see a site or a space changed, though not to everybody.',
    kinds: ['site', 'space', 'openapi-spec'],
    on: ['modified'],
    fields: ['visibility', 'published'],
    when: ['not-opened', 'not-closed'],
    controls: PUBLISHED,
  },
  {
    id: 'content-made-private',
    severity: 'low',
    doc: 'Content that everybody could see is no longer open.',
    kinds: ['space', 'site', 'openapi-spec'],
    on: ['modified'],
    fields: ['visibility', 'published'],
    when: ['closed'],
    controls: PUBLISHED,
  },
  {
    id: 'share-link-deactivated',
    severity: 'low',
    doc: 'A share link was deactivated or removed.',
    kinds: ['share-link'],
    on: ['modified', 'removed'],
    fields: ['active'],
    when: ['deactivated'],
    controls: PUBLISHED,
  },
]
