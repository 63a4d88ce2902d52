/** *Extension* of the newest services: links to elsewhere in the navigation of a site. Its structure shows them. */
import type { Caller } from '../caller.ts'
import { siteExternalLinkSchema } from './site-shapes.ts'

interface NewExternalLink {
  title: string
  url: string
  /** Null: of its own, as if it were left out. */
  description?: string | null
  icon?: string | null
  condition?: string | null
  /** The group that it stands in. */
  parent?: string
  draft?: boolean
}

/** Null removes; left out, it stays. A parent of null takes it out of its group. */
interface ExternalLinkChange extends Partial<Omit<NewExternalLink, 'parent'>> {
  parent?: string | null
  localizedTitle?: Readonly<Record<string, string>> | null
  localizedDescription?: Readonly<Record<string, string>> | null
}

export const siteExternalLinkOperations = (caller: Caller) => ({
  create: (organization: string, site: string, link: NewExternalLink) =>
    caller.send(['addExternalLinkToSite', 'POST', pathOf(organization, site), link], siteExternalLinkSchema),
  update: (organization: string, site: string, link: string, change: ExternalLinkChange) =>
    caller.change(
      ['updateSiteExternalLinkById', 'PATCH', pathOf(organization, site, link), change],
      siteExternalLinkSchema,
    ),
  delete: (organization: string, site: string, link: string) =>
    caller.run(['deleteSiteExternalLinkById', 'DELETE', pathOf(organization, site, link)]),
})

function pathOf(organization: string, site: string, ...rest: readonly string[]): string[] {
  return ['orgs', organization, 'sites', site, 'external-links', ...rest]
}
