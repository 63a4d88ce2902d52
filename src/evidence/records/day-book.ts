/**
 * What happened, day by day, in small facts of the catalog that nothing tidies away: each series has one fact a day and a
 * list of its days, so that a day whose fact is lost is missed. Days are those of UTC.
 */
import { dayOf, type EvidencePeriod } from '../period.ts'

export interface ReadFacts {
  fact(key: string): string | null
}

export interface WriteFacts extends ReadFacts {
  setFact(key: string, value: string): void
}

export interface DayEntries {
  /** In the order in which they were entered. */
  entries: unknown[]
  /** Entries that came when a day was full, and were only counted. */
  cut: number
  /** Days that had entries which cannot be read any more. */
  lostDays: string[]
}

/** Then only their number is kept. */
export const MOST_OF_A_DAY = 1000

/** Two that follow each other in one entry; null: they do not go together. */
export type Fold = (last: unknown, next: object) => object | null

interface Day {
  entries: unknown[]
  cut: number
}

export function enterInDay(
  facts: WriteFacts,
  series: string,
  at: number,
  { entry, fold = () => null }: { entry: object; fold?: Fold },
): void {
  const day = dayOf(at)
  const { entries, cut } = readDay(facts, series, day) ?? { entries: [], cut: 0 }
  const folded = entries.length === 0 ? null : fold(entries.at(-1), entry)
  const isFull = folded === null && entries.length >= MOST_OF_A_DAY
  const kept = folded === null ? [...entries, entry] : [...entries.slice(0, -1), folded]
  const written: Day = isFull ? { entries, cut: cut + 1 } : { entries: kept, cut }
  facts.setFact(dayKey(series, day), JSON.stringify(written))
  addTo(facts, daysKey(series), day)
  addTo(facts, INDEX, series)
}

export function readDays(facts: ReadFacts, series: string, { from, to }: EvidencePeriod): DayEntries {
  const [first, last] = [dayOf(from), dayOf(to - 1)]
  const days = daysOf(facts, series).filter(day => first <= day && day <= last)
  const read = days.map(day => ({ day, found: readDay(facts, series, day) }))
  return {
    entries: read.flatMap(({ found }) => found?.entries ?? []),
    cut: read.reduce((sum, { found }) => sum + (found?.cut ?? 0), 0),
    lostDays: read.filter(({ found }) => found === null).map(({ day }) => day),
  }
}

/** In order. */
export function daysOf(facts: ReadFacts, series: string): string[] {
  return listIn(facts, daysKey(series)).sort()
}

export function seriesOf(facts: ReadFacts): string[] {
  return listIn(facts, INDEX)
}

const INDEX = 'day-book'

function daysKey(series: string): string {
  return `day-book days ${series}`
}

function dayKey(series: string, day: string): string {
  return `day-book ${day} ${series}`
}

function readDay(facts: ReadFacts, series: string, day: string): Day | null {
  const text = facts.fact(dayKey(series, day))
  if (text === null) return null
  const { entries, cut }: Day = JSON.parse(text)
  return { entries, cut }
}

function addTo(facts: WriteFacts, key: string, name: string): void {
  const list = listIn(facts, key)
  if (!list.includes(name)) facts.setFact(key, JSON.stringify([...list, name]))
}

function listIn(facts: ReadFacts, key: string): string[] {
  const list: unknown = JSON.parse(facts.fact(key) ?? '[]')
  return Array.isArray(list) ? list.filter(name => typeof name === 'string') : []
}
