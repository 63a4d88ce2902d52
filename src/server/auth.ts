/**
 * Who may ask. With a token: a bearer token, or the password of any user, for browsers. Without one the server listens
 * on loopback only, and a page in somebody's browser must not get through: the Host header has to be a loopback name.
 */
import { hash, timingSafeEqual } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'

export function requireToken(token: string | null): MiddlewareHandler {
  return async (context, next) => {
    const granted =
      token === null
        ? isLoopbackName(context.req.header('host'))
        : isEqual(credentialOf(context.req.header('authorization')), token)
    if (!granted) {
      const body = { error: 'unauthorized', message: 'a token is needed' }
      return context.json(body, 401, { 'www-authenticate': 'Basic realm="docvault", charset="UTF-8"' })
    }
    return await next()
  }
}

/** A form that another site sends comes without this; a script of that site is not allowed to set it. */
export function requireSameSite(): MiddlewareHandler {
  return async (context, next) => {
    const { method } = context.req
    const site = context.req.header('sec-fetch-site')
    const foreign = site !== undefined && site !== 'same-origin' && site !== 'none'
    if (method !== 'GET' && method !== 'HEAD' && foreign)
      return context.json({ error: 'forbidden', message: 'not from another site' }, 403)
    return await next()
  }
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
