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
      isRead(request) ? (entrance.refuse(request) ?? (await web.fetch(request, OWN_VISIT))) : READ_ONLY(),
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

function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD'
}

const READ_ONLY = () =>
  new Response('These pages change nothing.\n', { status: 405, headers: { allow: 'GET, HEAD' } })
