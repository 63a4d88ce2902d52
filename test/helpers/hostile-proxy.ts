/** Stands between a client and the emulator and spoils chosen answers. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** Null: the answer goes on as it is. */
export type Spoil = (path: string, body: string) => string | null

export interface HostileProxy {
  url: string
  spoil: Spoil
}

export async function startHostileProxy(target: string): Promise<HostileProxy> {
  const server = createServer((request, response) => void pass(request, response))
  server.listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const proxy: HostileProxy = { url: `http://127.0.0.1:${port}/v1`, spoil: () => null }
  async function pass(request: IncomingMessage, response: ServerResponse) {
    const path = request.url ?? '/'
    const answer = await fetch(new URL(path, target), {
      headers: { authorization: request.headers.authorization ?? '' },
    })
    const body = await answer.text()
    response.writeHead(answer.status, { 'content-type': 'application/json' })
    response.end(answer.status === 200 ? (proxy.spoil(path, body) ?? body) : body)
  }
  return proxy
}
