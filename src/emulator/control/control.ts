/**
 * `/_emulator/`: what tests and people tell the emulator. From this machine only, without a token, not counted.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import { DocvaultError } from '../../model/errors.ts'
import { type Fault, faultSchema } from '../faults/fault.ts'
import type { Emulator } from '../handle.ts'
import { type Answer, answerOfError, errorAnswer, ok } from '../protocol/answer.ts'
import { checked } from '../protocol/checked.ts'
import { readJsonBody } from '../protocol/request-body.ts'
import { send } from '../protocol/send.ts'
import { OBJECT_NAMES } from './objects.ts'

const PREFIX = '/_emulator/'

export interface Control {
  handles(request: IncomingMessage): boolean
  serve(request: IncomingMessage, response: ServerResponse): Promise<void>
}

export function makeControl(emulator: Emulator, listFaults: () => Fault[]): Control {
  const commands = { ...readingCommands(emulator, listFaults), ...changingCommands(emulator) }
  return {
    handles: request => request.url?.startsWith(PREFIX) === true,
    async serve(request, response) {
      const name = `${request.method} ${request.url?.slice(PREFIX.length).split('?')[0]}`
      send(response, await run(commands[name], request), {}, [])
    },
  }
}

type Command = (body: unknown) => unknown

/** A command answers what is sent back; undefined = 204. */
async function run(command: Command | undefined, request: IncomingMessage): Promise<Answer> {
  if (!isLoopback(request.socket.remoteAddress)) return errorAnswer(403, 'only from the machine it runs on')
  if (command === undefined) return errorAnswer(404, `no such control: ${request.method} ${request.url}`)
  try {
    const value = await command(await readJsonBody(request))
    return value === undefined ? { status: 204 } : ok(value)
  } catch (error) {
    return error instanceof DocvaultError ? errorAnswer(400, error.message) : answerOfError(error)
  }
}

function isLoopback(address: string | undefined): boolean {
  return address === '::1' || /^(?:::ffff:)?127\./.test(address ?? '')
}

function readingCommands(emulator: Emulator, listFaults: () => Fault[]): Record<string, Command> {
  return {
    'GET requests': () => emulator.requests(),
    'DELETE requests': () => emulator.resetRequests(),
    'GET rate-windows': () => emulator.rateWindows(),
    'GET state': () => emulator.state(),
    'GET faults': () => listFaults(),
    'DELETE faults': () => emulator.clearFaults(),
  }
}

const loadSchema = z.object({ space: z.string().min(1), folder: z.string().min(1) })
const clockSchema = z.object({ now: z.union([z.number(), z.iso.datetime({ offset: true })]) })
const object = z.enum(OBJECT_NAMES)
const set = z.record(z.string(), z.unknown())
const patchSchema = z.object({ object, id: z.string(), set })
const removeSchema = z.object({ object, id: z.string() })
const createSchema = z.object({ object, set })

function changingCommands(emulator: Emulator): Record<string, Command> {
  return {
    'POST faults': body => emulator.fault(checked(faultSchema, body)),
    'POST load': body => {
      const { space, folder } = checked(loadSchema, body)
      return emulator.load(space, folder)
    },
    'POST clock': body => {
      const nowMs = new Date(checked(clockSchema, body).now).getTime()
      emulator.setNow(nowMs)
      return { now: new Date(nowMs).toISOString() }
    },
    'POST patch': body => {
      const { object, id, set } = checked(patchSchema, body)
      emulator.patch(object, id, set)
    },
    'POST remove': body => {
      const { object, id } = checked(removeSchema, body)
      emulator.remove(object, id)
    },
    'POST create': body => {
      const { object, set } = checked(createSchema, body)
      return { id: emulator.create(object, set) }
    },
  }
}
