/** Tells an emulator in another process what its handle is told in this one, by `/_emulator/` (control/control.ts). */
import { z } from 'zod'
import type { ObjectName } from '../control/objects.ts'
import type { Fault } from '../faults/fault.ts'
import type { JsonObject } from '../state/json-object.ts'

const createdSchema = z.object({ id: z.string() })
const stateSchema = z.object({ offers: z.array(z.string()) })
const requestsSchema = z.object({ operations: z.record(z.string(), z.number()) })

/** `url`: base of the API, ending in `/v1`. */
export function makeControlClient(url: string) {
  const base = url.replace(/\/v1$/, '/_emulator/')
  const control = async (method: string, name: string, body?: unknown): Promise<unknown> => {
    const sent =
      body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const answer = await fetch(base + name, { method, ...sent })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`the emulator answered ${answer.status} to ${method} ${name}: ${text}`)
    return text === '' ? null : JSON.parse(text)
  }
  return {
    async create(object: ObjectName, set: JsonObject): Promise<string> {
      return createdSchema.parse(await control('POST', 'create', { object, set })).id
    },
    async fault(fault: Fault): Promise<void> {
      await control('POST', 'faults', fault)
    },
    async offers(): Promise<string[]> {
      return stateSchema.parse(await control('GET', 'state')).offers
    },
    async operations(): Promise<Readonly<Record<string, number>>> {
      return requestsSchema.parse(await control('GET', 'requests')).operations
    },
  }
}
