/**
 * What a site is made of: groups of sections, sections, and links to spaces.
 */
import type { JsonObject } from './json-object.ts'

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

export type SiteItem = SiteSectionGroup | SiteSection | SiteSpace

/** Id of the item that contains it; undefined at the root. */
export function parentOf(item: SiteItem): string | undefined {
  return item.object === 'site-space' ? item.section : item.sectionGroup
}
