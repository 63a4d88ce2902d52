/** What stands beside documentation and people: words and fonts of the organization, the agent and the links of a site. */
import type { EmulatorOptions } from '../../../src/emulator/options.ts'
import type { Company } from '../../helpers/company.ts'
import { first, type KindCase, type KindCases, lastId, write } from './kind-case.ts'

const agent: EmulatorOptions = { sites: 1, profile: 'current' }

export const besideCases: KindCases = {
  'glossary-entry': {
    operation: 'listGlossaryEntries',
    prepare: company => translate(company, { type: 'insert', translations: { en: 'vault', de: 'Tresor' } }),
    remove: async company => {
      await translate(company, { type: 'delete', id: lastId(company, 'glossary-entry') })
      return 1
    },
    change: company =>
      translate(company, {
        type: 'update',
        id: lastId(company, 'glossary-entry'),
        translations: { en: 'vault', de: 'Gewölbe' },
      }),
  },
  'custom-font': {
    operation: 'listCustomFonts',
    prepare: async company => {
      const fontFaces = [{ weight: 400, storageKey: 'acme-regular' }]
      await write(company, 'PUT', 'fonts', { fontFamily: 'Acme Sans', fontFaces })
    },
    remove: async company => {
      await write(company, 'DELETE', `fonts/${lastId(company, 'custom-font')}`)
      return 1
    },
    change: async company => {
      await write(company, 'POST', `fonts/${lastId(company, 'custom-font')}`, { fontFamily: 'Acme Serif' })
    },
  },
  'site-agent-settings': {
    options: agent,
    operation: 'getSiteAgentSettingsById',
    remove: async () => 0,
    change: async company => {
      await write(company, 'PUT', `sites/${first(company, 'site').id}/agent-settings`, {
        scans: { topics: 'never' },
        findings: { changeRequests: 'never' },
        editing: { customInstructions: { object: 'document', data: {}, nodes: [] } },
      })
    },
  },
  'site-channel': onSite('site-channel', 'channels', {
    operation: 'listSiteChannels',
    made: { type: 'builtin:slack', setupSettings: { allowedChannels: ['docs'] } },
    changed: { role: 'support' },
  }),
  'context-connection': onSite('context-connection', 'context-connections', {
    operation: 'listSiteContextConnections',
    made: { connector: 'builtin:website', setupSettings: { url: 'https://forum.acme.example/' } },
    changed: { filter: 'answered' },
  }),
  'site-external-link': onSite('site-external-link', 'external-links', {
    operation: 'getPublishedContentSite',
    made: { title: 'Status', url: 'https://status.acme.example/', condition: 'visitor.claims.isCustomer' },
    changed: { url: 'https://elsewhere.example/' },
  }),
}

async function translate(company: Company, operation: object): Promise<void> {
  await write(company, 'PUT', 'translations-glossary', { operations: [operation] })
}

interface OnSite {
  operation: string
  made: object
  changed: object
}

function onSite(kind: string, path: string, { operation, made, changed }: OnSite): KindCase {
  const one = (company: Company) => `sites/${first(company, 'site').id}/${path}/${lastId(company, kind)}`
  return {
    options: agent,
    operation,
    prepare: async company => {
      const { items } = Object(await write(company, 'GET', 'sites'))
      await write(company, 'POST', `sites/${items[0].id}/${path}`, made)
    },
    remove: async company => {
      await write(company, 'DELETE', one(company))
      return 1
    },
    change: async company => {
      await write(company, 'PATCH', one(company), changed)
    },
  }
}
