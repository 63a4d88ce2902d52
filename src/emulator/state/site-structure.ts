/**
 * Changing the structure of a site. A site has sections, and then every site space is in one, or it has none.
 */
import { badRequest } from '../protocol/api-error.ts'
import type { SiteState } from './records/site.ts'
import {
  type NavigationItem,
  parentOf,
  type SiteExternalLink,
  type SiteItem,
  type SiteSection,
  type SiteSectionGroup,
  type SiteSpace,
} from './records/site-item.ts'
import type { SpaceState } from './records/space.ts'
import { defaultSection, groupsOf, isSectioned, sectionsOf } from './site-items.ts'
import { freePath } from './site-path.ts'
import type { World } from './world.ts'

const MIN_TITLE = 2
const MAX_TITLE = 128

export function addGroup(world: World, site: SiteState, title: string): SiteSectionGroup {
  const group: SiteSectionGroup = { object: 'site-section-group', id: world.makeId(), title }
  site.items.set(group.id, group)
  return group
}

/** Nothing says where a site without sections would show one: it is refused. */
export function addExternalLink(
  world: World,
  site: SiteState,
  { title, url }: Pick<SiteExternalLink, 'title' | 'url'>,
): SiteExternalLink {
  if (!isSectioned(site)) throw badRequest('a site without sections has no links to elsewhere')
  const link: SiteExternalLink = {
    object: 'site-external-link',
    id: world.makeId(),
    title,
    url,
    draft: false,
  }
  site.items.set(link.id, link)
  return link
}

/** The first section of a site takes what was at its root into a section before it. */
export function addSection(world: World, site: SiteState, space: SpaceState, title?: string): SiteSection {
  if (!isSectioned(site)) wrapRoot(world, site)
  const section = makeSection(world, site, title ?? space.json.title)
  addSiteSpace(world, site, space, section.id)
  return section
}

/** Without a section it goes to the default one, or to the root of a site that has none. */
export function addSiteSpace(world: World, site: SiteState, space: SpaceState, section?: string): SiteSpace {
  const into = section ?? defaultSection(site)?.id
  const item: SiteSpace = {
    object: 'site-space',
    id: world.makeId(),
    path: freePath(space.json.title, siblingPaths(site, 'site-space', into)),
    space: space.json.id,
    ...(into === undefined ? {} : { section: into }),
    override: null,
  }
  site.items.set(item.id, item)
  return item
}

/** With a section go its site spaces; what is in a group moves to where the group was. */
export function removeItem(site: SiteState, item: SiteItem): void {
  for (const inner of site.items.values()) {
    if (parentOf(inner) !== item.id) continue
    if (inner.object === 'site-space') site.items.delete(inner.id)
    else putInGroup(inner, parentOf(item))
  }
  site.items.delete(item.id)
}

export function putInGroup(item: NavigationItem, group: string | undefined): void {
  if (group === undefined) delete item.sectionGroup
  else item.sectionGroup = group
}

export function assertFreePath(site: SiteState, item: SiteSection | SiteSpace, path: string): void {
  const others = siblingPaths(
    site,
    item.object,
    item.object === 'site-space' ? item.section : undefined,
    item.id,
  )
  if (others.includes(path)) throw badRequest(`path: ${path} is taken on this site`)
}

/** Sections share one level of paths whatever group they are in. */
export function siblingPaths(
  site: SiteState,
  kind: 'site-space' | 'site-section',
  section: string | undefined,
  except?: string,
): string[] {
  return [...site.items.values()].flatMap(item => {
    if (item.object !== kind || item.id === except) return []
    return item.object === 'site-space' && item.section !== section ? [] : [item.path]
  })
}

export function isInside(site: SiteState, group: string, outer: string): boolean {
  if (group === outer) return true
  const parent = groupsOf(site).find(candidate => candidate.id === group)?.sectionGroup
  return parent !== undefined && isInside(site, parent, outer)
}

function makeSection(world: World, site: SiteState, title: string): SiteSection {
  const section: SiteSection = {
    object: 'site-section',
    id: world.makeId(),
    title: title.slice(0, MAX_TITLE).padEnd(MIN_TITLE, '.'),
    path: freePath(
      title,
      sectionsOf(site).map(section => section.path),
    ),
  }
  site.items.set(section.id, section)
  return section
}

function wrapRoot(world: World, site: SiteState): void {
  const rooted = [...site.items.values()].filter(item => item.object === 'site-space')
  if (rooted.length === 0) return
  const chosen = rooted.find(item => item.id === site.defaultSiteSpace) ?? rooted[0]
  const section = makeSection(
    world,
    site,
    world.spaces.get(chosen?.space ?? '')?.json.title ?? site.json.title,
  )
  if (chosen !== undefined) section.defaultSiteSpace = chosen.id
  for (const item of rooted) item.section = section.id
  site.defaultSection = section.id
}
