import type { Organization, Subdomain } from '../platform/operations/organizations.ts'
import { PUBLISHED } from './controls.ts'
import type { Published } from './field-path.ts'
import { listed } from './resource.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    subdomain: Kept<Subdomain, Published<'Subdomain'>>
  }
}

export const subdomain = listed<'subdomain', Organization>({
  kind: 'subdomain',
  parent: 'organization',
  doc: 'Whom the default host name of the organization belongs to.',
  api: '2.12',
  needs: 'getSubdomain',
  everyRun: false,
  async *list(platform, { parent }) {
    if (parent.hostname) yield await platform.organizations.subdomain(parent.hostname)
  },
  isEmpty: parent => !parent.hostname,
  absence: { isGone: async (_platform, { id }, { parent }) => parent.hostname !== id },
  id: item => item.subdomain,
  label: item => item.subdomain,
  volatile: ['**.urls', '**.permissions'],
  references: {},
  audit: {
    added: null,
    removed: null,
    fields: { target: 'critical', isActive: 'high' },
    controls: PUBLISHED,
  },
  restore: {
    fidelity: 'part',
    note: 'by setting the host name of the organization, while nobody else has it',
  },
})
