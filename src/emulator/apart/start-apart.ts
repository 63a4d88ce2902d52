/**
 * An emulator in a process of its own, with memory of its own that is bounded: what is done with it costs whoever started
 * it nothing but the requests. Ends with its starter. What it dies of aborts `died`.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { extname } from 'node:path'
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
const MOST_COMPLAINT = 16 * 1024

export interface ApartOptions extends StartRequest {
  /** Of the heap; bodies and files are on disk. MiB. */
  memoryMib: number
}

export async function startEmulatorApart({ memoryMib, ...request }: ApartOptions): Promise<EmulatorApart> {
  const child = fork(ENTRY, [], {
    execArgv: [
      '--disable-warning=ExperimentalWarning',
      `--max-old-space-size=${memoryMib}`,
      '--max-semi-space-size=16',
    ],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const complaint = listenTo(child)
  const died = new AbortController()
  const exit = once(child, 'exit')
  void exit.then(([code, signal]) => died.abort(deathOf({ code, signal, memoryMib, said: complaint() })))
  child.on('error', cause => died.abort(new EmulatorDied('its process could not be started', cause)))
  child.send({ ...request, host: '127.0.0.1', port: 0, onDisk: true })
  const answer = await firstAnswer(child, died.signal)
  const close = async () => {
    if (child.connected) child.disconnect()
    if (child.exitCode === null && child.signalCode === null) await exit
  }
  if (answer.type === 'failed') {
    await close()
    throw thrownError(answer.error)
  }
  const { url, token, organization } = answer
  return {
    ...{ url, token, organization, pid: child.pid ?? 0, died: died.signal },
    ...makeControlClient(url),
    close,
  }
}

async function firstAnswer(child: ChildProcess, died: AbortSignal): Promise<StartAnswer> {
  try {
    const [answer]: StartAnswer[] = await once(child, 'message', { signal: died })
    if (answer !== undefined) return answer
  } catch (error) {
    if (!died.aborted) throw error
  }
  throw died.reason
}

/** The last of what it says to nobody. */
function listenTo({ stderr }: ChildProcess): () => string {
  let said = ''
  stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-MOST_COMPLAINT)
  })
  return () => said
}

interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
  memoryMib: number
  said: string
}

function deathOf({ code, signal, memoryMib, said }: Ended): DocvaultError {
  if (said.includes('heap out of memory'))
    return new DocvaultError(
      'emulator-memory',
      `the emulated platform took more than ${memoryMib} MiB of memory`,
      {
        hint: 'drill fewer spaces at a time, by --space',
      },
    )
  const last = said.trim().split('\n').at(-1)
  const how = signal === null ? `with code ${code}` : `by ${signal}`
  return new EmulatorDied(`its process ended ${how}${last ? `: ${last}` : ''}`)
}

class EmulatorDied extends DocvaultError {
  constructor(reason: string, cause?: unknown) {
    super('emulator-died', `the emulated platform died: ${reason}`, {
      cause,
      hint: 'repeat it; if it dies again, look whether the machine is short of memory',
      retry: 'later',
    })
  }
}
