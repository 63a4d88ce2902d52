/**
 * The platform client: opens the connections, wraps the round trip (auth → pace → retry → parse) and hands out
 * the typed operations, one module for each section (docs/development/platform.md#sections). Clients of the same
 * connections share one limiter and take turns; each has its own counters and signal. Close what you open.
 */
import { setMaxListeners } from 'node:events'
import { Pool } from 'undici'
import { UsageError } from '../model/errors.ts'
import { makeRedact, type Redact } from '../model/redact.ts'
import { makeCaller, parsed } from './caller.ts'
import { type Capabilities, type CapabilityFacts, makeCapabilities } from './capabilities.ts'
import { type Downloader, makeDownloader } from './download.ts'
import { guardedCaller } from './guarded.ts'
import { type Meter, meterDownloads, type PlatformObserver, withMeter, withObserver } from './meter.ts'
import { makeOperations, type Operations } from './operations/index.ts'
import { makePacer } from './pace.ts'
import type { Patience } from './patience.ts'
import type { Slots } from './rate.ts'
import { redactedCaller, redactedDownloads, withoutSecretsInRefusals } from './redacted.ts'
import { withRetry } from './retry.ts'
import { makeRoom } from './room.ts'
import { makeRoundTrip, type RoundTrip } from './round-trip.ts'

export interface PlatformOptions {
  /** Address of the API, with or without `/v1` at the end. */
  url: string
  token: string
  concurrency: number
  requestsPerMinute?: number
  /** Instead of `requestsPerMinute`: what others with this token share. */
  rate?: Slots
  /** Attempts per request, the first included. */
  attempts: number
  timeoutMs: number
  /** For one whole answer, default 5 minutes. */
  answerTimeoutMs?: number
  /** For one whole file, default an hour. */
  downloadTimeoutMs?: number
  /** Bytes a second that a body has to come with, after `timeoutMs`; 0, the default: any rate. */
  leastRate?: number
  maxBodyBytes: number
  maxFileBytes: number
  /** Longest wait for a rate limit to reset. */
  maxRateLimitWaitMs: number
  allowPrivateAddresses: boolean
  userAgent: string
  signal?: AbortSignal
  now?: () => number
  random?: () => number
  /** Pause before the second attempt. */
  retryDelayMs?: number
  observer?: PlatformObserver
}

const ANSWER_TIMEOUT_MS = 5 * 60_000
const DOWNLOAD_TIMEOUT_MS = 60 * 60_000

/** One token, one rate: what several clients of one platform share. */
export interface Connections {
  client(facts: CapabilityFacts, signal?: AbortSignal): Platform
  close(): Promise<void>
}

export interface Platform extends Operations {
  capabilities: Capabilities
  downloads: Downloader
  meter: Meter
  /** Repeats what may succeed next time, as requests are repeated. */
  repeat<T>(operation: string, task: () => Promise<T>): Promise<T>
  signal: AbortSignal | undefined
  /** The same client, whose requests end with this signal too, and throw its reason. Close it for itself. */
  until(signal: AbortSignal): Platform
  /** The same client, which sends no writing operation but these: what else would be written throws. Close it for itself. */
  writingOnly(operations: readonly string[]): Platform
  close(): Promise<void>
}

/**
 * A socket is used again a turn of the event loop after its answer came, and a turn that stores pages is long: with
 * spare sockets the next request leaves at once. How many are in flight is the pacer's to say, not theirs.
 */
const SOCKETS_PER_REQUEST = 2

/** A client with connections of its own. */
export function openPlatform(options: PlatformOptions, facts: CapabilityFacts): Platform {
  const connections = openConnections(options)
  const platform = connections.client(facts, options.signal)
  return { ...platform, close: async () => void (await Promise.all([platform.close(), connections.close()])) }
}

