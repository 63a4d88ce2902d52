/** Which settings of retention, schedules and objectives were in force, and since when that is known. */
import { canonicalJson } from '../../model/digest.ts'
import { isIn } from '../period.ts'
import { type SectionFacts, section } from '../section.ts'
import { type Unknown, unknownBefore } from '../sources.ts'
import { timeWords } from '../words.ts'

interface PolicyFacts extends SectionFacts {
  /** When the first settings were noted. */
  recorded_from: string | null
  /** In force when the period began, or from the first that is known. */
  at_beginning: { since: string; values: Readonly<Record<string, unknown>> } | null
  changes: { at: string; setting: string; before: unknown; after: unknown }[]
}

export const policy = section<PolicyFacts>({
  id: 'policy',
  title: 'Policy in force',
  note: 'Settings of retention, schedules, verification, replication and objectives. They are noted when the daemon or a backup first works by them; durations are in milliseconds.',
  collect(sources) {
    const { policies, period } = sources
    const before = policies.findLast(({ at }) => Date.parse(at) <= period.from) ?? policies[0]
    const changed = policies.filter(({ at }) => isIn(period, at) && at !== before?.at)
    const changes = changed.flatMap(({ at, values }) => {
      const earlier = policies[policies.findIndex(policy => policy.at === at) - 1]
      return differences(at, earlier?.values ?? {}, values)
    })
    const unknown: Unknown[] = unknownBefore(sources, policies[0]?.at ?? null, {
      what: 'which settings were in force',
      why: 'no daemon and no backup had noted them by then',
    })
    return {
      recorded_from: policies[0]?.at ?? null,
      at_beginning: before === undefined ? null : { since: before.at, values: before.values },
      changes,
      unknown,
    }
  },
  show: ({ recorded_from, at_beginning, changes }) => ({
    facts: [['recorded from', timeWords(recorded_from)]],
    tables: [
      {
        title: at_beginning === null ? 'Settings' : `Settings since ${timeWords(at_beginning.since)}`,
        columns: ['setting', 'value'],
        rows: Object.entries(at_beginning?.values ?? {}).map(([name, value]) => [name, valueWords(value)]),
      },
      {
        title: 'Changes in the period',
        columns: ['from', 'setting', 'before', 'after'],
        rows: changes.map(change => [
          timeWords(change.at),
          change.setting,
          valueWords(change.before),
          valueWords(change.after),
        ]),
      },
    ],
  }),
})

type Values = Readonly<Record<string, unknown>>

function differences(at: string, before: Values, after: Values): PolicyFacts['changes'] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
  return names
    .filter(name => canonicalJson(before[name] ?? null) !== canonicalJson(after[name] ?? null))
    .map(setting => ({ at, setting, before: before[setting] ?? null, after: after[setting] ?? null }))
}

function valueWords(value: unknown): string {
  if (value === null || value === undefined) return 'not set'
  return typeof value === 'string' ? value : canonicalJson(value)
}
