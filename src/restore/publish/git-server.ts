/**
 * Serves bare repositories to be cloned over HTTP, each under a ticket of 256 random bits: `/git/:ticket/info/refs` and
 * `/git/:ticket/git-upload-pack`, and nothing that writes. A ticket that expired, that was ended or that never was is
 * answered the same. Bodies, processes and their time, and requests to a ticket have limits.
 */
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { NOBODY, startGit } from '../../model/git-program.ts'

export interface GitServerOptions {
  expiresMs: number
  now: () => number
  mostRequestBytes?: number
  mostProcesses?: number
  mostRequests?: number
}

export interface GitServer {
  offer(repository: string): Offered
  /** Whether the path is of a repository, known or not. */
  handles(url: string): boolean
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** Ends every ticket and every process. */
  close(): void
}

export interface Offered {
  /** From the root. */
  path: string
  /** Somebody got all of it. */
  fetched(): boolean
  end(): void
}

interface Ticket {
  repository: string
  expires: number
  requests: number
  fetched: boolean
}

interface Serving extends Required<GitServerOptions> {
  tickets: Map<string, Ticket>
  running: Set<ChildProcessWithoutNullStreams>
}

/** What a client asks for stands in a few kilobytes: it has nothing of ours yet. */
const MOST_REQUEST_BYTES = 1024 * 1024
const MOST_PROCESSES = 4
/** A clone takes three. */
const MOST_REQUESTS = 100
const MOST_PROCESS_MS = 10 * 60_000
const ROUTE = /^\/git\/([\w-]{43})\/(info\/refs\?service=git-upload-pack|git-upload-pack)$/

export function makeGitServer(options: GitServerOptions): GitServer {
  const serving: Serving = {
    mostRequestBytes: MOST_REQUEST_BYTES,
    mostProcesses: MOST_PROCESSES,
    mostRequests: MOST_REQUESTS,
    ...options,
    tickets: new Map(),
    running: new Set(),
  }
  const { tickets, running } = serving
  return {
    offer(repository) {
      const name = randomBytes(32).toString('base64url')
      const ticket = { repository, expires: options.now() + options.expiresMs, requests: 0, fetched: false }
      tickets.set(name, ticket)
      return { path: `/git/${name}`, fetched: () => ticket.fetched, end: () => void tickets.delete(name) }
    },
    handles: url => url.startsWith('/git/'),
    answer: (request, response) => answer(serving, request, response),
    close() {
      tickets.clear()
      for (const child of running) child.kill('SIGKILL')
    },
  }
}

async function answer(serving: Serving, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { tickets, running, mostProcesses } = serving
  const now = serving.now()
  for (const [name, { expires }] of tickets) if (expires <= now) tickets.delete(name)
  const [, name = '', what = ''] = ROUTE.exec(request.url ?? '') ?? []
  const ticket = tickets.get(name)
  const isFetch = what === 'git-upload-pack'
  if (ticket === undefined || request.method !== (isFetch ? 'POST' : 'GET')) return refuse(response, 404)
  if (++ticket.requests > serving.mostRequests) return refuse(response, 404)
  const body = isFetch ? await bodyOf(serving, request) : Buffer.alloc(0)
  if (body === null) return refuse(response, 413, { connection: 'close' })
  // After the body, which may take its time: nothing comes between this and the start.
  if (running.size >= mostProcesses) return refuse(response, 503, { 'retry-after': '1' })
  await run(serving, ticket, { request, response, isFetch, body })
}

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  isFetch: boolean
  body: Buffer
}

async function run({ running }: Serving, ticket: Ticket, exchange: Exchange): Promise<void> {
  const { request, response, isFetch, body } = exchange
  const protocol = protocolOf(request)
  const child = startGit({
    args: [
      ...['upload-pack', '--strict', '--stateless-rpc'],
      ...(isFetch ? [] : ['--advertise-refs']),
      ticket.repository,
    ],
    cwd: ticket.repository,
    env: { ...NOBODY, ...(protocol === null ? {} : { GIT_PROTOCOL: protocol }) },
    signal: AbortSignal.timeout(MOST_PROCESS_MS),
  })
  running.add(child)
  const closed = once(child, 'close').catch(() => [null])
  response.once('close', () => child.kill('SIGKILL'))
  response.writeHead(200, {
    'content-type': `application/x-git-upload-pack-${isFetch ? 'result' : 'advertisement'}`,
    'cache-control': 'no-cache',
  })
  // As the protocol over HTTP has it, but for its version 2.
  if (!isFetch && protocol !== 'version=2') response.write('001e# service=git-upload-pack\n0000')
  child.stdin.on('error', () => {})
  child.stderr.resume()
  child.stdin.end(body)
  child.stdout.on('error', () => {}).pipe(response, { end: false })
  const [code] = await closed
  running.delete(child)
  if (code !== 0) {
    response.destroy()
    return
  }
  if (isFetch && body.includes('want ')) ticket.fetched = true
  response.end()
}

function protocolOf({ headers }: IncomingMessage): string | null {
  const said = headers['git-protocol']
  return typeof said === 'string' && /^version=[012]$/.test(said) ? said : null
}

/** Null where it is too large, packed or not. */
async function bodyOf({ mostRequestBytes: most }: Serving, request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > most) return null
    chunks.push(chunk)
  }
  const body = Buffer.concat(chunks)
  if (request.headers['content-encoding'] !== 'gzip') return body
  return promisify(gunzip)(body, { maxOutputLength: most }).catch(() => null)
}

function refuse(response: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-length': '0', ...headers }).end()
}
