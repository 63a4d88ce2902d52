/**
 * What a site is made of: groups of sections, sections, links to spaces, and links to elsewhere.
 */
import type { JsonObject } from '../json-object.ts'

/** A text by language. */
type Localized = Record<string, string>

export interface SiteSectionGroup {
  object: 'site-section-group'
  id: string
  title: string
  icon?: string
  /** The group it is in. */
  sectionGroup?: string
  draft?: boolean
  localizedTitle?: Localized
}

export interface SiteSection {
  object: 'site-section'
  id: string
  title: string
  path: string
  description?: string
  icon?: string
  condition?: string
  sectionGroup?: string
  /** Id of a site space of this section. */
  defaultSiteSpace?: string
  draft?: boolean
  localizedTitle?: Localized
  localizedDescription?: Localized
}

export interface SiteSpace {
  object: 'site-space'
  id: string
  path: string
  /** Id of the space it shows. */
  space: string
  section?: string
  condition?: string
  /** What differs from the customization of the site; null = nothing. */
  override: JsonObject | null
  draft?: boolean
  /** Not in the navigation. */
  hidden?: boolean
  /** The only page of the space that is shown. */
  pageId?: string
}

/** In the navigation, beside sections and groups: of the newest service. */
export interface SiteExternalLink {
  object: 'site-external-link'
  id: string
  title: string
  url: string
  draft: boolean
  localizedTitle?: Localized
  description?: string
  localizedDescription?: Localized
  icon?: string
  condition?: string
  sectionGroup?: string
}

/** What stands at the root of a site with sections, or in a group. */
export type NavigationItem = SiteSectionGroup | SiteSection | SiteExternalLink
export type SiteItem = NavigationItem | SiteSpace

/** Id of the item that contains it; undefined at the root. */
export function parentOf(item: SiteItem): string | undefined {
  return item.object === 'site-space' ? item.section : item.sectionGroup
}
