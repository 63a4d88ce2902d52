/** Sections of a site: docs/reference/operations.md, 4.6. */
import { z } from 'zod'
import type { Caller } from '../caller.ts'
import type { Position } from './shapes.ts'
import { siteSectionSchema } from './site-shapes.ts'

interface NewSection {
  spaceId: string
  title?: string | null
  icon?: string | null
  /** Of newer services. */
  draft?: boolean
}

/** A condition of null removes it; left out, it stays. */
interface SectionChange {
  title?: string
  path?: string
  defaultSiteSpace?: string
  condition?: string | null
  icon?: string | null
  description?: string | null
  /** *Extension.* Null takes it out of its group. */
  siteSectionGroupId?: string | null
  /** From here on, of newer services. */
  draft?: boolean
  localizedTitle?: Readonly<Record<string, string>>
  localizedDescription?: Readonly<Record<string, string>>
}

type SectionPointer = { type: 'site-section'; siteSection: string }

export const siteSectionOperations = (caller: Caller) => ({
  list: (organization: string, site: string, shareKey?: string) =>
    caller.list(
      ['listSiteSections', pathOf(organization, site), { shareKey }],
      siteSectionSchema,
      item => item.id,
    ),
  /** Whether the site exists: the document has no other way to ask. */
  isThere: async (organization: string, site: string) =>
    (await caller.find(
      ['listSiteSections', pathOf(organization, site), { limit: 1 }],
      z.looseObject({ items: z.array(z.unknown()) }),
    )) !== null,
  create: (organization: string, site: string, section: NewSection) =>
    caller.send(['addSectionToSite', 'POST', pathOf(organization, site), section], siteSectionSchema),
  update: (organization: string, site: string, section: string, change: SectionChange) =>
    caller.change(
      ['updateSiteSectionById', 'PATCH', pathOf(organization, site, section), change],
      siteSectionSchema,
    ),
  delete: (organization: string, site: string, section: string) =>
    caller.run(['deleteSiteSectionById', 'DELETE', pathOf(organization, site, section)]),
  /** Deprecated: sites.sortStructure replaces it where the service has that. */
  move: (organization: string, site: string, section: string, position: Position<SectionPointer>) =>
    caller.send(
      ['moveSiteSection', 'POST', pathOf(organization, site, section, 'move'), { position }],
      siteSectionSchema,
    ),
})

function pathOf(organization: string, site: string, ...rest: readonly string[]): string[] {
  return ['orgs', organization, 'sites', site, 'sections', ...rest]
}
