import { canonicalJson, digestOf } from '../model/digest.ts'
import type { SiteIntegrationScript } from '../platform/operations/site-work.ts'
import { INTEGRATIONS } from './controls.ts'
import type { Published } from './field-path.ts'
import { listed } from './resource.ts'
import type { KnownSite } from './site.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'site-integration-script': Kept<NamedScript, Published<'SiteIntegrationScript'>>
  }
}

const ID_LENGTH = 16

interface NamedScript extends SiteIntegrationScript {
  id: string
}

export const siteIntegrationScript = listed<'site-integration-script', KnownSite>({
  kind: 'site-integration-script',
  parent: 'site',
  doc: 'A script that an integration puts into the pages of a site: its address, and what it may load.',
  api: '4.7',
  needs: 'listSiteIntegrationScripts',
  async *list(platform, { organization, parent }) {
    yield* named(await platform.siteWork.integrationScripts(organization.id, parent.id))
  },
  everyRun: 'lists',
  // No operation asks for a single one.
  absence: 'agreed',
  id: item => item.id,
  label: item => item.script,
  stored: ({ id: _id, ...script }) => script,
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

/** They have no ids. A script is its address; where that comes again with other rights, all that is said of it. */
function* named(scripts: readonly SiteIntegrationScript[]): Generator<NamedScript> {
  const known = new Set<string>()
  for (const script of scripts) {
    const byAddress = idOf(script.script)
    const id = known.has(byAddress) ? idOf(canonicalJson(script)) : byAddress
    known.add(id)
    yield { ...script, id }
  }
}

function idOf(text: string): string {
  return digestOf(text).slice(0, ID_LENGTH)
}
