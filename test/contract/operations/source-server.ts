/** A web server of this test's own, from which an import can fetch. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** Address of the one thing that it serves. */
export async function serveText(name: string, content: string | Uint8Array, status = 200): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': name.endsWith('.html') ? 'text/html' : 'text/plain' })
    response.end(content)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', () => resolve()))
  onTestFinished(() => new Promise(resolve => server.close(() => resolve())))
  return `http://127.0.0.1:${portOf(server.address())}/${encodeURIComponent(name)}`
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}
