/**
 * What runs in a thread of its own: one job that reads the vault. Says what it reports, then what it answers or throws,
 * and is ended then. Told to stop, it answers as a command does: at its next look at the signal.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { readings } from '../../jobs/readings.ts'
import { Interrupted } from '../model/errors.ts'
import { plainError } from '../model/plain-error.ts'
import type { ReaderMessage, ReaderTask } from './reader.ts'

const task: ReaderTask = workerData
const control = new AbortController()
parentPort?.once('message', () => control.abort(new Interrupted()))
tell(await answer())

async function answer(): Promise<ReaderMessage> {
  const { job, config, data } = task
  try {
    const reading = readings.find(({ name }) => name === job)
    if (reading === undefined) throw new Error(`${job} is no job that only reads`)
    const report = (event: unknown) => tell({ type: 'event', event })
    return { type: 'result', result: await reading.run({ config, signal: control.signal, report }, data) }
  } catch (error) {
    return { type: 'failed', error: plainError(error) }
  }
}

function tell(message: ReaderMessage): void {
  parentPort?.postMessage(message)
}
