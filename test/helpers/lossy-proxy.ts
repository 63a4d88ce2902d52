/** Stands between a client and the emulator, and loses one thing in every answer, as a service that does not keep it. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createListener } from 'node:net'
import { onTestFinished } from 'vitest'

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
  before?: (method: string, path: string) => Promise<number | undefined>
}

export async function startLossyProxy(): Promise<LossyProxy> {
  const server = createServer(
    (request, response) => void pass(request, response).catch(() => response.destroy()),
  )
  server.listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const proxy: LossyProxy = { url: `http://127.0.0.1:${port}`, target: '', losing: {} }

  async function pass(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const path = request.url ?? '/'
    const status = await proxy.before?.(request.method ?? 'GET', path)
    if (status !== undefined) {
      response.writeHead(status).end()
      return
    }
    const { authorization, 'content-type': type } = request.headers
    const answer = await fetch(new URL(path, proxy.target), {
      method: request.method ?? 'GET',
      headers: { ...(authorization ? { authorization } : {}), ...(type ? { 'content-type': type } : {}) },
      ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    const isJson = (answer.headers.get('content-type') ?? '').includes('application/json')
    const contentType = answer.headers.get('content-type')
    response.writeHead(answer.status, contentType ? { 'content-type': contentType } : {})
    response.end(path.startsWith('/v1/') && isJson && answer.ok ? without(path, bytes) : spoiled(path, bytes))
  }

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

/** For the emulator, which has to know the address of the proxy before it starts. */
export async function freePort(): Promise<number> {
  const server = createListener()
  server.listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  return port
}

function lose(value: unknown, json: NonNullable<Losing['json']>): unknown {
  if (Array.isArray(value)) return value.flatMap(one => lose(one, json))
  if (typeof value !== 'object' || value === null) return value
  return json(Object.fromEntries(Object.entries(value).map(([key, one]) => [key, lose(one, json)])))
}
