/**
 * Requests that change something come from a page of this server, or from a program. A browser sends passwords that it
 * remembers with whatever any page asks it to send; what such a page cannot do is lie about its origin, set an
 * Authorization header, or send JSON as JSON. What shows neither sign is refused.
 */
import type { Context, MiddlewareHandler } from 'hono'
import { isWebForm } from './web-paths.ts'

const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** After the token was looked at: what stands in the header then is one that counts. */
export function requireOwnOrigin(publicUrl: () => string | null): MiddlewareHandler {
  return async (context, next) => {
    const refusal = SAFE.has(context.req.method) ? null : refusalOf(context, publicUrl())
    if (refusal === null) return await next()
    const { status, ...body } = refusal
    return context.json(body, status)
  }
}

interface Refusal {
  status: 403 | 415
  error: string
  message: string
  hint: string
}

function refusalOf({ req }: Context, publicUrl: string | null): Refusal | null {
  const site = req.header('sec-fetch-site')
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return FOREIGN
  const origin = req.header('origin')
  if (origin === undefined) {
    if (!/^bearer \S/i.test(req.header('authorization') ?? '')) return UNNAMED
  } else if (origin !== ownOrigin(req.header('host') ?? '', publicUrl)) return FOREIGN
  // A form that a browser sends has the origin of the page it stands in.
  if (origin !== undefined && isWebForm(req.path)) return null
  return hasBody(req.raw) && !isJson(req.header('content-type')) ? NOT_JSON : null
}

/** Behind a proxy that speaks TLS, a page that came without it is a foreign one. */
function ownOrigin(host: string, publicUrl: string | null): string {
  const known = publicUrl !== null && URL.canParse(publicUrl) ? new URL(publicUrl) : null
  return known?.host === host ? known.origin : `http://${host}`
}

function hasBody({ headers }: Request): boolean {
  return headers.has('transfer-encoding') || Number(headers.get('content-length') ?? 0) !== 0
}

function isJson(type: string | undefined): boolean {
  return /^application\/json\s*(;|$)/i.test(type ?? '')
}

const FOREIGN: Refusal = {
  status: 403,
  error: 'forbidden',
  message: 'not from another site',
  hint: 'behind a proxy, set server.publicUrl to the address that browsers use',
}
const UNNAMED: Refusal = {
  status: 403,
  error: 'forbidden',
  message: 'a request that changes something needs `Authorization: Bearer`, or the Origin of this server',
  hint: 'a remembered password is not enough; without server.token any bearer token will do',
}
const NOT_JSON: Refusal = {
  status: 415,
  error: 'not-json',
  message: 'a body is JSON',
  hint: 'send it with `Content-Type: application/json`',
}
