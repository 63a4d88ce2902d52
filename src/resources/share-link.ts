import type { ShareLink } from '../platform/operations/site-shapes.ts'
import { doing, OF_SITE } from './causing-actions.ts'
import { PUBLISHED } from './controls.ts'
import type { Published } from './field-path.ts'
import { listed } from './resource.ts'
import type { KnownSite } from './site.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'share-link': Kept<ShareLink, Published<'ShareLink'>>
  }
}

export const shareLink = listed<'share-link', KnownSite>({
  kind: 'share-link',
  parent: 'site',
  doc: 'A secret address under which whoever has it can read a site.',
  api: '4.8',
  list: (platform, { organization, parent }) => platform.shareLinks.list(organization.id, parent.id),
  everyRun: true,
  absence: 'agreed',
  id: item => item.id,
  label: item => item.name ?? item.id,
  volatile: ['**.urls'],
  references: {},
  secret: ['urls'],
  audit: {
    added: 'high',
    removed: 'low',
    fields: { active: 'high', name: 'info' },
    others: 'info',
    controls: PUBLISHED,
  },
  causes: {
    added: doing('createSiteShareLink'),
    modified: doing('updateSiteShareLinkById'),
    removed: [...doing('deleteSiteShareLinkById'), ...OF_SITE],
  },
  restore: {
    fidelity: 'part',
    note: 'name and active; the key is new, so every address that was handed out is dead',
  },
})
