/**
 * What runs in a process of its own: jobs that read the vault, one after the other. Says what each reports, then what it
 * answers or throws. Told to stop, it answers as a command does: at its next look at the signal.
 */
import { readings } from '../../jobs/readings.ts'
import { belongToStarter } from '../model/child-program.ts'
import { Interrupted } from '../model/errors.ts'
import { plainError } from '../model/plain-error.ts'
import type { ReaderMessage, ReaderOrder, ReaderTask } from './reader.ts'

belongToStarter()
let control = new AbortController()
process.on('message', (order: ReaderOrder) => {
  if (order === 'stop') control.abort(new Interrupted())
  else void answer(order).then(tell)
})
tell({ type: 'loaded' })

async function answer({ job, config, data }: ReaderTask): Promise<ReaderMessage> {
  control = new AbortController()
  try {
    const reading = readings.find(({ name }) => name === job)
    if (reading === undefined) throw new Error(`${job} is no job that only reads`)
    const report = (event: unknown) => tell({ type: 'event', event })
    const result = await reading.run({ config, signal: control.signal, report }, data)
    return { type: 'result', result, heapBytes: process.memoryUsage().heapUsed }
  } catch (error) {
    return { type: 'failed', error: plainError(error) }
  }
}

function tell(message: ReaderMessage): void {
  process.send?.(message)
}
