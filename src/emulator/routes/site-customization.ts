/**
 * The look of sites and what site spaces override of it: extensions (docs/development/platform.md#sites).
 */
import { type Answer, deleted, ok } from '../protocol/answer.ts'
import { type Call, param } from '../protocol/call.ts'
import { bodyOf } from '../protocol/checked.ts'
import type { Route } from '../protocol/route.ts'
import { customizationOf, customizationOfSiteSpace, overridden } from '../state/site-customization.ts'
import { getSiteSpace } from '../state/site-items.ts'
import { LOOK_OFFERS, lookSchema, overrideSchema } from './customization-input.ts'
import { SITE, siteOf } from './site-call.ts'

const OF_SITE = `${SITE}/customization`
const OF_SITE_SPACE = `${SITE}/site-spaces/{siteSpaceId}/customization`

export const siteCustomizationRoutes: readonly Route[] = [
  {
    name: 'getSiteCustomizationById',
    method: 'GET',
    path: OF_SITE,
    offer: 'extension',
    handle: call => ok(customizationOf(call.world, siteOf(call))),
  },
  {
    name: 'updateSiteCustomizationById',
    method: 'PUT',
    path: OF_SITE,
    offer: 'extension',
    handle: replaceCustomization,
  },
  {
    name: 'getSiteSpaceCustomizationById',
    method: 'GET',
    path: OF_SITE_SPACE,
    offer: 'extension',
    handle: readOverride,
  },
  {
    name: 'overrideSiteSpaceCustomizationById',
    method: 'PATCH',
    path: OF_SITE_SPACE,
    offer: 'extension',
    handle: changeOverride,
  },
  {
    name: 'deleteSiteSpaceCustomizationById',
    method: 'DELETE',
    path: OF_SITE_SPACE,
    offer: 'extension',
    handle: deleteOverride,
  },
]

async function replaceCustomization(call: Call): Promise<Answer> {
  const site = siteOf(call)
  site.customization = await bodyOf(call, lookSchema, LOOK_OFFERS)
  return ok(customizationOf(call.world, site))
}

function readOverride(call: Call): Answer {
  const site = siteOf(call)
  const item = getSiteSpace(call.world, site, param(call, 'siteSpaceId'))
  return ok(customizationOfSiteSpace(call.world, site, item))
}

async function changeOverride(call: Call): Promise<Answer> {
  const item = getSiteSpace(call.world, siteOf(call), param(call, 'siteSpaceId'))
  const changed = overridden(item.override ?? {}, await bodyOf(call, overrideSchema, LOOK_OFFERS))
  item.override = Object.keys(changed).length === 0 ? null : changed
  return readOverride(call)
}

function deleteOverride(call: Call): Answer {
  const item = getSiteSpace(call.world, siteOf(call), param(call, 'siteSpaceId'))
  const existed = item.override !== null
  item.override = null
  return deleted(existed)
}
