import { hostnameOf } from './hostnames.ts'
import type { KnownSite } from './site.ts'

export const siteHostname = hostnameOf<KnownSite>({
  kind: 'site-hostname',
  parent: 'site',
  doc: 'Whom the own host name of a site belongs to, and whether it works.',
  hostname: site => site.hostname ?? null,
})
