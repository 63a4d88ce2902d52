/**
 * Redirects of a site. One whose destination is gone is gone too.
 */
import { notFound } from '../protocol/api-error.ts'
import type { JsonObject } from './json-object.ts'
import { offered } from './offered.ts'
import type { Destination, SiteRedirect, SiteState } from './records/site.ts'
import { liveSiteSpaces } from './site-items.ts'
import { currentRevision } from './space.ts'
import type { World } from './world.ts'

export function liveRedirects(world: World, site: SiteState): SiteRedirect[] {
  return [...site.redirects.values()].filter(redirect => isThere(world, site, redirect.destination))
}

export function getRedirect(world: World, site: SiteState, id: string): SiteRedirect {
  const redirect = site.redirects.get(id)
  if (redirect === undefined || !isThere(world, site, redirect.destination)) throw notFound('redirect')
  return redirect
}

export function addRedirect(
  world: World,
  site: SiteState,
  source: string,
  destination: Destination,
): SiteRedirect {
  assertThere(world, site, destination)
  const redirect: SiteRedirect = {
    object: 'site-redirect',
    id: world.makeId(),
    source,
    destination,
    draft: false,
    captureWildcard: false,
    permanent: false,
    createdAt: world.clock.timestamp(),
  }
  site.redirects.set(redirect.id, redirect)
  return redirect
}

export function assertThere(world: World, site: SiteState, destination: Destination): void {
  if (!isThere(world, site, destination)) throw notFound(`destination: ${destination.kind}`)
}

export function presentRedirect(world: World, redirect: SiteRedirect): JsonObject {
  const { object, id, source, destination, ...rest } = redirect
  return { object, id, source, destination, ...offered(world, 'newest', rest) }
}

function isThere(world: World, site: SiteState, destination: Destination): boolean {
  if (destination.kind === 'external') return true
  if (destination.kind === 'site-section')
    return site.items.get(destination.siteSectionId)?.object === 'site-section'
  const item = liveSiteSpaces(world, site).find(siteSpace => siteSpace.id === destination.siteSpaceId)
  const space = item === undefined ? undefined : world.spaces.get(item.space)
  if (space === undefined) return false
  return destination.kind === 'site-space' || currentRevision(space).pageById.has(destination.pageId)
}
