/**
 * The platform client: opens the connections, wraps the round trip (auth → pace → retry → parse) and hands out
 * the typed operations, one module for each section of api.md. Owns its limiter and its counters; close it.
 */
import { setMaxListeners } from 'node:events'
import { Pool } from 'undici'
import { UsageError } from '../model/errors.ts'
import { makeCaller, parsed } from './caller.ts'
import { type Capabilities, type CapabilityFacts, makeCapabilities } from './capabilities.ts'
import { type Downloader, makeDownloader } from './download.ts'
import { type Meter, meterDownloads, withMeter } from './meter.ts'
import { makeOperations, type Operations } from './operations/index.ts'
import { withPace } from './pace.ts'
import { withRetry } from './retry.ts'
import { makeRoundTrip } from './round-trip.ts'

export interface PlatformOptions {
  /** Address of the API, with or without `/v1` at the end. */
  url: string
  token: string
  concurrency: number
  requestsPerMinute?: number
  /** Attempts per request, the first included. */
  attempts: number
  timeoutMs: number
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
}

export interface Platform extends Operations {
  capabilities: Capabilities
  downloads: Downloader
  meter: Meter
  /** Repeats what may succeed next time, as requests are repeated. */
  repeat<T>(operation: string, task: () => Promise<T>): Promise<T>
  signal: AbortSignal | undefined
  close(): Promise<void>
}

export function openPlatform(options: PlatformOptions, facts: CapabilityFacts): Platform {
  const now = options.now ?? Date.now
  const base = parseBase(options.url)
  if (options.signal) setMaxListeners(0, options.signal)
  const pool = new Pool(base.origin, {
    connections: options.concurrency,
    pipelining: 1,
    headersTimeout: options.timeoutMs,
    bodyTimeout: options.timeoutMs,
    connect: { timeout: options.timeoutMs },
  })
  const meter: Meter = { requests: 0, bytes: 0 }
  const roundTrip = makeRoundTrip({ pool, ...base, ...options }, options.token)
  const paced = withPace(withMeter(roundTrip, meter), { ...options, now })
  const caller = makeCaller(withRetry(parsed(paced, now), retryOptions(options)), options.signal)
  const downloads = meterDownloads(makeDownloader(downloadOptions(options, base.origin)), meter)
  return {
    ...makeOperations(caller),
    capabilities: makeCapabilities(facts, now),
    downloads,
    meter,
    repeat: (operation, task) =>
      withRetry(task, retryOptions(options))({ operation, method: 'GET', path: [] }, options.signal),
    signal: options.signal,
    close: async () => void (await Promise.all([pool.close(), downloads.close()])),
  }
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

function retryOptions(options: PlatformOptions) {
  return {
    attempts: options.attempts,
    baseDelayMs: options.retryDelayMs ?? 500,
    maxDelayMs: 30_000,
    maxRateLimitWaitMs: options.maxRateLimitWaitMs,
    random: options.random ?? Math.random,
  }
}

function downloadOptions(options: PlatformOptions, platformOrigin: string) {
  return {
    platformOrigin,
    allowPrivateAddresses: options.allowPrivateAddresses,
    maxBytes: options.maxFileBytes,
    connections: options.concurrency,
    timeoutMs: options.timeoutMs,
    signal: options.signal,
  }
}
