/**
 * Sections of sites: docs/reference/operations.md, 4.6.
 */
import { z } from 'zod'
import { type Answer, created, deleted, ok } from '../protocol/answer.ts'
import { badRequest } from '../protocol/api-error.ts'
import { type Call, param } from '../protocol/call.ts'
import { bodyOf } from '../protocol/checked.ts'
import { listAnswer } from '../protocol/paging.ts'
import type { Route } from '../protocol/route.ts'
import { getGroup, getSection, getSiteSpace, sectionsOf } from '../state/site-items.ts'
import { moveItem } from '../state/site-order.ts'
import { addSection, assertFreePath, putInGroup, removeItem } from '../state/site-structure.ts'
import { presentSection } from '../state/site-view.ts'
import { condition, localized } from './fields.ts'
import { SITE, siteLocation, siteOf, viewOf } from './site-call.ts'
import { setOrRemove } from './site-fields.ts'
import { spaceForSite } from './site-spaces.ts'

const BASE = `${SITE}/sections`
const SECTION = `${BASE}/{siteSectionId}`

export const siteSectionRoutes: readonly Route[] = [
  { name: 'listSiteSections', method: 'GET', path: BASE, handle: listSections },
  { name: 'addSectionToSite', method: 'POST', path: BASE, handle: createSection },
  { name: 'deleteSiteSectionById', method: 'DELETE', path: SECTION, handle: deleteSection },
  { name: 'updateSiteSectionById', method: 'PATCH', path: SECTION, handle: updateSection },
  { name: 'moveSiteSection', method: 'POST', path: `${SECTION}/move`, handle: moveSection },
]

const title = z.string().min(2).max(128)
const icon = z.string().max(50).nullable().optional()
const group = z.string().nullable().optional()
const draft = z.boolean().optional()
const createSchema = z.object({
  spaceId: z.string(),
  title: title.nullable().optional(),
  icon,
  draft,
  siteSectionGroupId: group,
})
const updateSchema = z.object({
  title: title.optional(),
  path: z.string().min(1).max(100).optional(),
  defaultSiteSpace: z.string().optional(),
  condition: condition.nullable().optional(),
  icon,
  description: z.string().max(256).nullable().optional(),
  draft,
  localizedTitle: localized(128).optional(),
  localizedDescription: localized(256).optional(),
  siteSectionGroupId: group,
})
const NEWEST = {
  draft: 'newest',
  localizedTitle: 'newest',
  localizedDescription: 'newest',
  siteSectionGroupId: 'newest',
} as const
const pointer = z.object({ type: z.literal('site-section'), siteSection: z.string() }).optional()
const moveSchema = z.object({ position: z.object({ before: pointer, after: pointer }) })

function listSections(call: Call): Answer {
  const site = siteOf(call)
  const view = viewOf(call, site)
  return listAnswer(call, sectionsOf(site), section => presentSection(view, section))
}

async function createSection(call: Call): Promise<Answer> {
  const site = siteOf(call)
  const { spaceId, title, icon, draft, siteSectionGroupId } = await bodyOf(call, createSchema, NEWEST)
  if (typeof siteSectionGroupId === 'string') getGroup(site, siteSectionGroupId)
  const section = addSection(call.world, site, spaceForSite(call, site, spaceId), title ?? undefined)
  setOrRemove(section, { icon, draft })
  putInGroup(section, siteSectionGroupId ?? undefined)
  const location = siteLocation(call, site, `sections/${section.id}`)
  return created(presentSection(viewOf(call, site), section), location)
}

function deleteSection(call: Call): Answer {
  const site = siteOf(call)
  const section = site.items.get(param(call, 'siteSectionId'))
  if (section?.object !== 'site-section') return deleted(false)
  removeItem(site, section)
  return deleted(true)
}

async function updateSection(call: Call): Promise<Answer> {
  const site = siteOf(call)
  const section = getSection(site, param(call, 'siteSectionId'))
  const { siteSectionGroupId, ...fields } = await bodyOf(call, updateSchema, NEWEST)
  const { path, defaultSiteSpace } = fields
  if (path !== undefined) assertFreePath(site, section, path)
  if (
    defaultSiteSpace !== undefined &&
    getSiteSpace(call.world, site, defaultSiteSpace).section !== section.id
  )
    throw badRequest('defaultSiteSpace: not a site space of this section')
  if (typeof siteSectionGroupId === 'string') getGroup(site, siteSectionGroupId)
  setOrRemove(section, fields)
  if (siteSectionGroupId !== undefined) putInGroup(section, siteSectionGroupId ?? undefined)
  return ok(presentSection(viewOf(call, site), section))
}

async function moveSection(call: Call): Promise<Answer> {
  const site = siteOf(call)
  const section = getSection(site, param(call, 'siteSectionId'))
  const { before, after } = (await bodyOf(call, moveSchema)).position
  for (const neighbour of [before, after])
    if (neighbour !== undefined) getSection(site, neighbour.siteSection)
  moveItem(site, section, { before: before?.siteSection, after: after?.siteSection })
  return ok(presentSection(viewOf(call, site), section))
}
