/**
 * The HTTP server. Everything but health needs a token; without one it listens on loopback only, whatever the setting
 * says. What a request may cost is bounded.
 */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { requestId } from 'hono/request-id'
import { secureHeaders } from 'hono/secure-headers'
import { DocvaultError } from '../model/errors.ts'
import { apiRoutes } from './api.ts'
import { type AuthEnv, requireIdentity } from './auth.ts'
import { BOARD_PATH, boardRoutes, isOfBoard } from './board.ts'
import { openBundleDesk } from './bundles.ts'
import { type ErrorAnswer, errorAnswerOf } from './error-answer.ts'
import { healthRoutes } from './health.ts'
import type { Metrics } from './metrics.ts'
import { openApiDocument } from './openapi.ts'
import { answerPage } from './pages.ts'
import { makeCookies } from './people/cookies.ts'
import type { People } from './people/people.ts'
import { requireRoles } from './people/require-role.ts'
import { LOGOUT, signInRoutes, signOut } from './people/sign-in.ts'
import { requireOwnOrigin } from './same-origin.ts'
import { organizationsOfTenants } from './tenant-organizations.ts'
import type { DaemonView } from './view.ts'
import { isOfWeb, WEB_FORMS, WEB_PATHS } from './web-paths.ts'

export interface ServerOptions {
  view: DaemonView
  metrics: Metrics
  host: string
  port: number
  token: string | null
  restoreToken: string | null
  people: People
  publicUrl: () => string | null
  now: () => number
  /** Told of errors that are nobody's bad input. */
  failed(error: unknown, request: { method: string; path: string; id: string }): void
}

export interface RunningServer {
  url: string
  /** Everything that it answers, the board's own routes among it. */
  routes: readonly { method: string; path: string }[]
  close(): Promise<void>
}

class CannotListen extends DocvaultError {
  constructor(host: string, port: number, cause: unknown) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
    const why: Readonly<Record<string, string>> = {
      EADDRINUSE: 'the port is in use, e.g. by another daemon',
      EADDRNOTAVAIL: 'this machine does not have the address',
      ENOTFOUND: 'there is no such name',
      EACCES: 'ports below 1024 need rights that this user lacks',
    }
    super('cannot-listen', `cannot listen on ${host} port ${port}: ${why[code] ?? code}`, {
      hint: 'end what listens there, or set DOCVAULT_SERVER_PORT and DOCVAULT_SERVER_HOST (server.port, server.host)',
      cause,
    })
  }
}

const MOST_BODY_BYTES = 64 * 1024
const MOST_CONNECTIONS = 200

export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const hostname = listenAddress(options)
  let url = ''
  const app = makeApp(options, () => options.publicUrl() ?? url)
  const server = serve({
    fetch: app.fetch,
    hostname,
    port: options.port,
    serverOptions: { requestTimeout: 30_000, headersTimeout: 10_000, keepAliveTimeout: 5_000 },
  })
  if ('maxConnections' in server) server.maxConnections = MOST_CONNECTIONS
  try {
    await once(server, 'listening')
  } catch (error) {
    throw new CannotListen(hostname, options.port, error)
  }
  const address = server.address()
  url = `http://${hostname.includes(':') ? `[${hostname}]` : hostname}:${portOf(address) ?? options.port}`
  return {
    url,
    routes: app.routes.map(({ method, path }) => ({ method, path })),
    async close() {
      const closed = once(server, 'close')
      server.close()
      if ('closeAllConnections' in server) server.closeAllConnections()
      await closed
    },
  }
}

/** Without a token nobody from outside is let near. */
export function listenAddress({ host, token }: Pick<ServerOptions, 'host' | 'token'>): string {
  const isLoopback = host === 'localhost' || host === '::1' || host.startsWith('127.')
  return token !== null || isLoopback ? host : '127.0.0.1'
}

/** Every route, under the guard. */
export function makeApp(options: ServerOptions, publicUrl: () => string): Hono<AuthEnv> {
  const { view, metrics, now, people } = options
  const cookies = makeCookies(publicUrl)
  const desk = openBundleDesk(publicUrl, now)
  const app = new Hono<AuthEnv>()
  app.use(requestId({ limitLength: 100 }))
  app.use(contentPolicies())
  app.use(bodyLimit({ maxSize: MOST_BODY_BYTES, onError: context => context.json(TOO_LARGE, 413) }))
  app.route('/', healthRoutes(view))
  app.route('/bundles', desk.routes)
  app.route('/', signInRoutes({ ...people, cookies, publicUrl, now, failed: people.refused }))
  app.use(
    requireIdentity({ ...options, cookies, organizationsOf: organizationsOfTenants(() => view.platforms()) }),
    requireOwnOrigin(publicUrl),
  )
  app.route('/', requireRoles())
  app.post(LOGOUT, context => signOut(context, { ...people, cookies }))
  app.get('/metrics', async context =>
    context.text(await metrics.text(view, now()), 200, { 'content-type': metrics.contentType }),
  )
  app.get('/api/openapi.json', context => context.json(openApiDocument(view.version)))
  app.route('/api', apiRoutes(view, desk, people.operators))
  app.route(BOARD_PATH, boardRoutes(view))
  const web = (context: Context<AuthEnv>) => answerPage(context, options)
  for (const path of WEB_PATHS) app.get(path, web)
  for (const path of WEB_FORMS) app.post(path, web)
  app.notFound(context => context.json({ error: 'not-found', message: 'there is nothing here' }, 404))
  app.onError((error, context) => {
    const id = context.get('requestId')
    const { status, answer } = errorAnswerOf(error, id)
    if (status === 500) options.failed(error, { method: context.req.method, path: context.req.path, id })
    return context.json(answer, status)
  })
  return app
}

/** Of pages for people the views themselves say it; the rest is for programs. */
function contentPolicies(): MiddlewareHandler {
  const headers = (contentSecurityPolicy: typeof NO_CONTENT | typeof BOARD_CONTENT) =>
    secureHeaders({ contentSecurityPolicy, strictTransportSecurity: false })
  const [board, others] = [headers(BOARD_CONTENT), headers(NO_CONTENT)]
  return async (context, next) => {
    if (!isOfWeb(context.req.path)) return (isOfBoard(context.req.path) ? board : others)(context, next)
    await next()
    // Who was not let in did not get as far as a view.
    if (!context.res.headers.has('content-security-policy')) await others(context, async () => {})
  }
}

const NO_CONTENT = {
  defaultSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'none'"],
  frameAncestors: ["'none'"],
}
/** The board brings scripts and styles of its own, some of them in the page. */
const BOARD_CONTENT = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'", "'unsafe-inline'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:'],
  fontSrc: ["'self'", 'data:'],
  baseUri: ["'self'"],
  frameAncestors: ["'none'"],
  formAction: ["'self'"],
}
const TOO_LARGE: ErrorAnswer = { error: 'too-large', message: `a body has at most ${MOST_BODY_BYTES} bytes` }

function portOf(address: string | AddressInfo | null): number | null {
  return typeof address === 'object' && address !== null ? address.port : null
}
