/** Stands between a client and the emulator, and calls for a kill at one write: before it, or after it took effect. */
import { bodyOf, forward, head, listen } from '../forwarding.ts'

export interface KillingProxy {
  /** Without `/v1`: also the public address of the emulator, so that downloads pass, too. */
  url: string
  /** Origin of the emulator. */
  target: string
  /** Counts down with each write. Null: nothing is to happen. */
  kill: { write: number; applied: boolean; now: () => void } | null
}

export async function startKillingProxy(): Promise<KillingProxy> {
  const proxy: KillingProxy = { url: '', target: '', kill: null }
  proxy.url = await listen(async (request, response) => {
    const body = await bodyOf(request)
    const { kill } = proxy
    const isDue = kill !== null && request.method !== 'GET' && --kill.write === 0
    if (isDue && !kill.applied) {
      kill.now()
      response.destroy()
      return
    }
    const answer = await forward(request, body, proxy.target)
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (isDue) {
      kill.now()
      response.destroy()
      return
    }
    response.writeHead(...head(answer))
    response.end(answer.status === 204 ? undefined : bytes)
  })
  return proxy
}