export function openConnections(options: PlatformOptions): Connections {
  const base = parseBase(options.url)
  const pool = new Pool(base.origin, {
    connections: options.concurrency * SOCKETS_PER_REQUEST,
    pipelining: 1,
    headersTimeout: options.timeoutMs,
    bodyTimeout: options.timeoutMs,
    connect: { timeout: options.timeoutMs },
  })
  const redact = makeRedact([options.token])
  const room = makeRoom(options.maxBodyBytes)
  const roundTrip = withObserver(
    withoutSecretsInRefusals(
      makeRoundTrip({ pool, ...base, ...options, ...waitsOf(options), room }, options.token),
      redact,
    ),
    options.observer ?? {},
  )
  const pacer = makePacer({ ...options, ...waitedOf(options.observer) })
  return {
    client: (facts, signal) =>
      makeClient({ ...options, redact, signal }, base.origin, facts, next =>
        pacer.pace(withMeter(roundTrip, next)),
      ),
    close: async () => void (await pool.close()),
  }
}

type ClientOptions = Omit<PlatformOptions, 'signal'> & { signal: AbortSignal | undefined; redact: Redact }

function makeClient(
  options: ClientOptions,
  origin: string,
  facts: CapabilityFacts,
  paced: (meter: Meter) => RoundTrip,
): Platform {
  const now = options.now ?? Date.now
  const meter: Meter = { requests: 0, bytes: 0 }
  const attempt = withRetry(parsed(paced(meter), now), retryOptions(options))
  const known = { capabilities: makeCapabilities(facts, now), meter }
  const clientUntil = (signal: AbortSignal | undefined, writes: ReadonlySet<string> | null): Platform => {
    if (signal) setMaxListeners(0, signal)
    const redacted = redactedCaller(makeCaller(attempt, signal), options.redact)
    const caller = writes === null ? redacted : guardedCaller(redacted, writes)
    const downloader = makeDownloader(downloadOptions({ ...options, signal }, origin))
    const downloads = redactedDownloads(meterDownloads(downloader, meter), options.redact)
    return {
      ...makeOperations(caller),
      ...known,
      downloads,
      repeat: (operation, task) =>
        withRetry(task, retryOptions(options))({ operation, method: 'GET', path: [] }, signal),
      signal,
      until: other => clientUntil(signal ? AbortSignal.any([signal, other]) : other, writes),
      writingOnly: operations => clientUntil(signal, new Set(operations)),
      close: () => downloads.close(),
    }
  }
  return clientUntil(options.signal, null)
}

function waitedOf(observer: PlatformObserver | undefined) {
  return observer?.waited ? { waited: (ms: number) => observer.waited?.(ms) } : {}
}

function parseBase(text: string): { origin: string; prefix: string } {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new UsageError(`platform.url: "${text}" is no http(s) address`, {
      hint: 'set it to the address of the API, e.g. https://api.example.com/v1',
    })
  }
  const path = url.pathname.replace(/\/+$/, '')
  return { origin: url.origin, prefix: path.endsWith('/v1') ? path : `${path}/v1` }
}

function retryOptions(options: ClientOptions) {
  return {
    attempts: options.attempts,
    baseDelayMs: options.retryDelayMs ?? 500,
    maxDelayMs: 30_000,
    maxRateLimitWaitMs: options.maxRateLimitWaitMs,
    random: options.random ?? Math.random,
    ...waitedOf(options.observer),
  }
}

function waitsOf(options: Pick<PlatformOptions, 'answerTimeoutMs' | 'leastRate' | 'timeoutMs' | 'now'>) {
  return { answerTimeoutMs: options.answerTimeoutMs ?? ANSWER_TIMEOUT_MS, patience: patienceOf(options) }
}

function patienceOf(options: Pick<PlatformOptions, 'leastRate' | 'timeoutMs' | 'now'>): Patience {
  const { leastRate = 0, timeoutMs, now = Date.now } = options
  return { leastBytesPerSecond: leastRate, graceMs: timeoutMs, now }
}

function downloadOptions(options: ClientOptions, platformOrigin: string) {
  return {
    platformOrigin,
    allowPrivateAddresses: options.allowPrivateAddresses,
    maxBytes: options.maxFileBytes,
    connections: options.concurrency,
    timeoutMs: options.timeoutMs,
    ...waitsOf(options),
    downloadTimeoutMs: options.downloadTimeoutMs ?? DOWNLOAD_TIMEOUT_MS,
    signal: options.signal,
  }
}
