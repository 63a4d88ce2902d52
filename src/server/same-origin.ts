/**
 * Requests that change something come from a page of this server, or from a program. A browser sends passwords that it
 * remembers with whatever any page asks it to send; what such a page cannot do is lie about its origin, set an
 * Authorization header, or send JSON as JSON. What shows neither sign is refused. Who is signed in shows the token of the
 * session besides, which only pages of this server have: forms in a field, scripts in a header.
 */
import type { Context, MiddlewareHandler } from 'hono'
import { FORM_TOKEN_FIELD } from '../web/html/form-token.ts'
import type { AuthEnv } from './auth.ts'
import { isSameSecret } from './people/secrets.ts'
import { LOGOUT } from './people/sign-in.ts'
import { isWebForm } from './web-paths.ts'

const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

const FORM_TOKEN_HEADER = 'x-docvault-form-token'

/** After whoever asks is known: what stands in the header then is a token that counts. */
export function requireOwnOrigin(publicUrl: () => string | null): MiddlewareHandler<AuthEnv> {
  return async (context, next) => {
    const refusal = SAFE.has(context.req.method)
      ? null
      : (refusalOf(context, publicUrl()) ?? (await formTokenRefusal(context)))
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

async function formTokenRefusal(context: Context<AuthEnv>): Promise<Refusal | null> {
  const wanted = context.get('formToken')
  if (wanted === null) return null
  const given = context.req.header(FORM_TOKEN_HEADER) ?? (await formField(context))
  return isSameSecret(given, wanted) ? null : NOT_OF_SESSION
}

async function formField({ req }: Context): Promise<string> {
  if (!isForm(req.header('content-type'))) return ''
  return new URLSearchParams(await req.text()).get(FORM_TOKEN_FIELD) ?? ''
}

function refusalOf({ req }: Context, publicUrl: string | null): Refusal | null {
  const site = req.header('sec-fetch-site')
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return FOREIGN
  const origin = req.header('origin')
  if (origin === undefined) {
    if (!/^bearer \S/i.test(req.header('authorization') ?? '')) return UNNAMED
  } else if (origin !== ownOrigin(req.header('host') ?? '', publicUrl)) return FOREIGN
  if (!hasBody(req.raw)) return null
  const type = req.header('content-type')
  return isJson(type) || (isForm(type) && takesForms(req.path)) ? null : NOT_JSON
}

function takesForms(path: string): boolean {
  return path === LOGOUT || isWebForm(path)
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

function isForm(type: string | undefined): boolean {
  return /^application\/x-www-form-urlencoded\s*(;|$)/i.test(type ?? '')
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
const NOT_OF_SESSION: Refusal = {
  status: 403,
  error: 'forbidden',
  message: 'this was not sent by a page of your session',
  hint: 'load the page again, and repeat it there',
}
