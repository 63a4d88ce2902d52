import { hostnameOf, type KeptHostname } from './hostnames.ts'
import type { KnownSite } from './site.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'site-hostname': KeptHostname
  }
}

export const siteHostname = hostnameOf<'site-hostname', KnownSite>({
  kind: 'site-hostname',
  parent: 'site',
  doc: 'Whom the own host name of a site belongs to, and whether it works.',
  hostname: site => site.hostname ?? null,
})
