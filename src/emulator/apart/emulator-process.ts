/** What runs in the process of an emulator that somebody started for himself. */
import { belongToStarter } from '../../model/child-program.ts'
import { plainError } from '../../model/plain-error.ts'
import { startEmulator } from '../emulator.ts'
import type { StartAnswer, StartRequest } from './messages.ts'

belongToStarter()
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
