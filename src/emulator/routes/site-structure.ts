/**
 * A site in its order, and all of a published one at once: extensions (docs/development/platform.md#sites).
 */
import { z } from 'zod'
import { type Answer, ok } from '../protocol/answer.ts'
import { badRequest, notFound } from '../protocol/api-error.ts'
import type { Call } from '../protocol/call.ts'
import { bodyOf } from '../protocol/checked.ts'
import { isOffered } from '../protocol/profile.ts'
import type { Route } from '../protocol/route.ts'
import type { SiteState } from '../state/records/site.ts'
import type { SiteItem } from '../state/records/site-item.ts'
import { presentSite } from '../state/site.ts'
import { customizationOf, customizationOfSiteSpace } from '../state/site-customization.ts'
import { liveSiteSpaces } from '../state/site-items.ts'
import { moveItem } from '../state/site-order.ts'
import { presentItem, presentStructure } from '../state/site-view.ts'
import { SITE, siteOf, viewOf } from './site-call.ts'

export const siteStructureRoutes: readonly Route[] = [
  {
    name: 'getSiteStructure',
    method: 'GET',
    path: `${SITE}/structure`,
    offer: 'extension',
    handle: call => ok(presentStructure(viewOf(call, siteOf(call)))),
  },
  {
    name: 'sortSiteStructure',
    method: 'PATCH',
    path: `${SITE}/structure/sort`,
    offer: 'extension',
    handle: sortStructure,
  },
  {
    name: 'getPublishedContentSite',
    method: 'GET',
    path: `${SITE}/published`,
    offer: 'extension',
    handle: readPublished,
  },
]

const ITEMS = ['site-space', 'site-section', 'site-section-group'] as const
const sortSchema = sortSchemaOf(ITEMS)
const newestSortSchema = sortSchemaOf([...ITEMS, 'site-external-link'])

interface Pointer {
  type: string
  id: string
}

function sortSchemaOf(items: readonly string[]) {
  const pointer = z.object({ type: z.enum(items), id: z.string() })
  return z.object({
    item: pointer,
    position: z.object({ before: pointer.optional(), after: pointer.optional() }),
  })
}

async function sortStructure(call: Call): Promise<Answer> {
  const site = siteOf(call)
  const isNewest = isOffered({ offer: 'newest' }, call.world.profile)
  const { item, position } = await bodyOf(call, isNewest ? newestSortSchema : sortSchema)
  const moved = pointedAt(site, 'item', item)
  const { before, after } = position
  if (before !== undefined) pointedAt(site, 'position', before)
  if (after !== undefined) pointedAt(site, 'position', after)
  moveItem(site, moved, { before: before?.id, after: after?.id })
  return ok(presentItem(viewOf(call, site), moved))
}

function pointedAt(site: SiteState, field: string, { type, id }: Pointer): SiteItem {
  const item = site.items.get(id)
  if (item === undefined) throw notFound(`${field}: ${type}`)
  if (item.object !== type) throw badRequest(`${field}: ${id} is a ${item.object}, not a ${type}`)
  return item
}

function readPublished(call: Call): Answer {
  const { world } = call
  const site = siteOf(call)
  const view = viewOf(call, site)
  if (view.url === undefined) throw notFound('published site')
  const overridden = liveSiteSpaces(world, site).filter(item => item.override !== null)
  return ok({
    object: 'published-content-site',
    site: presentSite(world, site),
    structure: presentStructure(view),
    customizations: {
      site: customizationOf(world, site),
      siteSpaces: Object.fromEntries(
        overridden.map(item => [item.id, customizationOfSiteSpace(world, site, item)] as const),
      ),
    },
    scripts: [],
  })
}
