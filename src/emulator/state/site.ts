/**
 * Sites: what is published from spaces, under one address.
 */
import { notFound } from '../protocol/api-error.ts'
import { noGrants } from './grants.ts'
import type { JsonObject } from './json-object.ts'
import { offered } from './offered.ts'
import type { OrganizationState } from './records/organization.ts'
import type { Site, SiteState } from './records/site.ts'
import { publishedUrl } from './site-address.ts'
import { liveSiteSpaces } from './site-items.ts'
import { freePath } from './site-path.ts'
import type { World } from './world.ts'

export function getSite(organization: OrganizationState, id: string): SiteState {
  const site = organization.sites.get(id)
  if (site === undefined) throw notFound('site')
  return site
}

/** A new, unpublished site without content. */
export function addSite(world: World, organization: OrganizationState, title: string): SiteState {
  const site: SiteState = {
    json: makeSite(world, organization, title),
    organization: organization.json.id,
    items: new Map(),
    defaultSection: null,
    defaultSiteSpace: null,
    shareLinks: new Map(),
    redirects: new Map(),
    mcpServers: new Map(),
    customization: {},
    auth: { backend: 'custom', privateKey: makePrivateKey(world) },
    adaptiveSchema: null,
    ...noGrants(),
  }
  organization.sites.set(site.json.id, site)
  return site
}

/** An organization whose default content it was has none any more. */
export function removeSite(organization: OrganizationState, id: string): boolean {
  const { defaultContent } = organization.json
  if (isPointerTo(defaultContent, id)) organization.json.defaultContent = null
  return organization.sites.delete(id)
}

export function presentSite(world: World, site: SiteState): JsonObject {
  const { agentsContext, defaultLevel, ...json } = site.json
  const { id, type } = json
  const published = publishedUrl(world, site, null)
  return {
    siteSpaces: liveSiteSpaces(world, site).length,
    urls: {
      location: `${world.origin}/v1/orgs/${site.organization}/sites/${id}`,
      app: `${world.appUrl}/o/${site.organization}/sites/${id}`,
      ...(published === undefined ? {} : { published }),
      ...offered(world, 'newest', { preview: `${world.appUrl}/o/${site.organization}/sites/${id}/preview` }),
    },
    ...json,
    ...offered(world, 'retired', { agentsContext }),
    ...offered(world, 'newest', { appliedType: type, defaultLevel, permissions: PERMISSIONS }),
  }
}

const PERMISSIONS = {
  view: true,
  access: true,
  edit: true,
  create: true,
  admin: true,
  installIntegration: true,
  viewAdaptiveSchema: true,
  editAdaptiveSchema: true,
} as const

/** Null where nothing is known of visitors. */
export function presentAdaptiveSchema({ adaptiveSchema }: SiteState): JsonObject | null {
  return adaptiveSchema && { object: 'site-adaptive-schema', ...adaptiveSchema }
}

export function makePrivateKey(world: World): string {
  return `emu_site_${world.nonces.text(40)}`
}

function makeSite(world: World, organization: OrganizationState, title: string): Site {
  const taken = [...organization.sites.values()].map(site => site.json.basename)
  return {
    object: 'site',
    id: world.makeId(),
    type: 'basic',
    title,
    basename: freePath(title, taken),
    visibility: 'public',
    published: false,
    createdAt: world.clock.timestamp(),
    defaultLevel: 'inherit',
    agentsContext: 'included',
    adaptiveContent: { enabled: false },
    features: [],
  }
}

function isPointerTo(value: unknown, site: string): boolean {
  return typeof value === 'object' && value !== null && 'site' in value && value.site === site
}
