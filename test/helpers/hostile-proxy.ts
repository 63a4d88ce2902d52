/** Stands between a client and the emulator and spoils chosen answers. */
import { bodyOf, forward, listen } from './forwarding.ts'

/** Null: the answer goes on as it is. */
export type Spoil = (path: string, body: string) => string | null

export interface HostileProxy {
  url: string
  spoil: Spoil
}

export async function startHostileProxy(target: string): Promise<HostileProxy> {
  const proxy: HostileProxy = { url: '', spoil: () => null }
  const origin = await listen(async (request, response) => {
    const answer = await forward(request, await bodyOf(request), target)
    const body = await answer.text()
    response.writeHead(answer.status, { 'content-type': 'application/json' })
    response.end(answer.status === 200 ? (proxy.spoil(request.url ?? '/', body) ?? body) : body)
  })
  proxy.url = `${origin}/v1`
  return proxy
}
