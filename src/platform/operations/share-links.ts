/** Share links of a site: docs/reference/operations.md, 4.8. The key in a link's address is a secret. */
import type { Caller } from '../caller.ts'
import { shareLinkSchema } from './site-shapes.ts'

export const shareLinkOperations = (caller: Caller) => ({
  list: (organization: string, site: string) =>
    caller.list(['listSiteShareLinks', pathOf(organization, site)], shareLinkSchema, item => item.id),
  create: (organization: string, site: string, link: { name: string }) =>
    caller.send(['createSiteShareLink', 'POST', pathOf(organization, site), link], shareLinkSchema),
  update: (organization: string, site: string, link: string, change: { active?: boolean; name?: string }) =>
    caller.send(
      ['updateSiteShareLinkById', 'PATCH', pathOf(organization, site, link), change],
      shareLinkSchema,
    ),
  delete: (organization: string, site: string, link: string) =>
    caller.run(['deleteSiteShareLinkById', 'DELETE', pathOf(organization, site, link)]),
})

function pathOf(organization: string, site: string, ...rest: readonly string[]): string[] {
  return ['orgs', organization, 'sites', site, 'share-links', ...rest]
}
