/**
 * Share links of sites: docs/reference/operations.md, 4.8.
 */
import { z } from 'zod'
import { type Answer, created, deleted, ok } from '../protocol/answer.ts'
import { notFound } from '../protocol/api-error.ts'
import { type Call, param } from '../protocol/call.ts'
import { bodyOf } from '../protocol/checked.ts'
import { listAnswer } from '../protocol/paging.ts'
import type { Route } from '../protocol/route.ts'
import { addShareLink, presentShareLink } from '../state/share-link.ts'
import { SITE, siteLocation, siteOf } from './site-call.ts'
import { setOrRemove } from './site-fields.ts'

const BASE = `${SITE}/share-links`
const LINK = `${BASE}/{shareLinkId}`

export const shareLinkRoutes: readonly Route[] = [
  { name: 'listSiteShareLinks', method: 'GET', path: BASE, handle: listLinks },
  { name: 'createSiteShareLink', method: 'POST', path: BASE, handle: createLink },
  { name: 'deleteSiteShareLinkById', method: 'DELETE', path: LINK, handle: deleteLink },
  { name: 'updateSiteShareLinkById', method: 'PATCH', path: LINK, handle: updateLink },
]

const name = z.string().max(50)
const createSchema = z.object({ name })
const updateSchema = z.object({ active: z.boolean().optional(), name: name.optional() })

function listLinks(call: Call): Answer {
  const site = siteOf(call)
  return listAnswer(call, [...site.shareLinks.values()], link => presentShareLink(call.world, site, link))
}

async function createLink(call: Call): Promise<Answer> {
  const site = siteOf(call)
  const link = addShareLink(call.world, site, (await bodyOf(call, createSchema)).name)
  return created(presentShareLink(call.world, site, link), siteLocation(call, site, `share-links/${link.id}`))
}

function deleteLink(call: Call): Answer {
  return deleted(siteOf(call).shareLinks.delete(param(call, 'shareLinkId')))
}

async function updateLink(call: Call): Promise<Answer> {
  const site = siteOf(call)
  const link = site.shareLinks.get(param(call, 'shareLinkId'))
  if (link === undefined) throw notFound('share link')
  setOrRemove(link, await bodyOf(call, updateSchema))
  return ok(presentShareLink(call.world, site, link))
}
