/** What the checks of the daemon read and found, kept without end. */
import { z } from 'zod'
import type { EvidencePeriod } from '../period.ts'
import { type DayEntries, daysOf, enterInDay, type ReadFacts, readDays, type WriteFacts } from './day-book.ts'

const checkSchema = z.object({
  /** ISO 8601, UTC. */
  at: z.string(),
  /** What was read. */
  extent: z.string(),
  damaged: z.number(),
  /** Contents that are known to be lost. */
  lost: z.number(),
  /** When what was read longest ago was read. ISO 8601, UTC; null: this check cannot say. */
  oldest_read: z.string().nullable(),
  /** Blocks that no check has read yet; null: this check cannot say. */
  never_read: z.number().nullable(),
})
export type CheckRecord = z.infer<typeof checkSchema>

const SERIES = 'check'

export function recordCheck(facts: WriteFacts, entry: CheckRecord): void {
  enterInDay(facts, SERIES, Date.parse(entry.at), { entry })
}

export interface KnownChecks extends Pick<DayEntries, 'cut' | 'lostDays'> {
  /** When the first check was recorded; null: none was by the end of the period. ISO 8601, UTC. */
  recordedFrom: string | null
  checks: CheckRecord[]
}

export function readChecks(facts: ReadFacts, period: EvidencePeriod): KnownChecks {
  const first = Date.parse(daysOf(facts, SERIES)[0] ?? '')
  const { entries, cut, lostDays } = readDays(facts, SERIES, period)
  const firsts = Number.isNaN(first)
    ? []
    : parse(readDays(facts, SERIES, { from: first, to: first + 1 }).entries)
  const checks = parse(entries).filter(
    ({ at }) => Date.parse(at) >= period.from && Date.parse(at) < period.to,
  )
  const recordedFrom = firsts[0]?.at ?? null
  const isLater = recordedFrom !== null && Date.parse(recordedFrom) >= period.to
  return { recordedFrom: isLater ? null : recordedFrom, checks, cut, lostDays }
}

function parse(entries: readonly unknown[]): CheckRecord[] {
  return entries.flatMap(entry => {
    const parsed = checkSchema.safeParse(entry)
    return parsed.success ? [parsed.data] : []
  })
}
