/**
 * Section groups of sites: docs/reference/operations.md, 4.5.
 */
import { z } from 'zod'
import { type Answer, created, deleted, ok } from '../protocol/answer.ts'
import { badRequest } from '../protocol/api-error.ts'
import { type Call, param } from '../protocol/call.ts'
import { bodyOf } from '../protocol/checked.ts'
import { listAnswer } from '../protocol/paging.ts'
import type { Route } from '../protocol/route.ts'
import type { SiteState } from '../state/records/site.ts'
import type { SiteSectionGroup } from '../state/records/site-item.ts'
import { getGroup, getSection, groupsOf } from '../state/site-items.ts'
import { moveItem } from '../state/site-order.ts'
import { addGroup, isInside, putInGroup, removeItem } from '../state/site-structure.ts'
import { presentGroup } from '../state/site-view.ts'
import { localized } from './fields.ts'
import { SITE, siteLocation, siteOf, viewOf } from './site-call.ts'
import { setOrRemove } from './site-fields.ts'

const BASE = `${SITE}/section-groups`
const GROUP = `${BASE}/{siteSectionGroupId}`
const MEMBERS = `${GROUP}/sections`

export const siteSectionGroupRoutes: readonly Route[] = [
  { name: 'listSiteSectionGroups', method: 'GET', path: BASE, handle: listGroups },
  { name: 'addSectionGroupToSite', method: 'POST', path: BASE, handle: createGroup },
  { name: 'deleteSiteSectionGroupById', method: 'DELETE', path: GROUP, handle: deleteGroup },
  { name: 'updateSiteSectionGroupById', method: 'PATCH', path: GROUP, handle: updateGroup },
  { name: 'addSectionToGroup', method: 'POST', path: MEMBERS, offer: 'dropped', handle: addToGroup },
  {
    name: 'removeSectionFromGroup',
    method: 'DELETE',
    path: `${MEMBERS}/{siteSectionId}`,
    offer: 'dropped',
    handle: removeFromGroup,
  },
  { name: 'moveSiteSectionGroup', method: 'POST', path: `${GROUP}/move`, handle: moveGroup },
]

const title = z.string().min(1).max(100)
const icon = z.string().max(50).nullable().optional()
const createSchema = z.object({
  title,
  icon,
  sections: z.array(z.string()).optional(),
  parent: z.string().optional(),
  draft: z.boolean().optional(),
})
const updateSchema = z.object({
  title: title.optional(),
  icon,
  draft: z.boolean().optional(),
  localizedTitle: localized(128).optional(),
  parentSectionGroupId: z.string().nullable().optional(),
})
const OFFERS = {
  parent: 'extension',
  draft: 'newest',
  localizedTitle: 'newest',
  parentSectionGroupId: 'newest',
} as const
const pointer = z.object({ type: z.enum(['site-section', 'site-section-group']), id: z.string() }).optional()
const moveSchema = z.object({ position: z.object({ before: pointer, after: pointer }) })

function listGroups(call: Call): Answer {
  const site = siteOf(call)
  const view = viewOf(call, site)
  return listAnswer(call, groupsOf(site), group => presentGroup(view, group))
}

async function createGroup(call: Call): Promise<Answer> {
  const site = siteOf(call)
  const { title, icon, sections = [], parent, draft } = await bodyOf(call, createSchema, OFFERS)
  const members = sections.map(id => getSection(site, id))
  if (parent !== undefined) getGroup(site, parent)
  const group = addGroup(call.world, site, title)
  setOrRemove(group, { icon, draft })
  putInGroup(group, parent)
  for (const section of members) section.sectionGroup = group.id
  return createdGroup(call, site, group)
}

function createdGroup(call: Call, site: SiteState, group: SiteSectionGroup): Answer {
  const location = siteLocation(call, site, `section-groups/${group.id}`)
  return created(presentGroup(viewOf(call, site), group), location)
}

function deleteGroup(call: Call): Answer {
  const site = siteOf(call)
  const group = site.items.get(param(call, 'siteSectionGroupId'))
  if (group?.object !== 'site-section-group') return deleted(false)
  removeItem(site, group)
  return deleted(true)
}

async function updateGroup(call: Call): Promise<Answer> {
  const site = siteOf(call)
  const group = getGroup(site, param(call, 'siteSectionGroupId'))
  const { parentSectionGroupId, ...fields } = await bodyOf(call, updateSchema, OFFERS)
  if (typeof parentSectionGroupId === 'string') assertOutside(site, group, parentSectionGroupId)
  setOrRemove(group, fields)
  if (parentSectionGroupId !== undefined) putInGroup(group, parentSectionGroupId ?? undefined)
  return ok(presentGroup(viewOf(call, site), group))
}

function assertOutside(site: SiteState, group: SiteSectionGroup, into: string): void {
  if (isInside(site, getGroup(site, into).id, group.id))
    throw badRequest('parentSectionGroupId: a group cannot be moved into itself')
}

async function addToGroup(call: Call): Promise<Answer> {
  const site = siteOf(call)
  const group = getGroup(site, param(call, 'siteSectionGroupId'))
  const { sectionId } = await bodyOf(call, z.object({ sectionId: z.string() }))
  getSection(site, sectionId).sectionGroup = group.id
  return createdGroup(call, site, group)
}

function removeFromGroup(call: Call): Answer {
  const site = siteOf(call)
  const group = getGroup(site, param(call, 'siteSectionGroupId'))
  const section = site.items.get(param(call, 'siteSectionId'))
  if (section?.object !== 'site-section' || section.sectionGroup !== group.id) return deleted(false)
  putInGroup(section, undefined)
  return deleted(true)
}

async function moveGroup(call: Call): Promise<Answer> {
  const site = siteOf(call)
  const group = getGroup(site, param(call, 'siteSectionGroupId'))
  const { before, after } = (await bodyOf(call, moveSchema)).position
  for (const neighbour of [before, after]) assertKind(site, neighbour)
  moveItem(site, group, { before: before?.id, after: after?.id })
  return ok(presentGroup(viewOf(call, site), group))
}

function assertKind(site: SiteState, neighbour: z.infer<typeof pointer>): void {
  const item = neighbour === undefined ? undefined : site.items.get(neighbour.id)
  if (item !== undefined && item.object !== neighbour?.type)
    throw badRequest(`position: ${item.id} is a ${item.object}, not a ${neighbour?.type}`)
}
