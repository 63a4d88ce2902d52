/**
 * Site spaces, the links between a site and what it shows: docs/reference/operations.md, 4.7.
 */
import { z } from 'zod'
import { type Answer, created, deleted, ok } from '../protocol/answer.ts'
import { badRequest, notFound } from '../protocol/api-error.ts'
import { booleanQuery, type Call, param } from '../protocol/call.ts'
import { bodyOf } from '../protocol/checked.ts'
import { listAnswer } from '../protocol/paging.ts'
import type { Route } from '../protocol/route.ts'
import type { SiteState } from '../state/records/site.ts'
import type { SpaceState } from '../state/records/space.ts'
import { getSection, getSiteSpace, isDefault, liveSiteSpaces } from '../state/site-items.ts'
import { moveItem } from '../state/site-order.ts'
import { addSiteSpace, assertFreePath, removeItem } from '../state/site-structure.ts'
import { presentSiteSpace } from '../state/site-view.ts'
import { getSpace } from '../state/space.ts'
import { condition } from './fields.ts'
import { SITE, siteLocation, siteOf, viewOf } from './site-call.ts'
import { setOrRemove } from './site-fields.ts'

const BASE = `${SITE}/site-spaces`
const SITE_SPACE = `${BASE}/{siteSpaceId}`

export const siteSpaceRoutes: readonly Route[] = [
  { name: 'listSiteSpaces', method: 'GET', path: BASE, handle: listSiteSpaces },
  { name: 'addSpaceToSite', method: 'POST', path: BASE, handle: createSiteSpace },
  { name: 'deleteSiteSpaceById', method: 'DELETE', path: SITE_SPACE, handle: deleteSiteSpace },
  { name: 'updateSiteSpaceById', method: 'PATCH', path: SITE_SPACE, handle: updateSiteSpace },
  { name: 'moveSiteSpace', method: 'POST', path: `${SITE_SPACE}/move`, handle: moveSiteSpace },
]

const shown = { draft: z.boolean().optional(), pageId: z.string().nullable().optional() }
const createSchema = z.object({
  spaceId: z.string(),
  sectionId: z.string().nullable().optional(),
  ...shown,
})
const updateSchema = z.object({
  path: z.string().min(1).max(100).optional(),
  condition: condition.nullable().optional(),
  spaceId: z.string().optional(),
  hidden: z.boolean().optional(),
  ...shown,
})
const NEWEST = { draft: 'newest', pageId: 'newest', hidden: 'newest' } as const
const pointer = z.object({ type: z.literal('site-space'), siteSpace: z.string() }).optional()
const moveSchema = z.object({ position: z.object({ before: pointer, after: pointer }) })

/** A space that can be shown on the site: it is in the same organization and not deleted. */
export function spaceForSite(call: Call, site: SiteState, id: string): SpaceState {
  const space = getSpace(call.world, id)
  if (space.json.organization !== site.organization) throw notFound('spaceId: space')
  if (space.json.deletedAt !== undefined) throw badRequest(`spaceId: space ${id} is deleted`)
  return space
}

function listSiteSpaces(call: Call): Answer {
  const site = siteOf(call)
  const view = viewOf(call, site)
  const wanted = call.query.has('default') ? booleanQuery(call, 'default', true) : null
  const items = liveSiteSpaces(call.world, site).filter(
    item => wanted === null || isDefault(call.world, site, item) === wanted,
  )
  return listAnswer(call, items, item => presentSiteSpace(view, item))
}

async function createSiteSpace(call: Call): Promise<Answer> {
  const site = siteOf(call)
  const { spaceId, sectionId, ...fields } = await bodyOf(call, createSchema, NEWEST)
  const space = spaceForSite(call, site, spaceId)
  const section = sectionId == null ? undefined : getSection(site, sectionId)
  const item = addSiteSpace(call.world, site, space, section?.id)
  setOrRemove(item, fields)
  const location = siteLocation(call, site, `site-spaces/${item.id}`)
  return created(presentSiteSpace(viewOf(call, site), item), location)
}

function deleteSiteSpace(call: Call): Answer {
  const site = siteOf(call)
  const id = param(call, 'siteSpaceId')
  const item = liveSiteSpaces(call.world, site).find(siteSpace => siteSpace.id === id)
  if (item === undefined) return deleted(false)
  removeItem(site, item)
  return deleted(true)
}

async function updateSiteSpace(call: Call): Promise<Answer> {
  const site = siteOf(call)
  const item = getSiteSpace(call.world, site, param(call, 'siteSpaceId'))
  const { spaceId, ...fields } = await bodyOf(call, updateSchema, NEWEST)
  const { path } = fields
  if (path !== undefined) assertFreePath(site, item, path)
  const space = spaceId === undefined ? undefined : spaceForSite(call, site, spaceId).json.id
  setOrRemove(item, { ...fields, space })
  return ok(presentSiteSpace(viewOf(call, site), item))
}

async function moveSiteSpace(call: Call): Promise<Answer> {
  const site = siteOf(call)
  const item = getSiteSpace(call.world, site, param(call, 'siteSpaceId'))
  const { before, after } = (await bodyOf(call, moveSchema)).position
  for (const neighbour of [before, after])
    if (neighbour !== undefined) getSiteSpace(call.world, site, neighbour.siteSpace)
  moveItem(site, item, { before: before?.siteSpace, after: after?.siteSpace })
  return ok(presentSiteSpace(viewOf(call, site), item))
}
