/**
 * What all operations below a site begin with.
 */
import { type Call, param } from '../protocol/call.ts'
import { getOrganization } from '../state/organization.ts'
import type { SiteState } from '../state/records/site.ts'
import { getSite } from '../state/site.ts'
import { publishedUrl } from '../state/site-address.ts'
import type { SiteView } from '../state/site-view.ts'

export const SITES = '/v1/orgs/{organizationId}/sites'
export const SITE = `${SITES}/{siteId}`

export function siteOf(call: Call): SiteState {
  return getSite(getOrganization(call.world, param(call, 'organizationId')), param(call, 'siteId'))
}

/** With published URLs as the request's share key, if there is one, opens them. */
export function viewOf(call: Call, site: SiteState): SiteView {
  const { world } = call
  return { world, site, url: publishedUrl(world, site, call.query.get('shareKey')) }
}

/** URL of something below a site. */
export function siteLocation(call: Call, site: SiteState, path: string): string {
  return `${call.world.origin}/v1/orgs/${site.organization}/sites/${site.json.id}/${path}`
}
