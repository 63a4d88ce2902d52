/**
 * Fetches what an import names. Bounded in size and time, and from this machine only: an emulator in a test must
 * never reach out.
 */
import { badRequest } from '../protocol/api-error.ts'

/** A little more than what an archive may unpack to: it may come uncompressed. */
const MAX_BYTES = 272 * 1024 * 1024
const TIMEOUT_MS = 15_000
const MAX_REDIRECTS = 5
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/

export interface Fetched {
  bytes: Uint8Array
  /** Without parameters, lower case. */
  contentType: string
  /** After redirects. */
  url: URL
}

/** 400 for whatever cannot be fetched. */
export async function fetchSource(address: string): Promise<Fetched> {
  let url = allowedUrl(address)
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const response = await get(url)
    const location = response.headers.get('location')
    if (response.status < 300 || response.status >= 400 || location === null)
      return await taken(response, url)
    await response.body?.cancel()
    url = allowedUrl(URL.parse(location, url.href)?.href ?? location)
  }
  throw badRequest(`url ${address} redirects more than ${MAX_REDIRECTS} times`)
}

/** 400 where it is none of this machine's. */
export function allowedUrl(address: string): URL {
  const url = URL.parse(address)
  if (url === null) throw badRequest(`url ${address} is not a URL`)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw badRequest(`url ${address} is neither http nor https`)
  if (!LOOPBACK.test(url.hostname))
    throw badRequest(`url ${address}: the emulator fetches from loopback only`)
  return url
}

async function get(url: URL): Promise<Response> {
  try {
    return await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
  } catch (cause) {
    throw unreachable(url, cause)
  }
}

async function taken(response: Response, url: URL): Promise<Fetched> {
  if (!response.ok) {
    await response.body?.cancel()
    throw badRequest(`url ${url.href} answered ${response.status}`)
  }
  const type = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  return { bytes: await bytesOf(response, url), contentType: type, url }
}

async function bytesOf(response: Response, url: URL): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.length
      if (size > MAX_BYTES) break
      chunks.push(chunk)
    }
  } catch (cause) {
    throw unreachable(url, cause)
  }
  if (size > MAX_BYTES) throw badRequest(`url ${url.href} is larger than ${MAX_BYTES} bytes`)
  return Buffer.concat(chunks)
}

function unreachable(url: URL, cause: unknown): Error {
  return badRequest(`url ${url.href} cannot be fetched: ${cause instanceof Error ? cause.message : cause}`)
}
