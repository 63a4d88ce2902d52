/**
 * Sites themselves: extensions (docs/development/platform.md#sites).
 */
import { z } from 'zod'
import { type Answer, created, deleted, ok } from '../protocol/answer.ts'
import { badRequest } from '../protocol/api-error.ts'
import { booleanQuery, type Call, param } from '../protocol/call.ts'
import { bodyOf } from '../protocol/checked.ts'
import { listAnswer } from '../protocol/paging.ts'
import type { Route } from '../protocol/route.ts'
import { getOrganization } from '../state/organization.ts'
import { SITE_TYPES, SITE_VISIBILITIES, type SiteState } from '../state/records/site.ts'
import { addSite, presentSite, removeSite } from '../state/site.ts'
import { getSection, getSiteSpace, liveSiteSpaces } from '../state/site-items.ts'
import { addSiteSpace } from '../state/site-structure.ts'
import { keepTo } from '../state/styleguide.ts'
import { defaultLevel } from './fields.ts'
import { SITE, SITES, siteOf } from './site-call.ts'
import { setOrRemove } from './site-fields.ts'
import { spaceForSite } from './site-spaces.ts'

export const siteRoutes: readonly Route[] = [
  { name: 'listSites', method: 'GET', path: SITES, offer: 'extension', handle: listSites },
  { name: 'createSite', method: 'POST', path: SITES, offer: 'extension', handle: createSite },
  {
    name: 'getSiteById',
    method: 'GET',
    path: SITE,
    offer: 'extension',
    handle: call => ok(presentSite(call.world, siteOf(call))),
  },
  { name: 'updateSiteById', method: 'PATCH', path: SITE, offer: 'extension', handle: updateSite },
  { name: 'deleteSiteById', method: 'DELETE', path: SITE, offer: 'extension', handle: deleteSite },
  publication('publishSite', 'publish', true),
  publication('unpublishSite', 'unpublish', false),
]

function publication(name: string, verb: string, published: boolean): Route {
  const handle = (call: Call) => {
    const site = siteOf(call)
    site.json.published = published
    return ok(presentSite(call.world, site))
  }
  return { name, method: 'POST', path: `${SITE}/${verb}`, offer: 'extension', handle }
}

const title = z.string().min(2).max(128)
const createSchema = z.object({
  type: z.enum(SITE_TYPES).optional(),
  title: title.optional(),
  visibility: z.enum(SITE_VISIBILITIES).optional(),
  spaces: z.array(z.string()).optional(),
})
const updateSchema = z.object({
  title: title.optional(),
  visibility: z.enum(SITE_VISIBILITIES).optional(),
  basename: z.string().min(1).max(100).optional(),
  adaptiveContent: z.object({ enabled: z.boolean() }).optional(),
  agentsContext: z.enum(['excluded', 'included']).optional(),
  defaultLevel: defaultLevel.optional(),
  defaultSiteSpace: z.string().optional(),
  defaultSiteSection: z.string().optional(),
  proxy: z.string().max(512).nullable().optional(),
  styleguide: z.string().nullable().optional(),
})

const OFFERS = { agentsContext: 'retired', defaultLevel: 'newest', styleguide: 'newest' } as const

function listSites(call: Call): Answer {
  const { world, query } = call
  const space = query.get('space')
  const title = query.get('title')?.toLowerCase() ?? ''
  const published = query.has('published') ? booleanQuery(call, 'published', true) : null
  const types = query.getAll('type')
  const unknown = types.find(type => !SITE_TYPES.some(known => known === type))
  if (unknown !== undefined) throw badRequest(`type must be one of ${SITE_TYPES.join(', ')}, not ${unknown}`)
  const sites = [...getOrganization(world, param(call, 'organizationId')).sites.values()].filter(
    site =>
      site.json.title.toLowerCase().includes(title) &&
      (published === null || site.json.published === published) &&
      (types.length === 0 || types.includes(site.json.type)) &&
      (space === null || liveSiteSpaces(world, site).some(item => item.space === space)),
  )
  return listAnswer(call, sites, site => presentSite(world, site))
}

async function createSite(call: Call): Promise<Answer> {
  const organization = getOrganization(call.world, param(call, 'organizationId'))
  const { title = 'Docs', spaces = [], ...fields } = await bodyOf(call, createSchema)
  const site = addSite(call.world, organization, title)
  try {
    const found = spaces.map(id => spaceForSite(call, site, id))
    for (const space of found) addSiteSpace(call.world, site, space)
  } catch (error) {
    removeSite(organization, site.json.id)
    throw error
  }
  setOrRemove(site.json, fields)
  return created(presentSite(call.world, site))
}

async function updateSite(call: Call): Promise<Answer> {
  const site = siteOf(call)
  const body = await bodyOf(call, updateSchema, OFFERS)
  const { defaultSiteSpace, defaultSiteSection, proxy, defaultLevel, styleguide, ...fields } = body
  assertFreeBasename(call, site, fields.basename)
  const section = defaultSiteSection === undefined ? undefined : getSection(site, defaultSiteSection)
  const item = defaultSiteSpace === undefined ? undefined : getSiteSpace(call.world, site, defaultSiteSpace)
  setOrRemove(site.json, fields)
  if (defaultLevel !== undefined) site.json.defaultLevel = defaultLevel
  if (proxy !== undefined) setOrRemove(site.json, { proxy: proxy === null ? null : proxyOf(site, proxy) })
  if (styleguide !== undefined) keepTo(call.world, site, styleguide)
  if (section !== undefined) site.defaultSection = section.id
  if (item?.section === undefined) site.defaultSiteSpace = item?.id ?? site.defaultSiteSpace
  else getSection(site, item.section).defaultSiteSpace = item.id
  return ok(presentSite(call.world, site))
}

function proxyOf(site: SiteState, target: string): { origin: string; target: string } {
  return { origin: `https://${site.json.id}.proxy.platform.example`, target }
}

function assertFreeBasename(call: Call, site: SiteState, basename: string | undefined): void {
  const others = [...(call.world.organizations.get(site.organization)?.sites.values() ?? [])]
  if (others.some(other => other !== site && other.json.basename === basename))
    throw badRequest(`basename: ${basename} is taken`)
}

function deleteSite(call: Call): Answer {
  const organization = getOrganization(call.world, param(call, 'organizationId'))
  return deleted(removeSite(organization, param(call, 'siteId')))
}
