/** What a browser may do with a page: nothing but show it, with what this server has. */
import type { MiddlewareHandler } from 'hono'

const SHOWN = {
  'default-src': "'none'",
  'style-src': "'self'",
  'img-src': "'self'",
  'frame-src': "'self'",
  'frame-ancestors': "'none'",
  'form-action': "'self'",
  'base-uri': "'none'",
}
const PAGE = policy(SHOWN)
/** Of a page that looks again by itself. */
export const LIVE_POLICY = policy({ ...SHOWN, 'script-src': "'self'", 'connect-src': "'self'" })

/** What people wrote on the platform is shown behind it, also where its address is opened by itself. */
export const BODY_SANDBOX =
  'allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation'

/** Of the same origin, so that its pictures are asked for with the sign-in; no script runs in it whatever it has. */
export const BODY_POLICY = policy({
  sandbox: BODY_SANDBOX,
  'default-src': "'none'",
  'style-src': "'self'",
  'img-src': "'self'",
  'form-action': "'none'",
  'base-uri': "'none'",
  'frame-ancestors': "'self'",
})

/** A file of the platform is bytes, and never a page. */
export const FILE_POLICY = policy({ sandbox: '', 'default-src': "'none'", 'frame-ancestors': "'self'" })

/** An answer that has a policy of its own keeps it. */
export const guarded: MiddlewareHandler = async (context, next) => {
  await next()
  const { headers } = context.res
  if (!headers.has('content-security-policy')) headers.set('content-security-policy', PAGE)
  if (!headers.has('cache-control')) headers.set('cache-control', 'private, no-cache')
  headers.set('x-content-type-options', 'nosniff')
  headers.set('referrer-policy', 'same-origin')
  headers.set('cross-origin-opener-policy', 'same-origin')
  headers.set('cross-origin-resource-policy', 'same-origin')
}

function policy(directives: Readonly<Record<string, string>>): string {
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`.trim())
    .join('; ')
}
