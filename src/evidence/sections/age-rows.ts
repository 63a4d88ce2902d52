/** How ages of recovery points are shown, in this vault and in replicas. */
import type { Ages } from '../age.ts'
import type { ShownTable } from '../section.ts'
import { durationWords, timeWords } from '../words.ts'

export interface OrganizationAges {
  organization: string
  title: string
  /** Null: in the whole period no state was there that is known. */
  ages: Ages | null
}

export const ageColumns = [
  'known from',
  'largest age',
  'at',
  'age at the end',
  'target',
  'within target',
  'beyond target',
] as const

export function ageRow({ ages }: OrganizationAges): string[] {
  if (ages === null) return ageColumns.map(() => 'not known')
  const { target } = ages
  return [
    timeWords(ages.known_from),
    durationWords(ages.largest_age_ms),
    timeWords(ages.largest_age_at),
    durationWords(ages.age_at_end_ms),
    target === null ? 'not set' : durationWords(target.target_ms),
    target === null ? 'no target' : `${target.within_percent} % of the known time`,
    target === null ? 'no target' : durationWords(target.beyond_ms),
  ]
}

export function beyondTable(organizations: readonly OrganizationAges[]): ShownTable {
  const times = organizations.flatMap(({ title, ages }) =>
    (ages?.target?.beyond ?? []).map(time => [title, timeWords(time.from), timeWords(time.to)]),
  )
  const all = organizations.reduce((sum, { ages }) => sum + (ages?.target?.beyond_times ?? 0), 0)
  return {
    title: 'Times beyond the target',
    columns: ['organization', 'from', 'to'],
    rows: times,
    more: all - times.length,
  }
}
