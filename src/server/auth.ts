/**
 * Who may ask. With a token: a bearer token, or the password of any user, for browsers. Without one the server listens
 * on loopback only, and a page in somebody's browser must not get through: the Host header has to be a loopback name.
 */
import { hash, timingSafeEqual } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { DocvaultError } from '../model/errors.ts'
import type { Visitor } from '../web/source.ts'

export interface Tokens {
  token: string | null
  /** Only as a bearer token: no browser remembers it. */
  restoreToken: string | null
}

/** `restorer` may also apply what deletes. */
export type Role = 'operator' | 'restorer'
export interface AuthEnv {
  Variables: { role: Role }
}

export class RoleMissing extends DocvaultError {
  constructor(message: string, hint: string) {
    super('forbidden', message, { hint })
  }
}

export function requireToken(tokens: Tokens): MiddlewareHandler<AuthEnv> {
  return async (context, next) => {
    const role = roleOf(tokens, context.req.header('authorization'), context.req.header('host'))
    if (role === null) {
      const body = { error: 'unauthorized', message: 'a token is needed' }
      return context.json(body, 401, { 'www-authenticate': 'Basic realm="docvault", charset="UTF-8"' })
    }
    context.set('role', role)
    return await next()
  }
}

/** What pages offer. */
export function visitorOf(role: Role): Visitor {
  return { mayRestore: true, mayDelete: role === 'restorer' }
}

function roleOf(
  { token, restoreToken }: Tokens,
  header: string | undefined,
  host: string | undefined,
): Role | null {
  if (token === null && !isLoopbackName(host)) return null
  const given = credentialOf(header)
  const isBearer = /^bearer /i.test(header ?? '')
  if (restoreToken !== null && isBearer && isEqual(given, restoreToken)) return 'restorer'
  return token === null || isEqual(given, token) ? 'operator' : null
}

/** Equal digests mean equal tokens; comparing them takes the same time whatever differs. */
function isEqual(given: string | null, token: string): boolean {
  const digest = (text: string) => hash('sha256', text, 'buffer')
  return given !== null && timingSafeEqual(digest(given), digest(token))
}

function credentialOf(header: string | undefined): string | null {
  const [scheme = '', value = ''] = (header ?? '').split(' ', 2)
  if (scheme.toLowerCase() === 'bearer') return value
  if (scheme.toLowerCase() !== 'basic') return null
  const text = Buffer.from(value, 'base64').toString()
  return text.slice(text.indexOf(':') + 1)
}

function isLoopbackName(host: string | undefined): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/.test(host ?? '')
}
