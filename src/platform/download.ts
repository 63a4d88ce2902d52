/**
 * Fetches files by their `downloadURL`: streamed, size-limited, redirected at most five times, never to an
 * address that is not public (except the origin of `platform.url` itself, or when the configuration allows it).
 * The token is not sent: these URLs carry their own signature.
 */
import { Agent, type Dispatcher } from 'undici'
import { assertLiteralIsPublic, makePublicConnector } from './address.ts'
import {
  ConnectionError,
  InvalidResponse,
  NotFound,
  PlatformError,
  ServerError,
  TooLarge,
  TruncatedBody,
} from './errors.ts'
import { assertSuccess } from './parse.ts'
import { notTooSlow, type Patience } from './patience.ts'
import { asPlatformError, type Call } from './round-trip.ts'

const MOST_REDIRECTS = 5

export interface DownloadOptions {
  /** Scheme, host and port of `platform.url`: always allowed. */
  platformOrigin: string
  allowPrivateAddresses: boolean
  maxBytes: number
  connections: number
  timeoutMs: number
  /** Beside what the announced size takes at the least rate. */
  answerTimeoutMs: number
  /** For one whole file, whatever its size. */
  downloadTimeoutMs: number
  patience: Patience
  signal?: AbortSignal | undefined
}

export interface Download {
  /** As the server announced it. */
  sizeBytes: number | null
  contentType: string | null
  body: AsyncIterable<Buffer>
}

export interface Downloader {
  open(url: string): Promise<Download>
  close(): Promise<void>
}

const call: Call = { operation: 'download', method: 'GET', path: [] }

export function makeDownloader(options: DownloadOptions): Downloader {
  const limits = {
    connections: options.connections,
    headersTimeout: options.timeoutMs,
    bodyTimeout: options.timeoutMs,
  }
  const trusted = new Agent(limits)
  const guarded = new Agent({ ...limits, connect: makePublicConnector() })
  const agentFor = (url: URL) => {
    if (options.allowPrivateAddresses || url.origin === options.platformOrigin) return trusted
    assertLiteralIsPublic(url)
    return guarded
  }
  return {
    open: url => follow(url, agentFor, options),
    close: async () => void (await Promise.all([trusted.close(), guarded.close()])),
  }
}

async function follow(
  address: string,
  agentFor: (url: URL) => Agent,
  options: DownloadOptions,
): Promise<Download> {
  let url = parseUrl(address)
  for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
    const answer = await request(url, agentFor(url), options.signal)
    const location = answer.headers.location
    if (answer.statusCode >= 300 && answer.statusCode < 400 && typeof location === 'string') {
      await drop(answer, options)
      url = parseUrl(location, url)
      continue
    }
    return downloadOf(answer, options)
  }
  throw new InvalidResponse(`redirected more than ${MOST_REDIRECTS} times`, { operation: call.operation })
}

/** A body that nobody wants must not hold anybody up. */
async function drop({ body }: Dispatcher.ResponseData, { timeoutMs }: DownloadOptions): Promise<void> {
  await body.dump({ limit: 16 * 1024, signal: AbortSignal.timeout(timeoutMs) }).catch(() => {})
}

function parseUrl(address: string, base?: URL): URL {
  const url = URL.parse(address, base?.href)
  if (url && (url.protocol === 'https:' || url.protocol === 'http:')) return url
  throw new InvalidResponse(`"${address.slice(0, 200)}" is no http(s) address`, { operation: call.operation })
}

async function request(
  url: URL,
  agent: Agent,
  signal: AbortSignal | undefined,
): Promise<Dispatcher.ResponseData> {
  try {
    return await agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'GET',
      ...(signal ? { signal } : {}),
    })
  } catch (cause) {
    throw cause instanceof PlatformError ? cause : asPlatformError(cause, call.operation, signal)
  }
}

async function downloadOf(answer: Dispatcher.ResponseData, options: DownloadOptions): Promise<Download> {
  if (answer.statusCode !== 200) {
    await drop(answer, options)
    assertSuccess(
      { status: answer.statusCode, headers: answer.headers, body: Buffer.alloc(0) },
      call,
      Date.now(),
    )
    throw new InvalidResponse(`answered ${answer.statusCode}`, { operation: call.operation })
  }
  const announced = Number(answer.headers['content-length'] ?? Number.NaN)
  const sizeBytes = Number.isNaN(announced) ? null : announced
  if (sizeBytes !== null && sizeBytes > options.maxBytes) {
    // That the rest is not read is an error of the stream, which would end the process if nobody took it.
    answer.body.on('error', () => {}).destroy()
    throw tooLarge(options.maxBytes)
  }
  const type = answer.headers['content-type']
  return {
    sizeBytes,
    contentType: typeof type === 'string' ? type : null,
    body: limited(
      notTooSlow(answer.body, call.operation, patienceFor(sizeBytes ?? options.maxBytes, options)),
      options.maxBytes,
      options.signal,
    ),
  }
}

/** Without a least rate a file may take as long as any. */
function patienceFor(sizeBytes: number, options: DownloadOptions): Patience {
  const { patience, answerTimeoutMs, downloadTimeoutMs } = options
  const atLeastRate = (sizeBytes * 1000) / patience.leastBytesPerSecond
  return { ...patience, mostMs: Math.min(downloadTimeoutMs, answerTimeoutMs + atLeastRate) }
}

async function* limited(
  body: AsyncIterable<Buffer>,
  maxBytes: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<Buffer> {
  let size = 0
  try {
    for await (const chunk of body) {
      size += chunk.length
      if (size > maxBytes) throw tooLarge(maxBytes)
      yield chunk
    }
  } catch (cause) {
    throw cause instanceof PlatformError ? cause : cutOff(cause, signal)
  }
}

function cutOff(cause: unknown, signal: AbortSignal | undefined): unknown {
  const error = asPlatformError(cause, call.operation, signal)
  return error instanceof ConnectionError
    ? new TruncatedBody('the download was cut off', { operation: call.operation, cause })
    : error
}

function tooLarge(maxBytes: number): TooLarge {
  return new TooLarge(`the file is larger than ${maxBytes} bytes`, {
    operation: call.operation,
    hint: 'raise platform.maxFileBytes to keep such files',
  })
}

/** Worth asking the platform for a fresh URL: these expire. */
export function isExpired(error: unknown): boolean {
  return (
    error instanceof PlatformError &&
    (error instanceof NotFound || error.gapClass === 'refused') &&
    !(error instanceof ServerError)
  )
}
