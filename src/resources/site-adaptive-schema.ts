import type { AdaptiveSchema } from '../platform/operations/site-shapes.ts'
import { doing } from './causing-actions.ts'
import { PUBLISHED } from './controls.ts'
import type { Published } from './field-path.ts'
import { listed } from './resource.ts'
import type { KnownSite } from './site.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'site-adaptive-schema': Kept<AdaptiveSchema, Published<'SiteAdaptiveSchema'>>
  }
}

export const siteAdaptiveSchema = listed<'site-adaptive-schema', KnownSite>({
  kind: 'site-adaptive-schema',
  parent: 'site',
  doc: 'What a site knows of its visitors: the claims that conditions may use.',
  api: '4.7',
  needs: 'getSiteAdaptiveSchema',
  async *list(platform, { organization, parent }) {
    if (parent.visibility === undefined) {
      // Of a site that nothing tells of, 404 may be the word of a service without schemas.
      yield await platform.sites.adaptiveSchema(organization.id, parent.id)
      return
    }
    const schema = await platform.sites.findAdaptiveSchema(organization.id, parent.id)
    if (schema !== null) yield schema
  },
  absence: {
    isGone: async (platform, _missing, { organization, parent }) =>
      isTheSameForAll(parent) ||
      (await platform.sites.findAdaptiveSchema(organization.id, parent.id)) === null,
  },
  isEmpty: isTheSameForAll,
  id: () => 'adaptive-schema',
  label: () => 'adaptive schema',
  volatile: ['**.urls', 'updatedAt'],
  references: {},
  audit: { added: 'low', removed: 'low', fields: { jsonSchema: 'medium' }, controls: PUBLISHED },
  causes: {
    modified: doing('updateSiteAdaptiveSchema'),
    added: doing('updateSiteAdaptiveSchema'),
  },
  restore: { fidelity: 'full', note: 'before the conditions that use it' },
})

function isTheSameForAll({ visibility, adaptiveContent }: KnownSite): boolean {
  return visibility !== undefined && adaptiveContent?.enabled !== true
}
