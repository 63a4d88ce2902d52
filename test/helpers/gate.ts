/** A way to a server that can be cut and mended: refused connections, broken ones, and then again none of it. */
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export interface Gate {
  url: string
  /** Cuts everything now. */
  cut(): Promise<void>
  /** Cuts when the request comes that fits, for the nth time; that one is not answered. */
  cutAt(fits: RegExp, nth: number): Promise<void>
  mend(): Promise<void>
}

/** Before `target`, an address with a path. */
export async function startGate(target: string): Promise<Gate> {
  const { hostname, port, pathname } = new URL(target)
  const open = new Set<Socket>()
  const aims = new Set<(text: string) => void>()
  const serve = (socket: Socket) => {
    const beyond = connect(Number(port), hostname)
    for (const one of [socket, beyond]) {
      open.add(one)
      one.on('error', () => {})
      one.on('close', () => open.delete(one))
    }
    socket.on('data', chunk => {
      for (const aim of [...aims]) aim(chunk.toString('latin1'))
      if (open.has(socket)) beyond.write(chunk)
    })
    beyond.on('data', chunk => socket.write(chunk))
    socket.on('close', () => beyond.destroy())
    beyond.on('close', () => socket.destroy())
  }
  let server = await listen(serve, 0)
  const address = server.address()
  const own = typeof address === 'object' && address !== null ? address.port : 0
  const cut = async () => {
    const closed = server.listening ? once(server, 'close') : Promise.resolve()
    server.close()
    for (const one of open) one.destroy()
    open.clear()
    await closed
  }
  onTestFinished(cut)
  return {
    url: `http://127.0.0.1:${own}${pathname}`,
    cut,
    async mend() {
      server = await listen(serve, own)
    },
    async cutAt(fits, nth) {
      const { promise, resolve } = Promise.withResolvers<void>()
      let seen = 0
      const aim = (text: string) => {
        if (!fits.test(text) || ++seen < nth) return
        aims.delete(aim)
        cut().then(resolve)
      }
      aims.add(aim)
      await promise
    },
  }
}

async function listen(serve: (socket: Socket) => void, port: number): Promise<Server> {
  const server = createServer(serve).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}
