/** Stands between a client and the emulator, and calls for a kill at one write: before it, or after it took effect. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface KillingProxy {
  /** Without `/v1`: also the public address of the emulator, so that downloads pass, too. */
  url: string
  /** Origin of the emulator. */
  target: string
  /** Counts down with each write. Null: nothing is to happen. */
  kill: { write: number; applied: boolean; now: () => void } | null
}

export async function startKillingProxy(): Promise<KillingProxy> {
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
  const proxy: KillingProxy = { url: `http://127.0.0.1:${port}`, target: '', kill: null }

  async function pass(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { kill } = proxy
    const isDue = kill !== null && request.method !== 'GET' && --kill.write === 0
    if (isDue && !kill.applied) {
      kill.now()
      response.destroy()
      return
    }
    const answer = await send(request, Buffer.concat(chunks))
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (isDue) {
      kill.now()
      response.destroy()
      return
    }
    const type = answer.headers.get('content-type')
    response.writeHead(answer.status, type ? { 'content-type': type } : {})
    response.end(answer.status === 204 ? undefined : bytes)
  }

  function send(request: IncomingMessage, body: Buffer): Promise<Response> {
    const { authorization, 'content-type': type } = request.headers
    return fetch(new URL(request.url ?? '/', proxy.target), {
      method: request.method ?? 'GET',
      headers: { ...(authorization ? { authorization } : {}), ...(type ? { 'content-type': type } : {}) },
      ...(body.length > 0 ? { body } : {}),
    })
  }
  return proxy
}

export async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  return port
}
