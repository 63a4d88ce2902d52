/** Who outside the organization can see content: visibility, share links. */
import { PUBLISHED } from '../../resources/controls.ts'
import { openApiSpec } from '../../resources/openapi-spec.ts'
import { shareLink } from '../../resources/share-link.ts'
import { site } from '../../resources/site.ts'
import { siteSpace } from '../../resources/site-space.ts'
import { space } from '../../resources/space.ts'
import { type Rule, rule } from './rule.ts'

export const PUBLICATION_RULES: readonly Rule[] = [
  rule({
    id: 'content-made-public',
    severity: 'critical',
    doc: 'Content that was not open to everybody is now public or unlisted.',
    of: [space, site, openApiSpec, siteSpace],
    on: ['added', 'modified'],
    fields: ['visibility', 'published'],
    when: ['opened'],
    controls: PUBLISHED,
  }),
  rule({
    id: 'share-link-activated',
    severity: 'high',
    doc: 'A share link was created or activated.',
    of: [shareLink],
    on: ['added', 'modified'],
    fields: ['active'],
    when: ['activated'],
    controls: PUBLISHED,
  }),
  rule({
    id: 'visibility-changed',
    severity: 'medium',
    doc: 'Who can see a site or a space changed, though not to everybody.',
    of: [site, space, openApiSpec],
    on: ['modified'],
    fields: ['visibility', 'published'],
    when: ['not-opened', 'not-closed'],
    controls: PUBLISHED,
  }),
  rule({
    id: 'content-made-private',
    severity: 'low',
    doc: 'Content that everybody could see is no longer open.',
    of: [space, site, openApiSpec],
    on: ['modified'],
    fields: ['visibility', 'published'],
    when: ['closed'],
    controls: PUBLISHED,
  }),
  rule({
    id: 'share-link-deactivated',
    severity: 'low',
    doc: 'A share link was deactivated or removed.',
    of: [shareLink],
    on: ['modified', 'removed'],
    fields: ['active'],
    when: ['deactivated'],
    controls: PUBLISHED,
  }),
]
