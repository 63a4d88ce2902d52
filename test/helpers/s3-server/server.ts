/** An S3 store for tests: in memory, on 127.0.0.1, path style, as strict as Amazon's about signatures and locks. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { authenticate } from './auth/authenticate.ts'
import { type Credential, RIGHTS } from './auth/credentials.ts'
import { parseQuery } from './auth/signature.ts'
import { type ErrorCode, S3Error } from './errors.ts'
import type { Answer, StoreState } from './exchange.ts'
import type { Fault, Faults, SeenRequest } from './faults.ts'
import { type OperationName, operationOf, perform } from './operations.ts'
import { type Bucket, copyBucket, makeBucket } from './state/bucket.ts'
import { renderXml } from './xml.ts'

/** May do everything. */
export const OWNER: Credential = {
  id: 'OWNEROWNEROWNEROWNER',
  secret: 'owner/secret+for/tests',
  rights: RIGHTS,
}

export interface S3ServerOptions {
  credentials?: Credential[]
  /** The store's own clock, in milliseconds. */
  clock?: () => number
  /** What all objects together may take. */
  limitBytes?: number
  /** Headers that this store takes without a word, and does nothing with. */
  ignored?: string[]
}

export interface S3Server {
  url: string
  /** What was asked, in order. */
  requests: SeenRequest[]
  faults: Faults
  state: StoreState
  createBucket(name: string, options?: { withLock?: boolean }): Bucket
  /** From now on lists show what is there now. */
  freezeLists(): void
  thawLists(): void
  close(): Promise<void>
}

const LARGEST_BODY = 256 * 1024 * 1024

export async function startS3Server(options: S3ServerOptions = {}): Promise<S3Server> {
  const clock = options.clock ?? Date.now
  const state: StoreState = {
    buckets: new Map(),
    frozen: null,
    nextVersion: 0,
    limitBytes: options.limitBytes ?? Infinity,
  }
  const server = createServer((request, response) => {
    serve(request, response).catch(error => response.destroy(error instanceof Error ? error : undefined))
  })
  const store: S3Server = {
    url: '',
    requests: [],
    faults: () => null,
    state,
    createBucket(name, { withLock = false } = {}) {
      const bucket = makeBucket(name, clock(), withLock)
      state.buckets.set(name, bucket)
      return bucket
    },
    freezeLists() {
      state.frozen = new Map([...state.buckets].map(([name, bucket]) => [name, copyBucket(bucket)]))
    },
    thawLists() {
      state.frozen = null
    },
    close: () => stop(server),
  }
  const credentials = options.credentials ?? [OWNER]

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = targetOf(request)
    const { operation, method, bucketName, key } = target
    const seen = { number: store.requests.length + 1, operation, method, bucketName, key, bytes: 0 }
    store.requests.push(seen)
    const fault = store.faults(seen)
    if (fault?.kind === 'silence') return
    const end = endOf(fault, request)
    if (end?.when === 'before') return end.run()
    const body = await bodyOf(request)
    seen.bytes = body.length
    const now = clock()
    const side = { credentials, state, now, ignored: options.ignored ?? [] }
    const answer = answerTo({ request, target, body, fault }, side)
    if (end !== null) return end.run()
    send(
      response,
      { ...answer, headers: { ...answer.headers, date: new Date(now).toUTCString() } },
      { method, fault },
    )
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A test that ends without closing its store must not hang for it.
  server.unref()
  store.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return store
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise(resolve => server.close(resolve))
}

/** Of a request that gets no answer; null: it gets one. */
function endOf(fault: Fault | null, { socket }: IncomingMessage) {
  if (fault?.kind !== 'reset' && fault?.kind !== 'kill') return null
  const run = () => {
    if (fault.kind === 'kill') fault.kill()
    socket.resetAndDestroy()
  }
  return { when: fault.when, run }
}

interface Target {
  method: string
  rawPath: string
  rawQuery: string
  bucketName: string
  key: string
  query: Map<string, string>
  operation: OperationName | null
}

function targetOf({ url = '/', method = 'GET', headers }: IncomingMessage): Target {
  const [rawPath = '/', ...rest] = url.split('?')
  const rawQuery = rest.join('?')
  const query = new Map(parseQuery(rawQuery))
  const [, bucketName = '', key = ''] = /^\/([^/]*)\/?(.*)$/s.exec(decodeURIComponent(rawPath)) ?? []
  const isCopy = headers['x-amz-copy-source'] !== undefined
  const operation = operationOf({ method, bucketName, key, query, isCopy })
  return { method, rawPath, rawQuery, bucketName, key, query, operation }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > LARGEST_BODY) throw new Error(`a body of more than ${LARGEST_BODY} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

interface Received {
  request: IncomingMessage
  target: Target
  body: Buffer
  fault: Fault | null
}

interface Side {
  credentials: Credential[]
  state: StoreState
  now: number
  ignored: string[]
}

function answerTo(
  { request, target, body, fault }: Received,
  { credentials, state, now, ignored }: Side,
): Answer {
  try {
    if (fault?.kind === 'error') throw new S3Error(fault.code, 'A fault of the test.')
    const headers = request.headers as Record<string, string>
    const authenticated = authenticate({ ...target, headers, body }, credentials, now)
    if (target.operation === null) throw new S3Error('NotImplemented', `${request.method} ${request.url}`)
    const known = Object.fromEntries(Object.entries(headers).filter(([name]) => !ignored.includes(name)))
    return perform(target.operation, { ...target, headers: known, ...authenticated, store: state, now })
  } catch (error) {
    if (error instanceof S3Error) return refusal(error, target)
    return refusal(new S3Error('InternalError' satisfies ErrorCode, String(error)), target)
  }
}

function refusal({ code, status, message, headers }: S3Error, { bucketName, key }: Target): Answer {
  const xml = renderXml('Error', {
    Code: code,
    Message: message,
    BucketName: bucketName,
    Key: key,
    RequestId: '0',
  })
  const isBare = code === 'NotModified'
  return {
    status,
    headers: { ...headers, 'content-type': 'application/xml' },
    body: isBare ? Buffer.alloc(0) : Buffer.from(xml),
  }
}

function send(
  response: ServerResponse,
  answer: Answer,
  { method, fault }: { method: string; fault: Fault | null },
): void {
  const length = { 'content-length': String(answer.body.length) }
  response.writeHead(answer.status, {
    ...answer.headers,
    ...(answer.status === 204 ? {} : length),
    'x-amz-request-id': '0',
  })
  if (method === 'HEAD') return void response.end()
  if (fault?.kind !== 'cut') return void response.end(answer.body)
  response.write(answer.body.subarray(0, fault.bytes), () => response.destroy())
}
