/** What the daemon's ledger of operators has, and from when on it has everything. */
import { type OperatorEntry, operatorSpan, readOperatorEntries } from '../../server/people/operators.ts'
import type { EvidencePeriod } from '../period.ts'

export interface KnownOperators {
  entries: OperatorEntry[]
  /** When the first entry that is left was made; null: none is left. ISO 8601, UTC. */
  recordedFrom: string | null
  /** Older entries were there, and were tidied away after their time. */
  tidied: boolean
  /** Entries that are not there between the first and the last that are. */
  gone: number
}

/** `folder`: of the daemon. Null: it has no such ledger. */
export function readOperators(folder: string, { from, to }: EvidencePeriod): KnownOperators | null {
  const span = operatorSpan(folder)
  if (span === null) return null
  const { first, last, count, firstAt, highest } = span
  const entries = [...readOperatorEntries(folder, { from, to: to - 1 })]
  if (first === null || last === null || firstAt === null)
    return { entries, recordedFrom: null, tidied: highest > 0, gone: 0 }
  return {
    entries,
    recordedFrom: new Date(firstAt).toISOString(),
    tidied: first > 1,
    gone: highest - first + 1 - count,
  }
}
