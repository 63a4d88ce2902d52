/** How people get in, and what programs may do: single sign-on, invitations, domains, integrations, the audit feed. */
import type { EmulatorOptions } from '../../../src/emulator/options.ts'
import type { Company } from '../../helpers/company.ts'
import { countBelow, first, type KindCases, lastId, removeOne, rowsOf, write } from './kind-case.ts'

const newest: EmulatorOptions = { profile: 'current' }

export const accessCases: KindCases = {
  'saml-provider': {
    operation: 'listSAMLProvidersInOrganizationById',
    // Its login goes with it.
    remove: async company => removeOne(company, 'saml-provider', lastId(company, 'saml-provider')) + 1,
    change: async company => {
      const path = `saml/${lastId(company, 'saml-provider')}`
      await write(company, 'PATCH', path, { ssoURL: 'https://sso.elsewhere.example/' })
    },
  },
  'sso-login': {
    operation: 'listSSOProviderLoginsInOrganization',
    remove: async company => removeOne(company, 'saml-provider', lastId(company, 'saml-provider')) + 1,
    change: async company =>
      company.emulator.patch('saml-provider', lastId(company, 'sso-login'), { label: 'Renamed' }),
  },
  'link-invite': {
    operation: 'listOrganizationInviteLinks',
    remove: async company => {
      await write(company, 'DELETE', `link-invites/${secretOfInvite(company)}`)
      return 1
    },
    change: async company => {
      await write(company, 'PATCH', `link-invites/${secretOfInvite(company)}`, { role: 'admin' })
    },
  },
  'agent-instructions': {
    operation: 'getOrganizationAgentInstructions',
    remove: async () => 0,
    change: async company => {
      const divider = { object: 'block', type: 'divider', isVoid: true, data: {} }
      await write(company, 'PUT', 'agent-instructions', {
        instructions: { object: 'document', data: {}, nodes: [divider] },
      })
    },
  },
  'email-domain': {
    operation: 'getOrganizationsForEmailDomain',
    remove: async company => {
      await write(company, 'PATCH', '', { emailDomains: [] })
      return 1
    },
    change: async company => {
      company.emulator.create('organization', { title: 'Another' })
      const other = JSON.stringify(company.emulator.state()).match(/"id":"([^"]+)","title":"Another"/)?.[1]
      company.emulator.patch('organization', other ?? '', { emailDomains: ['acme.example'] })
    },
  },
  subdomain: {
    // Described services always have a host name of their own.
    options: { asDescribed: false },
    operation: 'getSubdomain',
    remove: async company => {
      company.emulator.patch('organization', company.emulator.organization, { hostname: '' })
      return 1
    },
    change: null,
  },
  integration: {
    operation: 'listIntegrations',
    remove: async company => {
      const [gone] = rowsOf(company, 'integration').filter(one => one.id === 'git-sync')
      await write(company, 'DELETE', `/integrations/${gone?.id}`)
      return 1
    },
    change: async company => {
      await write(company, 'POST', '/integrations/git-sync', {
        title: 'Git Sync',
        description: 'Otherwise',
        script: 'export default {}',
        organization: company.emulator.organization,
      })
    },
  },
  installation: {
    operation: 'listOrganizationInstallations',
    remove: async company => {
      const gone = first(company, 'installation')
      const below = countBelow(company, gone)
      await write(company, 'DELETE', pathOf(company, gone.id))
      return 1 + below
    },
    change: async company => {
      const path = pathOf(company, first(company, 'installation').id)
      await write(company, 'PATCH', path, { configuration: { channel: '#elsewhere' } })
    },
  },
  'installation-space': {
    operation: 'listIntegrationInstallationSpaces',
    remove: async company => dropPlace(company, 'space'),
    change: company => configurePlace(company, 'space'),
  },
  'installation-site': {
    options: { sites: 1 },
    operation: 'listIntegrationInstallationSites',
    prepare: installOnSite,
    remove: async company => dropPlace(company, 'site'),
    change: company => configurePlace(company, 'site'),
  },
  'audit-event': {
    options: newest,
    operation: 'listOrganizationAuditEvents',
    prepare: async company => {
      for (const title of ['Once', 'Twice']) await write(company, 'PATCH', '', { title })
    },
    remove: async () => 0,
    change: null,
  },
}

/** The name of the resource is not the id of the link. */
function secretOfInvite(company: Company): string {
  return Object(company.vault().readJson(first(company, 'link-invite'))).id
}

function pathOf(company: Company, id: string): string {
  const one = rowsOf(company, 'installation').find(row => row.id === id)
  if (!one) throw new Error(`there is no installation ${id}`)
  return `/integrations/${Object(company.vault().readJson(one)).integration}/installations/${id}`
}

async function dropPlace(company: Company, noun: 'space' | 'site'): Promise<number> {
  await write(company, 'DELETE', pathOfPlace(company, noun))
  return 1
}

async function configurePlace(company: Company, noun: 'space' | 'site'): Promise<void> {
  await write(company, 'PATCH', pathOfPlace(company, noun), { configuration: { theme: 'dark' } })
}

function pathOfPlace(company: Company, noun: 'space' | 'site'): string {
  const { id, parentId } = first(company, `installation-${noun}`)
  return `${pathOf(company, parentId ?? '')}/${noun}s/${id}`
}

async function installOnSite(company: Company): Promise<void> {
  const list = async (path: string) => Object(await write(company, 'GET', path)).items
  const [{ installation, integration }] = await list('installations')
  const [site] = await list('sites')
  const path = `/integrations/${integration.name}/installations/${installation.id}/sites`
  await write(company, 'POST', path, { siteId: site.id })
}
