/** Which restores were begun, into what, and how they ended. */
import { differencesOf, outcomeOf, scopeOf } from '../../restore/run-words.ts'
import { isIn } from '../period.ts'
import { listed, type SectionFacts, section } from '../section.ts'
import { type EvidenceSources, unknownBefore, vaultBegan } from '../sources.ts'
import { durationWords, orUnknown, timeWords } from '../words.ts'

interface RestoreFacts {
  run: number
  started: string
  finished: string | null
  duration_ms: number | null
  /** The snapshot that was put back. */
  snapshot: number
  target: string
  scope: string
  outcome: string
  /** Of what was read back afterwards; null: it was not. */
  differences: number | null
}

interface RestoresFacts extends SectionFacts {
  restores: RestoreFacts[]
  not_listed: number
}

export const restores = section<RestoresFacts>({
  id: 'restores',
  title: 'Restores',
  note: 'Every restore that was begun, by its journal in the catalog, and how it stood by now. The time includes waiting and resuming.',
  collect(sources) {
    const { snapshots, only, period } = sources
    const ids = new Set(snapshots.map(({ snapshot }) => snapshot))
    const own = sources.restores.filter(
      ({ started, snapshot, target }) =>
        isIn(period, started) && (only === null || target === only || ids.has(snapshot)),
    )
    const all = listed(own.map(run => restoreFacts(run, sources.restores)))
    return {
      restores: all.listed,
      not_listed: all.not_listed,
      unknown: unknownBefore(sources, vaultBegan(sources), {
        what: 'which restores there were',
        why: 'this vault has no earlier snapshot',
      }),
    }
  },
  show: ({ restores, not_listed }) => ({
    facts: [['restores begun in the period', String(restores.length + not_listed)]],
    tables: [
      {
        title: 'Restores',
        columns: ['run', 'begun', 'ended', 'took', 'snapshot', 'into', 'what', 'outcome', 'differences'],
        rows: restores.map(run => [
          ...[String(run.run), timeWords(run.started)],
          run.finished === null ? 'not ended' : timeWords(run.finished),
          run.duration_ms === null ? 'not known' : durationWords(run.duration_ms),
          ...[String(run.snapshot), run.target, run.scope, run.outcome],
          run.differences === null ? 'not read back' : orUnknown(run.differences),
        ]),
        more: not_listed,
      },
    ],
  }),
})

function restoreFacts(
  run: EvidenceSources['restores'][number],
  all: EvidenceSources['restores'],
): RestoreFacts {
  const { id, started, finished, snapshot, target } = run
  return {
    ...{ run: id, started, finished, snapshot, target },
    duration_ms: finished === null ? null : Date.parse(finished) - Date.parse(started),
    scope: scopeOf(run),
    outcome: outcomeOf(run, all),
    differences: differencesOf(run),
  }
}
