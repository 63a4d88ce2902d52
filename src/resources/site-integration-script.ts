import { digestOf } from '../model/digest.ts'
import type { SiteIntegrationScript } from '../platform/operations/site-work.ts'
import { INTEGRATIONS } from './controls.ts'
import { listed } from './resource.ts'
import type { KnownSite } from './site.ts'

const ID_LENGTH = 16

/** It has no id: its address is what it is. */
export const siteIntegrationScript = listed<SiteIntegrationScript, KnownSite>({
  kind: 'site-integration-script',
  parent: 'site',
  doc: 'A script that an integration puts into the pages of a site: its address, and what it may load.',
  api: '4.7',
  needs: 'listSiteIntegrationScripts',
  async *list(platform, { organization, parent }) {
    yield* await platform.siteWork.integrationScripts(organization.id, parent.id)
  },
  everyRun: 'lists',
  // No operation asks for a single one.
  mayBeEmpty: () => false,
  believedTwice: true,
  id: item => digestOf(item.script).slice(0, ID_LENGTH),
  label: item => item.script,
  volatile: [],
  references: {},
  audit: {
    added: 'high',
    removed: 'low',
    fields: { contentSecurityPolicy: 'high', cookies: 'medium' },
    others: 'info',
    controls: INTEGRATIONS,
  },
  restore: {
    fidelity: 'no',
    note: 'comes with the integration, once that is installed again',
    derived: true,
  },
})
