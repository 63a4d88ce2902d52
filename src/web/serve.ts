/** The views on loopback, for whoever started them: `docvault web`. */
import { once } from 'node:events'
import { serve } from '@hono/node-server'
import { DocvaultError } from '../model/errors.ts'
import type { Web } from './app.ts'
import { makeEntrance } from './entrance.ts'
import { OWN_VISIT } from './visitor.ts'

export interface ServedWeb {
  url: string
  /** Opens it, once. */
  link: string
  close(): Promise<void>
}

const HOST = '127.0.0.1'
const MOST_CONNECTIONS = 50

/** Throws DocvaultError `cannot-listen`. Closes the views, too. */
export async function serveWeb(web: Web, port: number): Promise<ServedWeb> {
  const entrance = makeEntrance()
  const server = serve({
    fetch: async request =>
      entrance.refuse(request) ?? refuseForm(request) ?? (await web.fetch(request, OWN_VISIT)),
    hostname: HOST,
    port,
    serverOptions: { requestTimeout: 30_000, headersTimeout: 10_000, keepAliveTimeout: 5_000 },
  })
  if ('maxConnections' in server) server.maxConnections = MOST_CONNECTIONS
  try {
    await once(server, 'listening')
  } catch (cause) {
    web.close()
    throw new DocvaultError('cannot-listen', `cannot listen on ${HOST} port ${port}`, {
      hint: 'is the port in use? --port 0 takes a free one',
      cause,
    })
  }
  const address = server.address()
  const url = `http://${HOST}:${typeof address === 'object' && address !== null ? address.port : port}`
  return {
    url,
    link: url + entrance.link,
    async close() {
      const closed = once(server, 'close')
      server.close()
      if ('closeAllConnections' in server) server.closeAllConnections()
      await closed
      web.close()
    },
  }
}

const MOST_FORM_BYTES = 64 * 1024

/** A browser says where a form stands that it sends. Null: it is of a page of this server. */
function refuseForm({ method, headers, url }: Request): Response | null {
  if (method === 'GET' || method === 'HEAD') return null
  if (method !== 'POST') return new Response(null, { status: 405, headers: { allow: 'GET, HEAD, POST' } })
  if (headers.get('origin') !== new URL(url).origin)
    return new Response('Not from another site.\n', { status: 403 })
  const bytes = Number(headers.get('content-length') ?? Number.NaN)
  return bytes <= MOST_FORM_BYTES ? null : new Response('That is too much for a form.\n', { status: 413 })
}
