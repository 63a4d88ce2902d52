/** Restores that were begun, in a table: what each was asked for, how it ended, and what became of it. */

import { formatTime } from '../model/format.ts'
import { differencesOf, outcomeOf, scopeOf } from '../restore/run-words.ts'
import { openVault } from '../vault/vault.ts'
import type { CommandContext } from './command.ts'
import { exitCodes } from './exit-code.ts'
import { stateColor } from './state-color.ts'
import { printTable } from './table.ts'
import { printable } from './terminal.ts'

export function listRuns({ config, terminal }: CommandContext): number {
  const vault = openVault(config()['vault.path'])
  try {
    const runs = vault.restoreRuns()
    const rows = runs.map(run => {
      const { request: _request, report: _report, ...row } = run
      const scope = scopeOf(run)
      const differences = differencesOf(run)
      const state = outcomeOf(run, runs)
      terminal.event('run', { ...row, scope, differences, outcome: state })
      return [
        run.id,
        run.snapshot,
        printable(scope),
        run.target,
        state,
        differences ?? '',
        formatTime(run.started),
        terminal.ago(run.started),
      ]
    })
    const head = ['run', 'snapshot', 'what', 'into', 'state', 'differences', 'begun', 'ago']
    if (rows.length === 0) terminal.line('nothing was restored yet')
    else
      printTable(terminal, {
        head,
        rows,
        narrow: [
          ['into', 8],
          ['what', 12],
          ['into', 0],
          ['ago', 0],
          ['what', 8],
        ],
        paint: { state: stateColor(terminal) },
      })
    return exitCodes.done
  } finally {
    vault.close()
  }
}
