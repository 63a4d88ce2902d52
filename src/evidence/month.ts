/** A month of one organization in a few lines, for who reads no more than that: each says what is not known. */
import { NOTICE_SEVERITIES, type NoticeSeverity } from '../model/notice.ts'
import { plural } from '../model/plural.ts'
import type { EvidenceDocument } from './document.ts'
import { isIn } from './period.ts'
import { pointsOf, snapshotWords } from './sections/recovery-points.ts'
import { type EvidenceSources, isWanted, objectivesOf } from './sources.ts'
import { durationWords } from './words.ts'

/** Between the last backup before the month (or its first one) and its last one. */
export interface MonthChanges {
  from: number
  to: number
  /** Of everything, as each snapshot counted it against the one before. */
  added: number
  modified: number
  removed: number
  /** Of rows of the report of changes, which are of who may do what. */
  severities: Readonly<Partial<Record<NoticeSeverity, number>>>
  /** Something could not be read. */
  partial: boolean
}

export interface Month {
  organization: { id: string; title: string }
  sources: EvidenceSources
  /** Null: there are no two backups to compare. */
  changes: MonthChanges | null
  document: EvidenceDocument
}

export function monthLines({ organization, sources, changes, document }: Month): string[] {
  const points = pointsOf(sources, organization, objectivesOf(sources).rpo_ms)
  const { ages } = points
  return [
    `Snapshots begun in the month: ${snapshotWords(points)}.`,
    ages === null
      ? 'Age of the newest complete snapshot: not known, there was none.'
      : `Age of the newest complete snapshot: ${durationWords(ages.age_at_end_ms)} at the end, ${durationWords(ages.largest_age_ms)} at most${targetWords(ages.target)}.`,
    `Changes: ${countedWords(changes, sources)}.`,
    `Changes of access and settings: ${changeWords(changes)}.`,
    `Drills: ${drillWords(sources)}.`,
    `Evidence: ${document.about.statement}`,
  ]
}

function targetWords(target: { target_ms: number; within_percent: number } | null): string {
  if (target === null) return '; no target is set'
  return `; ${target.within_percent} % of the known time within ${durationWords(target.target_ms)}`
}

const NOT_KNOWN = 'not known, there are no two backups to compare'

function countedWords(changes: MonthChanges | null, { snapshots }: EvidenceSources): string {
  if (changes === null) return NOT_KNOWN
  const { from, to, added, modified, removed } = changes
  const gone = snapshots.filter(({ snapshot, pruned }) => pruned !== null && snapshot > from && snapshot < to)
  const counted = `${added} added, ${modified} modified, ${removed} removed, of everything, night by night`
  return gone.length === 0
    ? counted
    : `${counted}; not counted are those of ${plural(gone.length, 'snapshot', 'snapshots')} that were pruned since`
}

function changeWords(changes: MonthChanges | null): string {
  if (changes === null) return NOT_KNOWN
  const { severities, from, to, partial } = changes
  const counts = NOTICE_SEVERITIES.flatMap(severity => {
    const count = severities[severity] ?? 0
    return count === 0 ? [] : [`${count} ${severity}`]
  })
  const all = NOTICE_SEVERITIES.reduce((sum, severity) => sum + (severities[severity] ?? 0), 0)
  const which = counts.length === 0 ? '' : ` (${counts.join(', ')})`
  const between = `${all}${which} between snapshots ${from} and ${to}`
  return partial ? `${between}; something could not be read, there may be more` : between
}

function drillWords(sources: EvidenceSources): string {
  const own = sources.drills.drills.filter(
    ({ started, organization }) => isIn(sources.period, started) && isWanted(sources, organization),
  )
  if (own.length === 0) return 'none is recorded'
  const passed = own.filter(drill => drill.passed && drill.valid).length
  const failed = own.length - passed
  return `${passed} passed, ${failed} failed or not signed as they should be`
}
