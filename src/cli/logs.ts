import { join } from 'node:path'
import { readRunLog } from '../daemon/logs.ts'
import { type RunSummary, summariseRuns } from '../daemon/run-summaries.ts'
import { UsageError } from '../model/errors.ts'
import { formatLocal } from '../model/local-time.ts'
import type { CommandModule } from './command.ts'
import { exitCodes } from './exit-code.ts'
import { foldRuns } from './fold-runs.ts'
import { logWriter } from './log-lines.ts'
import { stateColor } from './state-color.ts'
import { printTable } from './table.ts'
import { printable, type Terminal } from './terminal.ts'

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
      listRuns(summariseRuns(folder, LISTED), first?.config['schedules.timezone'] ?? 'UTC', terminal)
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

function listRuns(runs: readonly RunSummary[], timezone: string, terminal: Terminal): void {
  for (const run of runs) terminal.event('run', run)
  if (runs.length === 0) terminal.line('no run has a log yet')
  if (runs.length === 0) return
  const rows = foldRuns(runs).map(({ time, job, organization, title, outcome, run }) => [
    formatLocal(time, timezone),
    terminal.ago(time),
    job,
    printable(title ?? organization ?? 'all'),
    outcome ?? 'not ended',
    run,
  ])
  printTable(terminal, {
    head: [`ended (${timezone})`, 'ago', 'job', 'organization', 'outcome', 'run'],
    rows,
    // The run is what the next command is given; its name begins with that of the job.
    narrow: [
      ['organization', 12],
      ['ago', 0],
      ['job', 0],
      ['organization', 0],
    ],
    paint: { outcome: stateColor(terminal) },
  })
}
