import type { Organization } from '../platform/operations/organizations.ts'
import type { SsoLogin } from '../platform/operations/saml.ts'
import { SIGN_ON } from './controls.ts'
import type { Published } from './field-path.ts'
import { listed } from './resource.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'sso-login': Kept<SsoLogin, Published<'OrganizationSSOProviderLogin'>>
  }
}

/** What the list of SAML providers says, too: read in exact runs only. */
export const ssoLogin = listed<'sso-login', Organization>({
  kind: 'sso-login',
  parent: 'organization',
  forAuditors: true,
  doc: 'Where people begin to log in with an identity provider.',
  api: '4.15',
  everyRun: false,
  async *list(platform, { parent }) {
    yield* (await platform.saml.logins(parent.id)).items
  },
  // A login may be switched off while its provider stays.
  absence: {
    isGone: async (platform, { id }, { parent }) =>
      (await platform.saml.find(parent.id, id)) === null || null,
    otherwise: 'unless-empty',
  },
  id: item => item.id,
  label: item => item.label,
  volatile: ['**.urls'],
  references: { 'saml-provider': 'id' },
  audit: { added: null, removed: null, fields: { startURL: 'critical', label: 'info' }, controls: SIGN_ON },
  restore: { fidelity: 'no', note: 'follows from the SAML provider, with another address' },
})
