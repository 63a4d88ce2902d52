/** What ties an organization to the world outside: repositories, own host names; and which guide its sites keep to. */
import type { EmulatorOptions } from '../../../src/emulator/options.ts'
import type { Company } from '../../helpers/company.ts'
import { type KindCase, type KindCases, lastId, write } from './kind-case.ts'

/** Small: what is tried does not depend on who else is there. */
const options: EmulatorOptions = { sites: 2, members: 2, teams: 0, specs: [], profile: 'current' }
const HOSTNAME = 'docs.acme.example'
const OWN_HOSTNAME = 'handbook.acme.example'

export const linkedCases: KindCases = {
  'space-git-sync': gitSync('space', async company => ({
    type: 'space',
    spaceId: await first(company, 'spaces'),
  })),
  'site-git-sync': gitSync('site', async company => ({
    type: 'site',
    siteId: await first(company, 'sites'),
  })),
  'custom-hostname': {
    options,
    operation: 'getCustomHostname',
    prepare: async ({ emulator }) =>
      emulator.patch('organization', emulator.organization, { customHostname: OWN_HOSTNAME }),
    remove: async ({ emulator }) => {
      emulator.patch('organization', emulator.organization, { customHostname: undefined })
      return 1
    },
    // A site takes it over.
    change: async company =>
      company.emulator.patch('site', await first(company, 'sites'), { hostname: OWN_HOSTNAME }),
  },
  'site-hostname': {
    options,
    operation: 'getCustomHostname',
    prepare: async company =>
      company.emulator.patch('site', await second(company, 'sites'), { hostname: HOSTNAME }),
    remove: async company => {
      company.emulator.patch('site', await second(company, 'sites'), { hostname: undefined })
      return 1
    },
    // Another site takes it over.
    change: async company =>
      company.emulator.patch('site', await first(company, 'sites'), { hostname: HOSTNAME }),
  },
  styleguide: {
    options,
    operation: 'listOrganizationStyleguides',
    prepare: async company => {
      await keepTo(company, await first(company, 'sites'), await first(company, 'spaces'))
      await keepTo(company, await second(company, 'sites'), await second(company, 'spaces'))
    },
    remove: async company => {
      company.emulator.patch('space', await second(company, 'spaces'), { type: undefined })
      return 1
    },
    change: async company => keepTo(company, await first(company, 'sites'), await second(company, 'spaces')),
  },
}

function gitSync(noun: string, targetOf: (company: Company) => Promise<object>): KindCase {
  const one = (company: Company) => `/git/installations/${lastId(company, `${noun}-git-sync`)}`
  return {
    options,
    operation: 'getGitSyncInstallationById',
    prepare: async company => {
      const made = { provider: 'gitlab', target: await targetOf(company) }
      const { id } = Object(await write(company, 'POST', '/git/installations', made))
      await write(company, 'PATCH', `/git/installations/${id}`, {
        provider: 'gitlab',
        providerConfiguration: { projectId: 7, accessToken: 'glpat-of-acme', branch: 'refs/heads/main' },
        projectDirectory: 'docs',
        priority: 'git',
      })
    },
    remove: async company => {
      await write(company, 'DELETE', one(company))
      return 1
    },
    change: async company => {
      await write(company, 'PATCH', one(company), {
        provider: 'gitlab',
        providerConfiguration: { projectId: 8, branch: 'refs/heads/main' },
      })
    },
  }
}

async function keepTo(company: Company, site: string, styleguide: string): Promise<void> {
  await write(company, 'PATCH', `sites/${site}`, { styleguide })
}

async function first(company: Company, path: string): Promise<string> {
  const { items } = Object(await write(company, 'GET', path))
  return items[0].id
}

async function second(company: Company, path: string): Promise<string> {
  const { items } = Object(await write(company, 'GET', path))
  return items[1].id
}
