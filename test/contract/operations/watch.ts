/**
 * Which operations docvault's client called in this process and with which status they were answered, as seen on
 * the wire.
 */
import diagnostics from 'node:diagnostics_channel'
import { z } from 'zod'
import { makeRouter } from '../../../src/emulator/protocol/router.ts'
import { routes } from '../../../src/emulator/routes/index.ts'

export const USER_AGENT = 'docvault-contract'

export interface Watch {
  /** In order of the calls: `getSpaceById 200`. */
  calls(): readonly string[]
  statusesOf(operation: string): number[]
}

const messageSchema = z.object({
  request: z.object({ method: z.string(), path: z.string(), headers: z.unknown() }),
  response: z.object({ statusCode: z.number() }),
})

/** From now on, until the process ends. */
export function watchClient(): Watch {
  const match = makeRouter(routes)
  const calls: { operation: string; status: number }[] = []
  diagnostics.subscribe('undici:request:headers', message => {
    const { request, response } = messageSchema.parse(message)
    if (!JSON.stringify(request.headers).includes(USER_AGENT)) return
    const operation = match(request.method, request.path.split('?')[0] ?? '')?.route.name ?? 'unknown'
    calls.push({ operation, status: response.statusCode })
  })
  return {
    calls: () => calls.map(({ operation, status }) => `${operation} ${status}`),
    statusesOf: operation =>
      [...new Set(calls.filter(one => one.operation === operation).map(one => one.status))].sort(),
  }
}
