/**
 * Addresses under which sites are published, and what publication means for a space
 * (docs/development/platform.md#sites).
 */
import type { JsonObject } from './json-object.ts'
import type { SiteState, SiteVisibility } from './records/site.ts'
import type { World } from './world.ts'

/** The widest first: a space on several sites is as visible as the widest of them. */
const WIDEST_FIRST: readonly SiteVisibility[] = ['public', 'unlisted', 'share-link', 'visitor-auth']

/** Nothing is served there. `key` = of a share link. */
export function siteUrl(world: World, site: SiteState, key?: string): string {
  const hostname = world.organizations.get(site.organization)?.json.hostname ?? 'docs'
  const secret = key === undefined ? '' : `${key}/`
  return `https://${hostname}.sites.platform.example/${site.json.basename}/${secret}`
}

/** Where a reader finds the site; undefined where it is not published or the key opens nothing. */
export function publishedUrl(world: World, site: SiteState, key: string | null): string | undefined {
  if (!site.json.published) return undefined
  if (site.json.visibility !== 'share-link') return siteUrl(world, site)
  const link = [...site.shareLinks.values()].find(
    link => link.active && (link.key === key || link.id === key),
  )
  return link === undefined ? undefined : siteUrl(world, site, link.key)
}

export interface Publication {
  /** Fields of the space; empty when it is on no published site. */
  fields: JsonObject
  url?: string
}

export function publicationOf(
  world: World,
  organization: string,
  space: string,
  key: string | null = null,
): Publication {
  const sites = [...(world.organizations.get(organization)?.sites.values() ?? [])].filter(
    site => site.json.published && shows(site, space),
  )
  const visibility = WIDEST_FIRST.find(candidate => sites.some(site => site.json.visibility === candidate))
  const widest = sites.find(site => site.json.visibility === visibility)
  if (visibility === undefined || widest === undefined) return { fields: {} }
  const url = publishedUrl(world, widest, key)
  return {
    fields: { visibility, ...(visibility === 'visitor-auth' ? { visitorAuth: visitorAuthOf(widest) } : {}) },
    ...(url === undefined ? {} : { url }),
  }
}

function shows(site: SiteState, space: string): boolean {
  return [...site.items.values()].some(item => item.object === 'site-space' && item.space === space)
}

function visitorAuthOf({ auth }: SiteState): JsonObject {
  return {
    backend: auth.backend,
    ...(auth.integration === undefined ? {} : { integration: auth.integration }),
  }
}
