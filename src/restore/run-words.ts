/** Restores that were begun, in words: what each was asked for, and what became of it. */
import { listOf, recordOf, textOf } from '../model/fields.ts'
import type { RestoreRunRow } from '../model/restore-journal.ts'

const LISTS = {
  spaces: 'space',
  pages: 'page',
  files: 'file',
  collections: 'collection',
  sites: 'site',
  people: 'person',
  kinds: 'kind',
} as const

/** What something of a kind that was asked for by a name, mostly an id, is called. */
export type Called = (word: string, name: string) => string

/** What was asked for: `undo of 3`, `space Handbook, kind page`, `everything`. */
export function scopeOf(
  { snapshot, request }: Pick<RestoreRunRow, 'snapshot' | 'request'>,
  called: Called = (_word, name) => name,
): string {
  const asked = recordOf(request)
  const back = recordOf(asked?.takeBack)
  const chosen = Object.entries(LISTS).flatMap(([key, word]) =>
    listOf(asked?.[key]).map(name => `${word} ${called(word, String(name))}`),
  )
  if (back !== null && typeof back.run === 'number') return `undo of restore ${back.run}`
  if (back !== null) return [`incident ${snapshot}..${String(back.after)}`, ...chosen].join(', ')
  const into = textOf(asked?.intoSpace)
  return (
    (chosen.length === 0 ? 'everything' : chosen.join(', ')) + (into === null ? '' : `, into space ${into}`)
  )
}

/** Null: it was not read back. */
export function differencesOf({ report, after }: RestoreRunRow): number | null {
  if (after === null) return null
  const found = recordOf(report)
  if (typeof found?.differences === 'number') return found.differences
  return listOf(recordOf(found?.verification)?.differences).length
}

/** A run that left differences was never complete, whatever an older version called it. */
export function outcomeOf(run: RestoreRunRow, runs: readonly RestoreRunRow[]): string {
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
