/** What was done to keep or drop snapshots, by whom: pins, holds, forgetting, pruning, and whatever else the ledger calls an act. */

import { APPROVAL_ACTS } from '../../model/approval-acts.ts'
import { canonicalJson } from '../../model/digest.ts'
import { plural } from '../../model/plural.ts'
import { ANOMALY_ACTS } from '../anomaly-acts.ts'
import type { LedgerAct } from '../ledger-acts.ts'
import { isIn } from '../period.ts'
import { listed, type SectionFacts, section } from '../section.ts'
import { type EvidenceSources, unknownBefore } from '../sources.ts'
import { countBy, countWords, timeWords } from '../words.ts'

/** What has a section of its own. */
const ELSEWHERE: ReadonlySet<string> = new Set(['spot-check', ...ANOMALY_ACTS, ...APPROVAL_ACTS])

interface ActFacts extends Pick<LedgerAct, 'at' | 'act' | 'by' | 'fields'> {
  entry: number
}

interface RetentionFacts extends SectionFacts {
  recorded_from: string | null
  /** Null: not known. */
  counts: Record<string, number> | null
  acts: ActFacts[]
  not_listed: number
  /** In force at some time of the period. */
  holds: { hold: number; name: string; by: string; reason: string; from: string; to: string | null }[]
}

export const retention = section<RetentionFacts>({
  id: 'retention',
  title: 'Retention actions and holds',
  note: "Acts in the vault's ledger, which is chained and, where a key is configured, signed: each was entered in the transaction of the act itself. Acts are of the whole vault: they name snapshots, not organizations.",
  collect(sources) {
    const { acts, recordedFrom, unreadable } = sources.acts
    const own = acts.filter(({ at, act }) => isIn(sources.period, at) && !ELSEWHERE.has(act))
    const all = listed(own.map(({ number, at, act, by, fields }) => ({ entry: number, at, act, by, fields })))
    const unknown = unknownBefore(sources, recordedFrom, {
      what: 'what was done to snapshots',
      why: 'the ledger has no entry by then: from when on it would have one is not known',
    })
    if (unreadable > 0)
      unknown.push({
        ...{ what: `${plural(unreadable, 'entry', 'entries')} of the ledger`, from: null, to: null },
        why: 'they cannot be read: see `docvault check`',
      })
    const counts = recordedFrom === null ? null : countBy(own, ({ act }) => act)
    const holds = holdsOf(sources)
    return {
      recorded_from: recordedFrom,
      counts,
      acts: all.listed,
      not_listed: all.not_listed,
      holds,
      unknown,
    }
  },
  show: ({ recorded_from, counts, acts, not_listed, holds }) => ({
    facts: [
      ['first entry of the ledger', timeWords(recorded_from)],
      ['acts in the period', counts === null ? 'not known' : countWords(counts)],
    ],
    tables: [
      {
        title: 'Legal holds in force in the period',
        columns: ['hold', 'name', 'wanted by', 'reason', 'from', 'to'],
        rows: holds.map(({ hold, name, by, reason, from, to }) => [
          ...[String(hold), name, by, reason, timeWords(from)],
          to === null ? 'in force at the end' : timeWords(to),
        ]),
      },
      {
        title: 'Acts',
        columns: ['entry', 'when', 'act', 'by', 'of what'],
        rows: acts.map(({ entry, at, act, by, fields }) => [
          ...[String(entry), timeWords(at), act, by, fieldWords(fields)],
        ]),
        more: not_listed,
      },
    ],
  }),
})

function holdsOf({ holds, only, period }: EvidenceSources): RetentionFacts['holds'] {
  return holds
    .filter(({ organization }) => only === null || organization === null || organization === only)
    .map(({ hold, name, by, reason, created, until, released }) => {
      const ends = [until, released].filter(time => time !== null).sort()
      return { hold, name, by, reason, from: created, to: ends[0] ?? null }
    })
    .filter(({ from, to }) => Date.parse(from) < period.to && (to === null || Date.parse(to) >= period.from))
    .map(held => ({ ...held, to: held.to !== null && Date.parse(held.to) >= period.to ? null : held.to }))
}

function fieldWords(fields: LedgerAct['fields']): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : canonicalJson(value)}`)
    .join(', ')
}
