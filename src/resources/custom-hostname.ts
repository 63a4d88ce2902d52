import type { CustomHostname } from '../platform/operations/custom-hostnames.ts'
import type { Organization } from '../platform/operations/organizations.ts'
import { hostnameOf } from './hostnames.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'custom-hostname': CustomHostname
  }
}

export const customHostname = hostnameOf<'custom-hostname', Organization>({
  kind: 'custom-hostname',
  parent: 'organization',
  doc: 'Whom the own host name of the organization belongs to, and whether it works.',
  hostname: ({ customHostname }) => (typeof customHostname === 'string' ? customHostname : null),
})
