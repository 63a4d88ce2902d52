/** Who looked at what, exported, restored and signed in over HTTP. */
import { plural } from '../../model/plural.ts'
import { isIn } from '../period.ts'
import { listed, type SectionFacts, section } from '../section.ts'
import { type EvidenceSources, isWanted, type Unknown, unknownBefore } from '../sources.ts'
import { countBy, countWords, orUnknown, timeWords } from '../words.ts'

interface ActionFacts {
  at: string
  who: string
  subject: string | null
  act: string
  organization: string | null
  item: string | null
  snapshot: number | null
}

interface OperatorFacts extends SectionFacts {
  recorded_from: string | null
  /** Null: not known. */
  counts: Record<string, number> | null
  people: { who: string; subject: string | null; counts: Record<string, number> }[]
  /** All but looks and searches, which are counted. */
  actions: ActionFacts[]
  not_listed: number
}

const COUNTED: readonly string[] = ['look', 'search']

export const operators = section<OperatorFacts>({
  id: 'operators',
  title: 'Operator actions',
  note: "The daemon's ledger of operators, of everything that was done over HTTP: looks at bodies, searches, exports, runs begun or cancelled, restores, sign-ins. It is kept for server.keepOperatorEntries, is not chained, and is of the daemon, which may have several vaults. Commands on the host are not in it.",
  collect(sources) {
    const own = ownEntries(sources)
    const people = Map.groupBy(own, ({ who, subject }) => JSON.stringify([who, subject]))
    const all = listed(own.filter(({ act }) => !COUNTED.includes(act)))
    return {
      recorded_from: recordedFrom(sources),
      counts: recordedFrom(sources) === null ? null : countBy(own, ({ act }) => act),
      people: [...people.values()]
        .map(entries => ({
          who: entries[0]?.who ?? '',
          subject: entries[0]?.subject ?? null,
          counts: countBy(entries, ({ act }) => act),
        }))
        .sort((a, b) => (a.who < b.who ? -1 : 1)),
      actions: all.listed,
      not_listed: all.not_listed,
      unknown: unknownOf(sources),
    }
  },
  show: ({ recorded_from, counts, people, actions, not_listed }) => ({
    facts: [
      ['first entry that is left', timeWords(recorded_from)],
      ['in the period', counts === null ? 'not known' : countWords(counts)],
    ],
    tables: [
      {
        title: 'By person or program',
        columns: ['who', 'subject', 'actions'],
        rows: people.map(({ who, subject, counts }) => [who, subject ?? '', countWords(counts)]),
      },
      {
        title: 'Actions other than looks and searches',
        columns: ['when', 'who', 'action', 'organization', 'of what', 'snapshot'],
        rows: actions.map(({ at, who, act, organization, item, snapshot }) => [
          ...[timeWords(at), who, act, organization ?? '', item ?? ''],
          snapshot === null ? '' : orUnknown(snapshot),
        ]),
        more: not_listed,
      },
    ],
  }),
})

/** Null: nothing that is left was entered by the end of the period. */
function recordedFrom({ operators, period }: EvidenceSources): string | null {
  const from = operators?.recordedFrom ?? null
  return from !== null && Date.parse(from) < period.to ? from : null
}

function ownEntries(sources: EvidenceSources): ActionFacts[] {
  return (sources.operators?.entries ?? [])
    .filter(({ at, organization }) => isIn(sources.period, at) && isWanted(sources, organization))
    .map(entry => ({ ...entry, at: new Date(entry.at).toISOString() }))
    .map(({ at, who, subject, act, organization, item, snapshot }) => {
      return { at, who, subject, act, organization, item, snapshot }
    })
}

function unknownOf(sources: EvidenceSources): Unknown[] {
  const what = 'what operators did over HTTP'
  if (sources.operators === null)
    return unknownBefore(sources, null, { what, why: 'there is no ledger of operators in daemon.path' })
  const { tidied, gone } = sources.operators
  const why = tidied ? 'older entries were tidied away after their time' : 'nothing is entered by then'
  const unknown = unknownBefore(sources, recordedFrom(sources), { what, why })
  if (gone > 0)
    unknown.push({
      ...{ what: `${plural(gone, 'entry', 'entries')} of the ledger of operators`, from: null, to: null },
      why: 'their numbers are missing among those that are left',
    })
  return unknown
}
