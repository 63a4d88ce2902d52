/**
 * Who asks. With a token: a bearer token, or the password of any user, for browsers. With an issuer: whoever signed in there,
 * by a session. Without either the server listens on loopback only, and a page in somebody's browser must not get through:
 * the Host header has to be a loopback name.
 */
import { hash, timingSafeEqual } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import type { Cookies } from './people/cookies.ts'
import { type Identity, type OrganizationsOf, personIdentity } from './people/identity.ts'
import type { People } from './people/people.ts'
import { loginAddress } from './people/sign-in.ts'

export interface Tokens {
  token: string | null
  /** Only as a bearer token: no browser remembers it. */
  restoreToken: string | null
}

export interface AuthEnv {
  Variables: {
    identity: Identity
    /** What the forms of a session have in them; null: whoever asks has none. */
    formToken: string | null
  }
}

export interface Entry extends Tokens {
  people: People
  cookies: Cookies
  organizationsOf: OrganizationsOf
}

export function requireIdentity(entry: Entry): MiddlewareHandler<AuthEnv> {
  return async (context, next) => {
    const header = context.req.header('authorization')
    const found =
      header === undefined ? (signedIn(context, entry) ?? unnamed(context, entry)) : named(context, entry)
    if (found === null) return refuse(context, entry)
    context.set('identity', found.identity)
    context.set('formToken', found.formToken)
    return await next()
  }
}

interface Found {
  identity: Identity
  formToken: string | null
}

/** By the header `Authorization`, which then has to be right. */
function named(context: Context, entry: Entry): Found | null {
  const { token, restoreToken } = entry
  const header = context.req.header('authorization') ?? ''
  if (token === null && !isLoopbackName(context.req.header('host'))) return null
  const given = credentialOf(header)
  const isBearer = /^bearer /i.test(header)
  if (restoreToken !== null && isBearer && isEqual(given, restoreToken)) return program(RESTORE_TOKEN)
  if (token === null) return unnamed(context, entry)
  return isEqual(given, token) ? program(TOKEN) : null
}

/** Where people sign in, a proxy on this machine may ask for anybody. */
function unnamed(context: Context, { token, people }: Entry): Found | null {
  const isThisMachine = token === null && people.issuer === null && isLoopbackName(context.req.header('host'))
  return isThisMachine ? program(LOOPBACK) : null
}

function signedIn(context: Context, { people, cookies, organizationsOf }: Entry): Found | null {
  const secret = people.issuer === null ? null : cookies.session(context)
  const session = secret === null ? null : people.sessions.find(secret)
  if (session === null) return null
  const identity = personIdentity(session, people.roles(), organizationsOf)
  return { identity, formToken: session.formToken }
}

function program(identity: Identity): Found {
  return { identity, formToken: null }
}

/** A browser that wants a page is sent to sign in. */
function refuse(context: Context, { people }: Entry): Response {
  const { method, raw } = context.req
  const wantsPage = (method === 'GET' || method === 'HEAD') && isForPeople(context.req.header('accept'))
  const { pathname, search } = new URL(raw.url)
  if (people.issuer !== null && wantsPage && context.req.header('authorization') === undefined)
    return context.redirect(loginAddress(pathname + search))
  const body = { error: 'unauthorized', message: 'a token is needed' }
  const challenge = people.issuer === null ? ASK_PASSWORD : ASK_TOKEN
  return context.json(body, 401, { 'www-authenticate': challenge })
}

const ASK_PASSWORD = 'Basic realm="docvault", charset="UTF-8"'
/** Where people sign in, no browser is to ask them for a password, as it does for a picture whose session is over. */
const ASK_TOKEN = 'Bearer realm="docvault"'

function isForPeople(accept: string | undefined): boolean {
  return /\btext\/html\b/i.test(accept ?? '')
}

const EVERYTHING: Identity['grants'] = [{ role: 'admin', organizations: null }]
const LOOPBACK: Identity = {
  ...{ kind: 'loopback', name: 'this machine', subject: null },
  grants: EVERYTHING,
  mayDelete: false,
}
const TOKEN: Identity = { ...LOOPBACK, kind: 'token', name: 'token' }
const RESTORE_TOKEN: Identity = { ...TOKEN, name: 'restore token', mayDelete: true }

/** Equal digests mean equal tokens; comparing them takes the same time whatever differs. */
function isEqual(given: string | null, token: string): boolean {
  const digest = (text: string) => hash('sha256', text, 'buffer')
  return given !== null && timingSafeEqual(digest(given), digest(token))
}

function credentialOf(header: string): string | null {
  const [scheme = '', value = ''] = header.split(' ', 2)
  if (scheme.toLowerCase() === 'bearer') return value
  if (scheme.toLowerCase() !== 'basic') return null
  const text = Buffer.from(value, 'base64').toString()
  return text.slice(text.indexOf(':') + 1)
}

function isLoopbackName(host: string | undefined): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/.test(host ?? '')
}
