/**
 * Reading the structure of a site. A link to a space that is deleted or elsewhere does not count.
 */
import { notFound } from '../protocol/api-error.ts'
import type { SiteState } from './records/site.ts'
import type {
  SiteExternalLink,
  SiteItem,
  SiteSection,
  SiteSectionGroup,
  SiteSpace,
} from './records/site-item.ts'
import type { World } from './world.ts'

export function groupsOf(site: SiteState): SiteSectionGroup[] {
  return [...site.items.values()].filter(item => item.object === 'site-section-group')
}

export function sectionsOf(site: SiteState): SiteSection[] {
  return [...site.items.values()].filter(item => item.object === 'site-section')
}

export function liveSiteSpaces(world: World, site: SiteState): SiteSpace[] {
  return [...site.items.values()]
    .filter(item => item.object === 'site-space')
    .filter(item => isLive(world, site, item))
}

/** Of one section, or at the root for undefined. */
export function siteSpacesIn(world: World, site: SiteState, section: string | undefined): SiteSpace[] {
  return liveSiteSpaces(world, site).filter(item => item.section === section)
}

export function isSectioned(site: SiteState): boolean {
  return [...site.items.values()].some(item => item.object === 'site-section')
}

export function getGroup(site: SiteState, id: string): SiteSectionGroup {
  const item = site.items.get(id)
  if (item?.object !== 'site-section-group') throw notFound('site section group')
  return item
}

export function getSection(site: SiteState, id: string): SiteSection {
  const item = site.items.get(id)
  if (item?.object !== 'site-section') throw notFound('site section')
  return item
}

export function getExternalLink(site: SiteState, id: string): SiteExternalLink {
  const item = site.items.get(id)
  if (item?.object !== 'site-external-link') throw notFound('site external link')
  return item
}

export function getSiteSpace(world: World, site: SiteState, id: string): SiteSpace {
  const item = site.items.get(id)
  if (item?.object !== 'site-space' || !isLive(world, site, item)) throw notFound('site space')
  return item
}

/** The chosen one, or the first. */
export function defaultSection(site: SiteState): SiteSection | undefined {
  const sections = sectionsOf(site)
  return sections.find(section => section.id === site.defaultSection) ?? sections[0]
}

/** Of a section, or of the root for undefined: the chosen one, or the first. */
function defaultSiteSpace(
  world: World,
  site: SiteState,
  section: SiteSection | undefined,
): SiteSpace | undefined {
  const candidates = siteSpacesIn(world, site, section?.id)
  const chosen = section === undefined ? site.defaultSiteSpace : section.defaultSiteSpace
  return candidates.find(item => item.id === chosen) ?? candidates[0]
}

export function isDefault(world: World, site: SiteState, item: SiteItem): boolean {
  if (item.object === 'site-section-group' || item.object === 'site-external-link') return false
  if (item.object === 'site-section') return defaultSection(site)?.id === item.id
  const section = item.section === undefined ? undefined : getSection(site, item.section)
  return defaultSiteSpace(world, site, section)?.id === item.id
}

function isLive(world: World, site: SiteState, item: SiteSpace): boolean {
  const space = world.spaces.get(item.space)?.json
  return space?.organization === site.organization && space.deletedAt === undefined
}
