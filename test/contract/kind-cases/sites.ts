/** Sites: the first one has sections and is published for everybody, the fourth asks visitors who they are. */
import type { EmulatorOptions } from '../../../src/emulator/options.ts'
import type { Company } from '../../helpers/company.ts'
import { countBelow, first, type KindCase, type KindCases, removeOne, rowsOf, write } from './kind-case.ts'

const options: EmulatorOptions = { sites: 1 }
const published = 'getPublishedContentSite'

/** A part of what is read with the structure. */
const part = (rest: Pick<KindCase, 'remove' | 'change'> & Partial<KindCase>): KindCase => ({
  options,
  operation: published,
  ...rest,
})

export const siteCases: KindCases = {
  site: {
    options: { sites: 2 },
    operation: 'listSites',
    remove: async company => {
      const gone = first(company, 'site')
      const below = countBelow(company, gone)
      return removeOne(company, 'site', gone.id) + below
    },
    change: async company =>
      company.emulator.patch('site', first(company, 'site').id, { visibility: 'unlisted', title: 'Other' }),
  },
  'site-structure': part({
    remove: async () => 0,
    change: company => makeIn(company, 'section-groups', () => ({ title: 'Extra' })),
  }),
  'site-section-group': part({
    prepare: company => makeIn(company, 'section-groups', () => ({ title: 'Extra' })),
    remove: company => drop(company, 'site-section-group', 'section-groups', 1),
    change: company => change(company, 'site-section-group', 'section-groups', { title: 'Manuals' }),
  }),
  'site-section': part({
    prepare: company => makeIn(company, 'sections', spaceId => ({ spaceId, title: 'Extra' })),
    remove: company => drop(company, 'site-section', 'sections', 2),
    change: company => change(company, 'site-section', 'sections', { description: 'Otherwise' }),
  }),
  'site-space': part({
    prepare: company => makeIn(company, 'site-spaces', (spaceId, sectionId) => ({ spaceId, sectionId })),
    remove: company => drop(company, 'site-space', 'site-spaces', 1),
    change: company => change(company, 'site-space', 'site-spaces', { path: 'elsewhere' }),
  }),
  'site-customization': part({
    remove: async company => {
      const site = first(company, 'site').id
      const override = rowsOf(company, 'site-customization').find(one => one.id !== 'site')
      await write(company, 'DELETE', `sites/${site}/site-spaces/${override?.id}/customization`)
      return 1
    },
    change: async company => {
      const site = first(company, 'site').id
      await write(company, 'PUT', `sites/${site}/customization`, { styling: { corners: 'straight' } })
    },
  }),
  'share-link': {
    options,
    operation: 'listSiteShareLinks',
    remove: company => drop(company, 'share-link', 'share-links', 1),
    change: company => change(company, 'share-link', 'share-links', { name: 'Auditors' }),
  },
  'site-redirect': {
    options,
    operation: 'listSiteRedirects',
    remove: company => drop(company, 'site-redirect', 'redirects', 1),
    change: company => change(company, 'site-redirect', 'redirects', { source: '/older' }),
  },
  'site-mcp-server': {
    options,
    operation: 'listSiteMcpServers',
    remove: company => drop(company, 'site-mcp-server', 'mcp-servers', 1),
    change: company =>
      change(company, 'site-mcp-server', 'mcp-servers', { headers: { authorization: 'Bearer another' } }),
  },
  'site-visitor-auth': {
    options,
    operation: 'getSitePublishingAuthById',
    prepare: async company => setVisibility(company, await siteOf(company), 'visitor-auth'),
    remove: async company => {
      await setVisibility(company, first(company, 'site').id, 'public')
      return 1
    },
    change: async company => {
      const site = first(company, 'site').id
      await write(company, 'PATCH', `sites/${site}/publishing/auth`, {
        backend: 'custom',
        fallbackURL: 'https://login.acme.example/',
      })
    },
  },
  'site-adaptive-schema': {
    options,
    operation: 'getSiteAdaptiveSchema',
    remove: async company => {
      company.emulator.patch('site', first(company, 'site').id, { adaptiveContent: { enabled: false } })
      return 1
    },
    change: async company => {
      const site = first(company, 'site').id
      await write(company, 'PUT', `sites/${site}/adaptive-schema`, {
        jsonSchema: {
          type: 'object',
          properties: { beta: { type: 'boolean', description: 'Sees what is new' } },
          additionalProperties: false,
        },
      })
    },
  },
}

/** As the platform lists it: before the first backup there is no vault to ask. */
async function siteOf(company: Company): Promise<string> {
  return (await listed(company, 'sites'))[0]?.id ?? ''
}

async function listed(company: Company, path: string): Promise<{ id: string }[]> {
  return Object(await write(company, 'GET', path)).items
}

async function setVisibility(company: Company, site: string, visibility: string): Promise<void> {
  await write(company, 'PATCH', `sites/${site}`, { visibility })
}

/** Something that nothing else refers to. */
async function makeIn(
  company: Company,
  path: string,
  body: (space: string, lastSection: string) => object,
): Promise<void> {
  const site = await siteOf(company)
  const [space] = await listed(company, 'spaces')
  const section = (await listed(company, `sites/${site}/sections`)).at(-1)
  await write(company, 'POST', `sites/${site}/${path}`, body(space?.id ?? '', section?.id ?? ''))
}

async function drop(company: Company, kind: string, path: string, goes: number): Promise<number> {
  const { id, parentId } = madeLast(company, kind)
  await write(company, 'DELETE', `sites/${parentId}/${path}/${id}`)
  return goes
}

async function change(company: Company, kind: string, path: string, body: object): Promise<void> {
  const { id, parentId } = madeLast(company, kind)
  await write(company, 'PATCH', `sites/${parentId}/${path}/${id}`, body)
}

/** Of several, the one that `makeIn` made, which the site shows last. */
function madeLast(company: Company, kind: string): { id: string; parentId: string | null } {
  const ids = JSON.stringify(company.vault().readJson(first(company, 'site-structure')))
  const rows = rowsOf(company, kind).sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
  const last = rows.at(-1)
  if (!last) throw new Error(`there is no ${kind}`)
  return last
}
