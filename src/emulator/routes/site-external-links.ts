/**
 * Links to elsewhere in the navigation of sites. The structure of the site shows them: there is no list of them.
 */
import { z } from 'zod'
import { type Answer, created, deleted, ok } from '../protocol/answer.ts'
import { type Call, param } from '../protocol/call.ts'
import { bodyOf } from '../protocol/checked.ts'
import type { Route } from '../protocol/route.ts'
import { getExternalLink, getGroup } from '../state/site-items.ts'
import { addExternalLink, putInGroup, removeItem } from '../state/site-structure.ts'
import { presentItem } from '../state/site-view.ts'
import { localized, uri } from './fields.ts'
import { SITE, siteLocation, siteOf, viewOf } from './site-call.ts'
import { setOrRemove } from './site-fields.ts'

const BASE = `${SITE}/external-links`
const LINK = `${BASE}/{siteExternalLinkId}`

export const siteExternalLinkRoutes: readonly Route[] = [
  { name: 'addExternalLinkToSite', method: 'POST', path: BASE, offer: 'newest', handle: createLink },
  { name: 'updateSiteExternalLinkById', method: 'PATCH', path: LINK, offer: 'newest', handle: updateLink },
  { name: 'deleteSiteExternalLinkById', method: 'DELETE', path: LINK, offer: 'newest', handle: deleteLink },
]

const title = z.string().min(2).max(128)
const optional = {
  description: z.string().max(256).nullable().optional(),
  icon: z.string().max(50).nullable().optional(),
  draft: z.boolean().optional(),
  condition: z.string().max(1024).nullable().optional(),
}
const createSchema = z.object({
  title,
  url: uri,
  localizedTitle: localized(128).optional(),
  localizedDescription: localized(256).nullable().optional(),
  parent: z.string().optional(),
  ...optional,
})
const updateSchema = z.object({
  title: title.optional(),
  url: uri.optional(),
  localizedTitle: localized(128).nullable().optional(),
  localizedDescription: localized(256).nullable().optional(),
  parent: z.string().nullable().optional(),
  ...optional,
})

async function createLink(call: Call): Promise<Answer> {
  const site = siteOf(call)
  const { title, url, parent, ...rest } = await bodyOf(call, createSchema)
  const group = parent === undefined ? undefined : getGroup(site, parent)
  const link = addExternalLink(call.world, site, { title, url })
  setOrRemove(link, rest)
  putInGroup(link, group?.id)
  return created(presentItem(viewOf(call, site), link), siteLocation(call, site, `external-links/${link.id}`))
}

async function updateLink(call: Call): Promise<Answer> {
  const site = siteOf(call)
  const link = getExternalLink(site, param(call, 'siteExternalLinkId'))
  const { parent, ...fields } = await bodyOf(call, updateSchema)
  const group = typeof parent === 'string' ? getGroup(site, parent) : undefined
  setOrRemove(link, fields)
  if (parent !== undefined) putInGroup(link, group?.id)
  return ok(presentItem(viewOf(call, site), link))
}

function deleteLink(call: Call): Answer {
  const site = siteOf(call)
  const link = site.items.get(param(call, 'siteExternalLinkId'))
  if (link?.object !== 'site-external-link') return deleted(false)
  removeItem(site, link)
  return deleted(true)
}
