/**
 * The document of evidence: the same for the same vault, settings and period, whenever it is made. When it was made, and that
 * nothing in it was changed since, its seal says.
 */
import type { ReportDigests } from '../audit/formats/canonical.ts'
import type { SealedReport } from '../audit/ledger/write.ts'
import { canonicalJson, digestOf } from '../model/digest.ts'
import { plural } from '../model/plural.ts'
import { isSealed } from '../model/snapshot.ts'
import { type Control, controls } from './controls.ts'
import { isIn } from './period.ts'
import type { Section } from './section.ts'
import { sections } from './sections/index.ts'
import type { EvidenceSources } from './sources.ts'

export interface EvidenceAbout {
  title: string
  /** How much of the period is known. */
  statement: string
  /** Whether anything is not known. */
  partial: boolean
  organizations: EvidenceSources['organizations']
  /** ISO 8601, UTC; the end not included. */
  period: { from: string; to: string }
  generator: { name: 'docvault'; version: string }
  /** The last entry of the ledger before the end of the period; null: there was none. */
  ledger_head: { number: number; hash: string } | null
  /** How many things each section cannot say. */
  unknown: Record<string, number>
}

export interface EvidenceDocument {
  about: EvidenceAbout
  controls: readonly Control[]
  sections: readonly Section[]
  /** For the ledger. */
  sealed: Omit<SealedReport, 'at'>
}

export function makeEvidence(sources: EvidenceSources, version: string): EvidenceDocument {
  const made = sections.map(make => make(sources))
  const period = {
    from: new Date(sources.period.from).toISOString(),
    to: new Date(sources.period.to).toISOString(),
  }
  const counts = Object.fromEntries(made.map(({ id, facts }) => [id, facts.unknown.length]))
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const partial = all > 0
  const about: EvidenceAbout = {
    title: `Evidence of backup and recovery: ${namesOf(sources)}`,
    statement: partial
      ? `PARTIAL: ${plural(all, 'thing is', 'things are')} not known for the period or a part of it; each section says which.`
      : 'Every section speaks for the whole period.',
    partial,
    organizations: sources.organizations,
    period,
    generator: { name: 'docvault', version },
    ledger_head: sources.acts.head,
    unknown: counts,
  }
  const inPeriod = sources.snapshots.filter(
    snapshot => isSealed(snapshot) && isIn(sources.period, snapshot.started),
  )
  return {
    about,
    controls,
    sections: made,
    sealed: {
      ...{ report: 'evidence', organization: sources.only ?? '', period, counts, partial },
      snapshots: inPeriod.map(({ snapshot, digest }) => ({ snapshot, digest })),
    },
  }
}

/** As it goes into JSON; each member is a part that is digested for itself. */
export function partsOf({ about, controls, sections }: EvidenceDocument): Record<string, unknown> {
  return {
    about,
    controls,
    report: 'evidence',
    ...Object.fromEntries(sections.map(({ id, facts }) => [id, facts])),
  }
}

export function digestEvidence(document: EvidenceDocument): ReportDigests {
  const parts = partsOf(document)
  return {
    sha256: digestOf(canonicalJson(parts)),
    parts: Object.fromEntries(
      Object.entries(parts).map(([name, part]) => [name, digestOf(canonicalJson(part))]),
    ),
    rows: [],
  }
}

function namesOf({ organizations }: EvidenceSources): string {
  return organizations.map(({ title }) => title).join(', ') || 'an empty vault'
}
