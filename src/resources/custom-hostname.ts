import type { Organization } from '../platform/operations/organizations.ts'
import { hostnameOf } from './hostnames.ts'

export const customHostname = hostnameOf<Organization>({
  kind: 'custom-hostname',
  parent: 'organization',
  doc: 'Whom the own host name of the organization belongs to, and whether it works.',
  hostname: ({ customHostname }) => (typeof customHostname === 'string' ? customHostname : null),
})
