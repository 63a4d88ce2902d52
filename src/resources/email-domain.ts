import type { Organization } from '../platform/operations/organizations.ts'
import { SIGN_ON } from './controls.ts'
import { ImplausibleAnswer } from './implausible-answer.ts'
import { type Item, listed } from './resource.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'email-domain': Kept<EmailDomain, 'domain' | 'organizations'>
  }
}

interface EmailDomain extends Item {
  domain: string
  organizations: readonly Organization[]
}

export const emailDomain = listed<'email-domain', Organization>({
  kind: 'email-domain',
  parent: 'organization',
  doc: 'A domain whose people may join the organization by themselves, and who else claims it.',
  api: '4.12',
  needs: 'getOrganizationsForEmailDomain',
  everyRun: false,
  async *list(platform, { parent }) {
    for (const domain of parent.emailDomains) {
      const { organizations } = await platform.organizations.ofEmailDomain(domain)
      if (!organizations.some(organization => organization.id === parent.id))
        throw new ImplausibleAnswer('invalid', `the organization claims ${domain}, yet is not among who does`)
      yield { domain, organizations }
    }
  },
  isEmpty: parent => parent.emailDomains.length === 0,
  absence: { isGone: async (_platform, { id }, { parent }) => !parent.emailDomains.includes(id) },
  id: item => item.domain,
  label: item => item.domain,
  stored: ({ domain, organizations }) => ({
    domain,
    organizations: organizations.map(({ id, title }) => ({ id, title })),
  }),
  volatile: [],
  unordered: ['organizations'],
  embedded: ['organizations.*'],
  references: {},
  audit: { added: null, removed: null, fields: { organizations: 'critical' }, controls: SIGN_ON },
  restore: { fidelity: 'full', note: 'with the settings of the organization' },
})
