/** What every proxy of these tests does: listens, takes a request whole, and passes it on. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createListener, type Server } from 'node:net'
import { onTestFinished } from 'vitest'

/** Answers its origin. A handler that throws breaks the connection off. */
export async function listen(
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<string> {
  const server = createServer(
    (request, response) => void handle(request, response).catch(() => response.destroy()),
  )
  const port = await portOf(server)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${port}`
}

export async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** `target`: an origin. */
export function forward(request: IncomingMessage, body: Buffer, target: string): Promise<Response> {
  const { authorization, 'content-type': type } = request.headers
  return fetch(new URL(request.url ?? '/', target), {
    method: request.method ?? 'GET',
    headers: { ...(authorization ? { authorization } : {}), ...(type ? { 'content-type': type } : {}) },
    ...(body.length > 0 ? { body } : {}),
  })
}

export function head({ status, headers }: Response): [number, Record<string, string>] {
  const type = headers.get('content-type')
  return [status, type ? { 'content-type': type } : {}]
}

/** For an emulator that has to know the address of its proxy before it starts. */
export async function freePort(): Promise<number> {
  const server = createListener()
  const port = await portOf(server)
  await new Promise(resolve => server.close(resolve))
  return port
}

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  return (server.address() as AddressInfo).port
}
