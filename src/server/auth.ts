/**
 * Who may ask. With a token: a bearer token, or the password of any user, for browsers. Without one the server listens
 * on loopback only, and a page in somebody's browser must not get through: the Host header has to be a loopback name.
 */
import { hash, timingSafeEqual } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Identity } from './people/identity.ts'

export interface Tokens {
  token: string | null
  /** Only as a bearer token: no browser remembers it. */
  restoreToken: string | null
}

export interface AuthEnv {
  Variables: { identity: Identity }
}

export function requireToken(tokens: Tokens): MiddlewareHandler<AuthEnv> {
  return async (context, next) => {
    const identity = identityOf(tokens, context.req.header('authorization'), context.req.header('host'))
    if (identity === null) {
      const body = { error: 'unauthorized', message: 'a token is needed' }
      return context.json(body, 401, { 'www-authenticate': 'Basic realm="docvault", charset="UTF-8"' })
    }
    context.set('identity', identity)
    return await next()
  }
}

function identityOf(
  { token, restoreToken }: Tokens,
  header: string | undefined,
  host: string | undefined,
): Identity | null {
  if (token === null && !isLoopbackName(host)) return null
  const given = credentialOf(header)
  const isBearer = /^bearer /i.test(header ?? '')
  if (restoreToken !== null && isBearer && isEqual(given, restoreToken)) return RESTORE_TOKEN
  if (token === null) return LOOPBACK
  return isEqual(given, token) ? TOKEN : null
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
