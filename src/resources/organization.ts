import type { Organization } from '../platform/operations/organizations.ts'
import { doing } from './causing-actions.ts'
import { SIGN_ON } from './controls.ts'
import type { Published } from './field-path.ts'
import { listed } from './resource.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    organization: Kept<Organization, Published<'Organization'>>
  }
}

export const organization = listed<'organization', Organization>({
  kind: 'organization',
  parent: null,
  doc: 'The organization itself: title, domains, default role, SSO and invite-link switches.',
  api: '4.12',
  async *list(_platform, context) {
    yield context.organization
  },
  absence: 'listed',
  id: item => item.id,
  label: item => item.title,
  volatile: [
    // Not its logo.
    'urls.location',
    'urls.app',
    '**.permissions',
    'billing',
    'trial',
    'plan',
    'blocked',
    'internal_billingMigration',
    'internal_isOnNewTrial',
  ],
  unordered: ['emailDomains'],
  references: { site: 'defaultContent.site' },
  defaults: { urls: {} },
  addresses: ['urls.logo'],
  pictures: ['urls.logo'],
  audit: {
    added: 'info',
    removed: 'critical',
    fields: {
      sso: 'critical',
      emailDomains: 'critical',
      auditLogs: 'high',
      defaultRole: 'high',
      inviteLinks: 'high',
      hostname: 'medium',
      customHostname: 'medium',
      mergeRules: 'low',
      ai: 'low',
      defaultContent: 'low',
      title: 'info',
    },
    controls: SIGN_ON,
  },
  causes: { modified: doing('updateOrganizationById') },
  restore: { fidelity: 'part', note: 'settings only; id, plan, billing and dates are lost' },
})
