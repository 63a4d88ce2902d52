import type { CustomHostname } from '../platform/operations/custom-hostnames.ts'
import { hostnameOf } from './hostnames.ts'
import type { KnownSite } from './site.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'site-hostname': CustomHostname
  }
}

export const siteHostname = hostnameOf<'site-hostname', KnownSite>({
  kind: 'site-hostname',
  parent: 'site',
  doc: 'Whom the own host name of a site belongs to, and whether it works.',
  hostname: site => site.hostname ?? null,
})
