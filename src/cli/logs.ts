import { join } from 'node:path'
import { listRunLogs, readRunLog } from '../daemon/logs.ts'
import { UsageError } from '../model/errors.ts'
import type { CommandModule } from './command.ts'
import { exitCodes } from './exit-code.ts'
import { logWriter } from './log-lines.ts'

/** Runs that are listed where none is named. */
const LISTED = 50

export const logs: CommandModule = {
  examples: [
    ['docvault logs', 'the runs that have a log'],
    ['docvault logs backup.1', 'the log of one run'],
  ],
  define(command) {
    command.argument(
      '[run]',
      'as `docvault status` names it; without one, the runs that have a log are listed',
    )
  },
  async run({ args, platforms, terminal }) {
    const [first] = platforms()
    const folder = join(first?.config['daemon.path'] ?? '', 'logs')
    const [run] = args
    if (run === undefined) {
      for (const name of listRunLogs(folder).slice(-LISTED)) {
        terminal.event('run', { run: name })
        terminal.line(name)
      }
      return exitCodes.done
    }
    const lines = readRunLog(folder, run)
    if (lines === null)
      throw new UsageError(`there is no log of a run ${run}`, {
        hint: '`docvault logs` lists those there are',
      })
    const write = await logWriter(terminal)
    for (const line of lines) write(`${line}\n`)
    return exitCodes.done
  },
}
