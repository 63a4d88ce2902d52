/**
 * A small HTTP listener of our own: each zip under a path of 256 random bits, for a limited time and a limited number
 * of downloads, and repositories to be cloned (`git-server.ts`). Answers 404 to everything else; tells nobody what else
 * is there.
 */
import { randomBytes } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { UsageError } from '../../model/errors.ts'
import { makeGitServer } from './git-server.ts'
import type { BundlePublisher, PublishedBundle, ServedRepository } from './publisher.ts'

export interface ListenerOptions {
  host: string
  /** 0 = any free one. */
  port: number
  /** How the platform reaches it, when that is not `http://host:port`. */
  publicUrl: string | null
  expiresMs: number
  now?: () => number
}

/** Platforms look first and then fetch; more than that is nobody's import. */
const MOST_DOWNLOADS = 3

interface Offered {
  zip: string
  expires: number
  left: number
}

export async function openListenerPublisher(options: ListenerOptions): Promise<BundlePublisher> {
  const now = options.now ?? Date.now
  const offered = new Map<string, Offered>()
  const { expiresMs } = options
  const git = makeGitServer({ expiresMs, now })
  const server = createServer((request, response) => {
    if (git.handles(request.url ?? '')) git.answer(request, response).catch(() => response.destroy())
    else answer(offered, request, response, now())
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(options.port, options.host, resolve)
  await promise.catch(cause => {
    throw new UsageError(
      `restore.host, restore.port: ${options.host}:${options.port} cannot be listened on`,
      {
        cause,
      },
    )
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : options.port
  const base = (options.publicUrl ?? `http://${options.host}:${port}`).replace(/\/$/, '')
  return {
    isLocal: options.publicUrl === null,
    async publish(zip): Promise<PublishedBundle> {
      const path = `/bundles/${randomBytes(32).toString('base64url')}.zip`
      offered.set(path, { zip, expires: now() + expiresMs, left: MOST_DOWNLOADS })
      return { url: base + path, close: async () => void offered.delete(path) }
    },
    async serve(repository): Promise<ServedRepository> {
      const { path, fetched, end } = git.offer(repository)
      return { url: base + path, expiresMs, fetched, close: async () => end() }
    },
    async close() {
      offered.clear()
      git.close()
      server.closeAllConnections()
      await new Promise<void>(done => server.close(() => done()))
    },
  }
}

function answer(
  offered: Map<string, Offered>,
  { method, url = '' }: IncomingMessage,
  response: ServerResponse,
  now: number,
): void {
  for (const [path, { expires }] of offered) if (expires <= now) offered.delete(path)
  const offer = offered.get(url)
  if (offer === undefined || (method !== 'GET' && method !== 'HEAD')) {
    response.writeHead(404, { 'content-length': '0' }).end()
    return
  }
  const length = String(statSync(offer.zip).size)
  response.writeHead(200, { 'content-type': 'application/zip', 'content-length': length })
  if (method === 'HEAD') {
    response.end()
    return
  }
  offer.left--
  if (offer.left === 0) offered.delete(url)
  createReadStream(offer.zip)
    .on('error', () => response.destroy())
    .pipe(response)
}
