/** Which spaces a site shows: docs/reference/operations.md, 4.7. Ids are those of the links between the two. */
import type { Caller } from '../caller.ts'
import type { Position } from './shapes.ts'
import { customizationSchema, siteSpaceSchema } from './site-shapes.ts'

interface NewSiteSpace {
  spaceId: string
  /** By default the default section, or the root of a site without sections. */
  sectionId?: string
  /** Of newer services. */
  draft?: boolean
}

/** A condition of null removes it; left out, it stays. */
interface SiteSpaceChange {
  path?: string
  condition?: string | null
  spaceId?: string
  /** From here on, of newer services. */
  draft?: boolean
  hidden?: boolean
  pageId?: string | null
}

interface SiteSpaceQuery {
  shareKey?: string
  /** True: only the default one; false: only the others. */
  default?: boolean
}

type SiteSpacePointer = { type: 'site-space'; siteSpace: string }

export const siteSpaceOperations = (caller: Caller) => ({
  list: (organization: string, site: string, query: SiteSpaceQuery = {}) =>
    caller.list(
      ['listSiteSpaces', pathOf(organization, site), { ...query }],
      siteSpaceSchema,
      item => item.id,
    ),
  create: (organization: string, site: string, siteSpace: NewSiteSpace) =>
    caller.send(['addSpaceToSite', 'POST', pathOf(organization, site), siteSpace], siteSpaceSchema),
  update: (organization: string, site: string, siteSpace: string, change: SiteSpaceChange) =>
    caller.change(
      ['updateSiteSpaceById', 'PATCH', pathOf(organization, site, siteSpace), change],
      siteSpaceSchema,
    ),
  delete: (organization: string, site: string, siteSpace: string) =>
    caller.run(['deleteSiteSpaceById', 'DELETE', pathOf(organization, site, siteSpace)]),
  /** Deprecated: sites.sortStructure replaces it where the service has that. */
  move: (organization: string, site: string, siteSpace: string, position: Position<SiteSpacePointer>) =>
    caller.send(
      ['moveSiteSpace', 'POST', pathOf(organization, site, siteSpace, 'move'), { position }],
      siteSpaceSchema,
    ),
  /** *Extension.* What differs from the site's own look. */
  customization: (organization: string, site: string, siteSpace: string) =>
    caller.get(
      ['getSiteSpaceCustomizationById', pathOf(organization, site, siteSpace, 'customization')],
      customizationSchema,
    ),
  /** *Extension.* */
  customize: (organization: string, site: string, siteSpace: string, override: object) =>
    caller.send(
      [
        'overrideSiteSpaceCustomizationById',
        'PATCH',
        pathOf(organization, site, siteSpace, 'customization'),
        override,
      ],
      customizationSchema,
    ),
  /** *Extension.* */
  deleteCustomization: (organization: string, site: string, siteSpace: string) =>
    caller.run([
      'deleteSiteSpaceCustomizationById',
      'DELETE',
      pathOf(organization, site, siteSpace, 'customization'),
    ]),
})

function pathOf(organization: string, site: string, ...rest: readonly string[]): string[] {
  return ['orgs', organization, 'sites', site, 'site-spaces', ...rest]
}
