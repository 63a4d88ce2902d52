import type { Organization } from '../platform/operations/organizations.ts'
import type { SamlProvider } from '../platform/operations/saml.ts'
import { doing } from './causing-actions.ts'
import { SIGN_ON } from './controls.ts'
import type { Published } from './field-path.ts'
import { listed } from './resource.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'saml-provider': Kept<SamlProvider, Published<'OrganizationSAMLProvider'>>
  }
}

export const samlProvider = listed<'saml-provider', Organization>({
  kind: 'saml-provider',
  parent: 'organization',
  forAuditors: true,
  doc: 'An identity provider that people log in with, its certificate included.',
  api: '4.15',
  list: (platform, { parent }) => platform.saml.list(parent.id),
  absence: {
    isGone: async (platform, { id }, { parent }) => (await platform.saml.find(parent.id, id)) === null,
  },
  id: item => item.id,
  label: item => item.label,
  volatile: ['**.urls', '**.permissions'],
  embedded: ['defaultTeam'],
  references: { team: 'defaultTeam.id' },
  audit: {
    added: 'critical',
    removed: 'critical',
    together: true,
    fields: {
      ssoURL: 'critical',
      certificate: 'critical',
      entityID: 'critical',
      status: 'critical',
      defaultTeam: 'high',
      defaultRole: 'high',
      label: 'info',
    },
    others: 'medium',
    controls: SIGN_ON,
  },
  causes: {
    added: doing('createOrganizationSAMLProvider'),
    modified: doing('updateOrganizationSAMLProvider'),
    removed: doing('deleteOrganizationSAMLProvider'),
  },
  words: { added: 'created', removed: 'removed' },
  restore: {
    fidelity: 'full',
    note: 'settings; the identity provider has to be told the new addresses',
  },
})
