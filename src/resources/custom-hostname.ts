import type { Organization } from '../platform/operations/organizations.ts'
import { hostnameOf, type KeptHostname } from './hostnames.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'custom-hostname': KeptHostname
  }
}

export const customHostname = hostnameOf<'custom-hostname', Organization>({
  kind: 'custom-hostname',
  parent: 'organization',
  doc: 'Whom the own host name of the organization belongs to, and whether it works.',
  hostname: ({ customHostname }) => (typeof customHostname === 'string' ? customHostname : null),
})
