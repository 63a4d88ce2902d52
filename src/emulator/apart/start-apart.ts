/**
 * An emulator in a process of its own, with memory of its own that is bounded: what is done with it costs whoever started
 * it nothing but the requests. Ends with its starter. What it dies of aborts `died`.
 */
import { extname } from 'node:path'
import { type ChildProgram, type Death, startChild } from '../../model/child-program.ts'
import { DocvaultError } from '../../model/errors.ts'
import { thrownError } from '../../model/plain-error.ts'
import type { ObjectName } from '../control/objects.ts'
import type { Fault } from '../faults/fault.ts'
import type { JsonObject } from '../state/json-object.ts'
import { makeControlClient } from './control-client.ts'
import type { StartAnswer, StartRequest } from './messages.ts'

export interface EmulatorApart {
  url: string
  token: string
  organization: string
  pid: number
  /** Aborted, with an error that says why, when it ends before it is closed. */
  died: AbortSignal
  create(object: ObjectName, set: JsonObject): Promise<string>
  fault(fault: Fault): Promise<void>
  /** Names of the operations that it has. */
  offers(): Promise<string[]>
  /** How often each operation was asked for. */
  operations(): Promise<Readonly<Record<string, number>>>
  /** Settles when the process is gone. */
  close(): Promise<void>
}

/** Here the sources are TypeScript, in the package JavaScript. */
const ENTRY = new URL(`./emulator-process${extname(import.meta.filename)}`, import.meta.url)

type Child = ChildProgram<StartRequest, StartAnswer>

export interface ApartOptions extends StartRequest {
  /** Of the heap; bodies and files are on disk. MiB. */
  memoryMib: number
}

export async function startEmulatorApart({ memoryMib, ...request }: ApartOptions): Promise<EmulatorApart> {
  const child = startChild<StartRequest, StartAnswer>({ entry: ENTRY, memoryMib })
  const died = new AbortController()
  void child.ended.then(death => died.abort(errorOf(death, memoryMib)))
  child.say({ ...request, host: '127.0.0.1', port: 0, onDisk: true })
  const answer = await firstAnswer(child, died.signal)
  if (answer.type === 'failed') {
    await child.close()
    throw thrownError(answer.error)
  }
  const { url, token, organization } = answer
  return {
    ...{ url, token, organization, pid: child.pid, died: died.signal },
    ...makeControlClient(url),
    close: () => child.close(),
  }
}

function firstAnswer({ hear }: Child, died: AbortSignal): Promise<StartAnswer> {
  return new Promise((resolve, reject) => {
    hear(resolve)
    died.addEventListener('abort', () => reject(died.reason), { once: true })
  })
}

function errorOf({ isOutOfMemory, how }: Death, memoryMib: number): DocvaultError {
  if (!isOutOfMemory)
    return new DocvaultError('emulator-died', `the emulated platform died: its process ${how}`, {
      hint: 'repeat it; if it dies again, look whether the machine is short of memory',
      retry: 'later',
    })
  return new DocvaultError(
    'emulator-memory',
    `the emulated platform took more than ${memoryMib} MiB of memory`,
    {
      hint: 'drill fewer spaces at a time, by --space',
    },
  )
}
