/**
 * Redirects of sites: extensions.
 */
import { z } from 'zod'
import { type Answer, created, deleted, ok } from '../protocol/answer.ts'
import { ApiError, badRequest, notFound } from '../protocol/api-error.ts'
import { type Call, param } from '../protocol/call.ts'
import { bodyOf } from '../protocol/checked.ts'
import { listAnswer } from '../protocol/paging.ts'
import { isOffered } from '../protocol/profile.ts'
import type { Route } from '../protocol/route.ts'
import { type Destination, destinationSchema, type SiteState } from '../state/records/site.ts'
import {
  addRedirect,
  assertThere,
  getRedirect,
  liveRedirects,
  presentRedirect,
} from '../state/site-redirect.ts'
import { SITE, siteLocation, siteOf, viewOf } from './site-call.ts'
import { setOrRemove } from './site-fields.ts'

const BASE = `${SITE}/redirects`
const REDIRECT = `${BASE}/{siteRedirectId}`

export const siteRedirectRoutes: readonly Route[] = [
  { name: 'listSiteRedirects', method: 'GET', path: BASE, offer: 'extension', handle: listRedirects },
  { name: 'createSiteRedirect', method: 'POST', path: BASE, offer: 'extension', handle: createRedirect },
  { name: 'bulkUpsertSiteRedirects', method: 'PUT', path: BASE, offer: 'newest', handle: upsertRedirects },
  {
    name: 'updateSiteRedirectById',
    method: 'PATCH',
    path: REDIRECT,
    offer: 'extension',
    handle: updateRedirect,
  },
  {
    name: 'deleteSiteRedirectById',
    method: 'DELETE',
    path: REDIRECT,
    offer: 'extension',
    handle: deleteRedirect,
  },
  {
    name: 'getSiteRedirectBySource',
    method: 'GET',
    path: `${SITE}/redirect`,
    offer: 'extension',
    handle: findRedirect,
  },
]

const MAX_BULK = 500
/** Newer services take a wildcard at its end, and a plus sign. */
const source = z
  .string()
  .max(512)
  .regex(
    /^\/(?!\*)(?!.*\*.+)(?:[A-Za-z0-9\-._~+]|%[0-9A-Fa-f]{2})+(?:\/(?:[A-Za-z0-9\-._~+]|%[0-9A-Fa-f]{2})+)*(?:\/\*|\*)?$/,
  )
const switches = {
  captureWildcard: z.boolean().optional(),
  draft: z.boolean().optional(),
  permanent: z.boolean().optional(),
}
const createSchema = z.object({ source, destination: destinationSchema, ...switches })
const NEWEST = { captureWildcard: 'newest', draft: 'newest', permanent: 'newest' } as const
const updateSchema = createSchema.partial()
const bulkSchema = z.object({
  redirects: z
    .array(
      z.object({
        source,
        intent: z.enum(['live', 'draft', 'publish']).optional(),
        captureWildcard: z.boolean().optional(),
        permanent: z.boolean().optional(),
        destination: destinationSchema.nullable().optional(),
      }),
    )
    .max(MAX_BULK),
})
type Upsert = z.infer<typeof bulkSchema>['redirects'][number]

function listRedirects(call: Call): Answer {
  const site = siteOf(call)
  const search = call.query.get('search')?.toLowerCase() ?? ''
  const found = liveRedirects(call.world, site).filter(redirect =>
    redirect.source.toLowerCase().includes(search),
  )
  return listAnswer(call, found, redirect => presentRedirect(call.world, redirect))
}

async function createRedirect(call: Call): Promise<Answer> {
  const site = siteOf(call)
  const { source, destination, ...rest } = await bodyOf(call, createSchema, NEWEST)
  assertKnown(call, destination)
  assertSource(call, site, source)
  const redirect = addRedirect(call.world, site, source, destination)
  setOrRemove(redirect, rest)
  const location = siteLocation(call, site, `redirects/${redirect.id}`)
  return created(presentRedirect(call.world, redirect), location)
}

async function updateRedirect(call: Call): Promise<Answer> {
  const site = siteOf(call)
  const redirect = getRedirect(call.world, site, param(call, 'siteRedirectId'))
  const change = await bodyOf(call, updateSchema, NEWEST)
  const { source, destination } = change
  if (destination !== undefined) assertKnown(call, destination)
  if (source !== undefined && source !== redirect.source) assertSource(call, site, source)
  if (destination !== undefined) assertThere(call.world, site, destination)
  setOrRemove(redirect, { ...change, updatedAt: call.world.clock.timestamp() })
  return ok(presentRedirect(call.world, redirect))
}

function deleteRedirect(call: Call): Answer {
  return deleted(siteOf(call).redirects.delete(param(call, 'siteRedirectId')))
}

/** Where one leads: the redirect and the address. */
function findRedirect(call: Call): Answer {
  const site = siteOf(call)
  const wanted = call.query.get('source')
  if (wanted === null || wanted === '') throw badRequest('source is required')
  const redirect = liveRedirects(call.world, site).find(redirect => redirect.source === wanted)
  if (redirect === undefined) throw notFound('redirect')
  return ok({
    redirect: presentRedirect(call.world, redirect),
    target: viewOf(call, site).url ?? siteLocation(call, site, ''),
  })
}

/** Each on its own: one that fails leaves the others. */
async function upsertRedirects(call: Call): Promise<Answer> {
  const site = siteOf(call)
  const { redirects } = await bodyOf(call, bulkSchema)
  return ok({ results: redirects.map(redirect => upsert(call, site, redirect)) })
}

function upsert(call: Call, site: SiteState, { source, intent, destination, ...rest }: Upsert): unknown {
  const draft = intent === 'draft'
  const result = { source, draft }
  const existing = liveRedirects(call.world, site).find(redirect => redirect.source === source)
  try {
    if (intent === 'publish') {
      if (existing === undefined) throw notFound('redirect')
      existing.draft = false
      return { status: 'published', ...result, id: existing.id }
    }
    if (destination == null) {
      if (existing === undefined) throw notFound('redirect')
      site.redirects.delete(existing.id)
      return { status: 'deleted', ...result }
    }
    assertThere(call.world, site, destination)
    const redirect = existing ?? addRedirect(call.world, site, source, destination)
    setOrRemove(redirect, { destination, draft, ...rest })
    return { status: existing === undefined ? 'created' : 'updated', ...result, id: redirect.id }
  } catch (error) {
    if (error instanceof ApiError) return { status: 'error', ...result, error: error.message }
    throw error
  }
}

/** Only the newest service leads out of a site. */
function assertKnown({ world }: Call, { kind }: Destination): void {
  if (kind === 'external' && world.profile !== 'current')
    throw badRequest('destination.kind: this service has no external destinations')
}

function assertSource(call: Call, site: SiteState, source: string): void {
  if (/[*+]/.test(source) && !isOffered({ offer: 'newest' }, call.world.profile))
    throw badRequest(`source: ${source} has a wildcard or a plus sign, which this service does not know`)
  if (liveRedirects(call.world, site).some(redirect => redirect.source === source))
    throw badRequest(`source: ${source} is redirected already`)
}
