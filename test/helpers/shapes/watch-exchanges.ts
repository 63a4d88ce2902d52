/**
 * Every request that this process sends to a service, with its answer, as seen on the wire: whoever sent it, docvault's
 * client or a test.
 */
import diagnostics from 'node:diagnostics_channel'
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import type { Exchange } from './judge-exchange.ts'

const requestSchema = z.object({
  origin: z.coerce.string(),
  method: z.string(),
  path: z.string(),
  headers: z.unknown(),
})
const chunkSchema = z.object({ request: z.object({}), chunk: z.instanceof(Uint8Array).or(z.string()) })
const headSchema = z.object({
  request: z.object({}),
  response: z.object({ statusCode: z.number(), headers: z.array(z.instanceof(Buffer)) }),
})

interface Open {
  method: string
  target: string
  isOurs: boolean
  sent: Buffer[]
  received: Buffer[]
  status: number
  headers: Map<string, string>
}

/** Calls back with each exchange below `<url>` (with its `/v1`), or of any service for null, until the test ends. */
export function watchExchanges(url: string | null, take: (exchange: Exchange) => void): void {
  const { origin, pathname } = new URL(url ?? 'http://any/v1')
  const open = new WeakMap<object, Open>()
  const on = (name: string, handle: (message: unknown) => void) => {
    const guarded = (message: unknown) => handle(message)
    diagnostics.subscribe(`undici:request:${name}`, guarded)
    onTestFinished(() => void diagnostics.unsubscribe(`undici:request:${name}`, guarded))
  }
  const of = (message: unknown) =>
    open.get(z.object({ request: z.object({}) }).parse(message) && requestOf(message))
  on('create', message => {
    const { origin: its, method, path, headers } = requestSchema.parse(requestOf(message))
    if ((url !== null && its !== origin) || !path.startsWith(`${pathname}/`)) return
    open.set(requestOf(message), {
      method,
      target: path.slice(pathname.length),
      isOurs: /user-agent"?[:,\s]+"?docvault/i.test(JSON.stringify(headers)),
      sent: [],
      received: [],
      status: 0,
      headers: new Map(),
    })
  })
  on('bodyChunkSent', message => of(message)?.sent.push(Buffer.from(chunkSchema.parse(message).chunk)))
  on('headers', message => {
    const one = of(message)
    if (one === undefined) return
    const { statusCode, headers } = headSchema.parse(message).response
    one.status = statusCode
    for (let at = 0; at + 1 < headers.length; at += 2)
      one.headers.set(String(headers[at]).toLowerCase(), String(headers[at + 1]))
  })
  on('bodyChunkReceived', message =>
    of(message)?.received.push(Buffer.from(chunkSchema.parse(message).chunk)),
  )
  on('trailers', message => {
    const one = of(message)
    if (one === undefined) return
    open.delete(requestOf(message))
    const { method, target, status, isOurs } = one
    take({
      method,
      target,
      isOurs,
      body: jsonIn(Buffer.concat(one.sent)),
      status,
      answer: jsonIn(plain(one)),
    })
  })
}

function requestOf(message: unknown): object {
  const request =
    typeof message === 'object' && message !== null && 'request' in message ? message.request : null
  if (typeof request !== 'object' || request === null) throw new Error('no request in the message')
  return request
}

function plain({ received, headers }: Open): Buffer {
  const bytes = Buffer.concat(received)
  switch (headers.get('content-encoding')) {
    case 'gzip':
      return gunzipSync(bytes)
    case 'br':
      return brotliDecompressSync(bytes)
    case 'zstd':
      return zstdDecompressSync(bytes)
    case 'deflate':
      return inflateSync(bytes)
    default:
      return bytes
  }
}

function jsonIn(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return bytes.toString()
  }
}
