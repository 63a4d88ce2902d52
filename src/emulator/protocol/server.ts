/**
 * The HTTP server. Listens before there is anything to serve, because every URL of the platform carries the port.
 */
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Longer than clients keep idle connections, so that none is closed under a request. */
const KEEP_ALIVE_MS = 75_000

/** Under which name a server that listens everywhere is reached from here. */
const REACHABLE: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

export interface HttpServer {
  origin: string
  /** From here on requests are served; until then they wait. */
  serve(listener: RequestListener): void
  /** Destroys open connections. */
  close(): Promise<void>
}

export async function openServer(host: string, port: number): Promise<HttpServer> {
  const { promise: ready, resolve: serve } = Promise.withResolvers<RequestListener>()
  let current: RequestListener | null = null
  const server = createServer((request, response) => {
    if (current !== null) current(request, response)
    else void ready.then(listener => listener(request, response))
  })
  server.keepAliveTimeout = KEEP_ALIVE_MS
  await listen(server, host, port)
  return {
    origin: originOf(server.address(), host),
    serve(listener) {
      current = listener
      serve(listener)
    },
    close: () => closeServer(server),
  }
}

async function listen(server: Server, host: string, port: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(port, host, resolve)
  await promise
  server.off('error', reject)
}

function originOf(address: AddressInfo | string | null, host: string): string {
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const name = REACHABLE[host] ?? host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

async function closeServer(server: Server): Promise<void> {
  if (!server.listening) return
  const { promise, resolve } = Promise.withResolvers<void>()
  server.close(() => resolve())
  server.closeAllConnections()
  await promise
}
