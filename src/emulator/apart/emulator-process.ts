/**
 * What runs in the process of an emulator that somebody started for himself. Ends as soon as that process is gone,
 * whatever became of it: the channel between the two closes then. A signal to both (Ctrl-C) is for the other to act on.
 */
import { plainError } from '../../model/plain-error.ts'
import { startEmulator } from '../emulator.ts'
import type { StartAnswer, StartRequest } from './messages.ts'

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
process.once('disconnect', () => process.exit())
process.once('message', (request: StartRequest) => {
  void start(request).then(answer => process.send?.(answer))
})

async function start(request: StartRequest): Promise<StartAnswer> {
  try {
    const { url, token, organization } = await startEmulator(request)
    return { type: 'started', url, token, organization }
  } catch (error) {
    return { type: 'failed', error: plainError(error) }
  }
}
