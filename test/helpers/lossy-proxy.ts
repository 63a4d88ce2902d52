/** Stands between a client and the emulator, and loses one thing in every answer, as a service that does not keep it. */
import { bodyOf, forward, head, listen } from './forwarding.ts'

export interface Losing {
  /** Of every object in an answer, innermost first; several for one are put in its place in its list. */
  json?: (value: Readonly<Record<string, unknown>>) => unknown
  /** Only of answers to these paths. */
  path?: RegExp
  download?: (bytes: Buffer) => Buffer
}

interface LossyProxy {
  /** Without `/v1`: also the public address of the emulator, so that downloads pass, too. */
  url: string
  /** Origin of the emulator. */
  target: string
  losing: Losing
  /** Of each request, before the emulator sees it; what it answers is answered instead. */
  before?: (
    method: string,
    path: string,
    body: string,
  ) => Promise<{ status: number; json?: unknown } | undefined>
}

export async function startLossyProxy(): Promise<LossyProxy> {
  const proxy: LossyProxy = { url: '', target: '', losing: {} }
  proxy.url = await listen(async (request, response) => {
    const body = await bodyOf(request)
    const { method = 'GET', url: path = '/' } = request
    const instead = await proxy.before?.(method, path, body.toString())
    if (instead !== undefined) {
      response.writeHead(instead.status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(instead.json ?? {}))
      return
    }
    const answer = await forward(request, body, proxy.target)
    const bytes = Buffer.from(await answer.arrayBuffer())
    const isJson = (answer.headers.get('content-type') ?? '').includes('application/json')
    response.writeHead(...head(answer))
    response.end(path.startsWith('/v1/') && isJson && answer.ok ? without(path, bytes) : spoiled(path, bytes))
  })

  function without(path: string, bytes: Buffer): Buffer {
    const { json, path: only } = proxy.losing
    if (json === undefined || only?.test(path) === false || bytes.length === 0) return bytes
    return Buffer.from(JSON.stringify(lose(JSON.parse(bytes.toString()), json)))
  }

  function spoiled(path: string, bytes: Buffer): Buffer {
    return path.startsWith('/v1/') ? bytes : (proxy.losing.download?.(bytes) ?? bytes)
  }
  return proxy
}

function lose(value: unknown, json: NonNullable<Losing['json']>): unknown {
  if (Array.isArray(value)) return value.flatMap(one => lose(one, json))
  if (typeof value !== 'object' || value === null) return value
  return json(Object.fromEntries(Object.entries(value).map(([key, one]) => [key, lose(one, json)])))
}
