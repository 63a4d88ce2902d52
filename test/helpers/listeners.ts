/** Little servers that note what they are told: an HTTP one, and a mail server. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import { onTestFinished } from 'vitest'

export interface Listener {
  url: string
  got: string[]
}

export async function listenForHttp(status: () => number = () => 200): Promise<Listener> {
  const got: string[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    got.push(body)
    response.writeHead(status()).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${portOf(server.address())}/`, got }
}

/** Takes every mail. */
export async function listenForMail(): Promise<Listener> {
  const got: string[] = []
  const server = createTcpServer(socket => {
    let data: string | null = null
    let pending = ''
    socket.write('220 test\r\n')
    socket.on('error', () => {})
    socket.on('data', chunk => {
      pending += chunk
      for (let end = pending.indexOf('\r\n'); end !== -1; end = pending.indexOf('\r\n')) {
        const line = pending.slice(0, end)
        pending = pending.slice(end + 2)
        if (data !== null && line === '.') {
          got.push(data)
          data = null
          socket.write('250 kept\r\n')
        } else if (data !== null) data += `${line}\n`
        else if (/^DATA/i.test(line)) {
          data = ''
          socket.write('354 go on\r\n')
        } else socket.write(/^QUIT/i.test(line) ? '221 bye\r\n' : '250 ok\r\n')
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { url: `smtp://127.0.0.1:${portOf(server.address())}`, got }
}

function portOf(address: ReturnType<ReturnType<typeof createServer>['address']>): number {
  return typeof address === 'object' && address ? address.port : 0
}
