/** Restores that were begun, in a table: what each was asked for, how it ended, and what became of it. */

import { listOf, recordOf, textOf } from '../model/fields.ts'
import { formatTime } from '../model/format.ts'
import type { RestoreRunRow } from '../model/restore-journal.ts'
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
      const state = stateOf(run, runs)
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

const LISTS = {
  spaces: 'space',
  pages: 'page',
  files: 'file',
  collections: 'collection',
  sites: 'site',
  people: 'person',
  kinds: 'kind',
} as const

/** What was asked for: `undo of 3`, `space Handbook, kind page`, `everything`. */
export function scopeOf({ snapshot, request }: Pick<RestoreRunRow, 'snapshot' | 'request'>): string {
  const asked = recordOf(request)
  const back = recordOf(asked?.takeBack)
  const chosen = Object.entries(LISTS).flatMap(([key, word]) =>
    listOf(asked?.[key]).map(name => `${word} ${String(name)}`),
  )
  if (back !== null && typeof back.run === 'number') return `undo of restore ${back.run}`
  if (back !== null) return [`incident ${snapshot}..${String(back.after)}`, ...chosen].join(', ')
  const into = textOf(asked?.intoSpace)
  return (
    (chosen.length === 0 ? 'everything' : chosen.join(', ')) + (into === null ? '' : `, into space ${into}`)
  )
}

function differencesOf({ report, after }: RestoreRunRow): number | null {
  if (after === null) return null
  const found = recordOf(report)
  if (typeof found?.differences === 'number') return found.differences
  return listOf(recordOf(found?.verification)?.differences).length
}

/** A run that left differences was never complete, whatever an older version called it. */
function stateOf(run: RestoreRunRow, runs: readonly RestoreRunRow[]): string {
  const differs = (differencesOf(run) ?? 0) > 0
  const state = run.state === 'complete' && differs ? 'partial' : run.state
  const undo = runs.findLast(
    other => undoneBy(other) === run.id && other.after !== null && other.state !== 'undone',
  )
  if (undo === undefined) return state
  return run.state === 'undone' ? `undone by ${undo.id}` : `${state}, partly undone by ${undo.id}`
}

function undoneBy({ request }: RestoreRunRow): unknown {
  return recordOf(recordOf(request)?.takeBack)?.run
}
