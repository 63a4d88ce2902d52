/**
 * How the structure of a site is presented. `url` is where the site is published for the one who asks.
 */
import type { JsonObject } from './json-object.ts'
import { offered } from './offered.ts'
import type { SiteState } from './records/site.ts'
import {
  type NavigationItem,
  parentOf,
  type SiteItem,
  type SiteSection,
  type SiteSectionGroup,
  type SiteSpace,
} from './records/site-item.ts'
import { getSection, isDefault, isSectioned, siteSpacesIn } from './site-items.ts'
import { getSpace, presentSpace } from './space.ts'
import type { World } from './world.ts'

export interface SiteView {
  world: World
  site: SiteState
  url: string | undefined
}

export function presentStructure(view: SiteView): JsonObject {
  const { world, site } = view
  if (!isSectioned(site)) {
    const rooted = siteSpacesIn(world, site, undefined)
    return { type: 'siteSpaces', structure: rooted.map(item => presentSiteSpace(view, item)) }
  }
  return { type: 'sections', structure: childrenOf(site, undefined).map(item => presentItem(view, item)) }
}

export function presentItem(view: SiteView, item: SiteItem): JsonObject {
  if (item.object === 'site-space') return presentSiteSpace(view, item)
  if (item.object === 'site-external-link') return { ...item }
  return item.object === 'site-section' ? presentSection(view, item) : presentGroup(view, item)
}

export function presentGroup(view: SiteView, group: SiteSectionGroup): JsonObject {
  const children = childrenOf(view.site, group.id)
  const sections = children.filter(item => item.object === 'site-section')
  return {
    ...offered(view.world, 'newest', { draft: false }),
    ...group,
    sections: sections.map(section => presentSection(view, section)),
    children: children.map(item => presentItem(view, item)),
  }
}

export function presentSection(view: SiteView, section: SiteSection): JsonObject {
  const { world, site } = view
  const { defaultSiteSpace: _shownByTheSiteSpace, ...rest } = section
  return {
    ...offered(world, 'newest', { draft: false }),
    ...rest,
    default: isDefault(world, site, section),
    siteSpaces: siteSpacesIn(world, site, section.id).map(item => presentSiteSpace(view, item)),
    urls: published(urlOfSection(view, section)),
  }
}

export function presentSiteSpace(view: SiteView, item: SiteSpace): JsonObject {
  const { world, site } = view
  const space = getSpace(world, item.space)
  const { override, ...rest } = item
  const section = item.section === undefined ? undefined : getSection(site, item.section)
  const base = section === undefined ? view.url : urlOfSection(view, section)
  const byDefault = isDefault(world, site, item)
  return {
    ...offered(world, 'newest', { draft: false }),
    ...rest,
    space: presentSpace(world, space),
    title: space.json.title,
    default: byDefault,
    hasAdvancedCustomizationFeature: override !== null,
    urls: published(base === undefined || byDefault ? base : `${base}${item.path}/`),
  }
}

function childrenOf(site: SiteState, parent: string | undefined): NavigationItem[] {
  return [...site.items.values()]
    .filter(item => item.object !== 'site-space')
    .filter(item => parentOf(item) === parent)
}

function urlOfSection({ world, site, url }: SiteView, section: SiteSection): string | undefined {
  return url === undefined || isDefault(world, site, section) ? url : `${url}${section.path}/`
}

function published(url: string | undefined): JsonObject {
  return url === undefined ? {} : { published: url }
}
