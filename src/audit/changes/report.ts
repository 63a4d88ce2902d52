/** The report of changes: every row in the order of severity, and what the last state shows. */
import { compare } from '../../diff/compare.ts'
import { Headline, type HeadlinePlace } from '../../diff/headline.ts'
import { Owners } from '../../diff/owners.ts'
import type { SnapshotSummary } from '../../model/snapshot.ts'
import { aboutOf, allMissing, type Origin } from '../about.ts'
import { findingsOf } from '../findings.ts'
import type { Cells, Report, ReportColumn, ReportTable } from '../report.ts'
import type { ChangeRow } from '../row.ts'
import { SEVERITIES, type Severity } from '../severity.ts'
import { domainsOf, makeSnapshotFacts } from '../snapshot-facts.ts'
import type { ChangeSources } from './change-row.ts'
import { collectChanges } from './collect.ts'
import { type GatheredRows, gatherRows } from './gather.ts'

const COLUMNS: readonly ReportColumn[] = [
  { name: 'severity', title: 'severity' },
  { name: 'action', title: 'action' },
  { name: 'kind', title: 'kind' },
  { name: 'title', title: 'resource' },
  { name: 'path', title: 'in' },
  { name: 'subject', title: 'subject' },
  { name: 'email', title: 'e-mail' },
  { name: 'before', title: 'before' },
  { name: 'after', title: 'after' },
  { name: 'effective_before', title: 'effective before' },
  { name: 'effective_after', title: 'effective after' },
  { name: 'via', title: 'via' },
  { name: 'detected_after', title: 'detected after' },
  { name: 'detected_before', title: 'detected before' },
  { name: 'occurred', title: 'occurred' },
  { name: 'actor', title: 'actor' },
  { name: 'source', title: 'source' },
  { name: 'rules', title: 'rules' },
  { name: 'controls', title: 'controls' },
  { name: 'snapshots', title: 'snapshots' },
  { name: 'cause', title: 'cause' },
  { name: 'derived_from', title: 'follows from' },
  { name: 'resource_id', title: 'resource id' },
  { name: 'subject_id', title: 'subject id' },
  { name: 'domain', title: 'domain' },
  { name: 'id', title: 'id' },
]

/** In the headline. */
const MOST_PLACES = 100

export interface ChangesRequest extends ChangeSources {
  /** Oldest first, two at least. */
  snapshots: readonly SnapshotSummary[]
  origin: Origin
  dormantAfterMs: number
  leavers: readonly string[]
}

/** Close it when it has been written. */
export function makeChangesReport(request: ChangesRequest): Report {
  const { snapshots, origin, vault, resolution } = request
  const gathered = gatherRows(collectChanges(request, snapshots))
  try {
    const counts: Record<string, number> = {}
    for (const row of gathered.rows()) {
      const name = `${row.action} ${row.resource.kind}`
      counts[name] = (counts[name] ?? 0) + 1
    }
    const last = snapshots.at(-1)
    if (last === undefined) throw new Error('a report of changes needs a snapshot')
    const facts = makeSnapshotFacts(vault, last, request.domains)
    const domains = [...request.domains, ...domainsOf(facts.organization())]
    return {
      kind: 'changes',
      about: aboutOf({ title: `${last.organizationTitle}: changes`, origin, snapshots, domains, resolution }),
      counts,
      severities: severitiesOf(gathered),
      headline: headlineOf(request),
      missing: allMissing(snapshots),
      findings: findingsOf(request, facts),
      main: tableOf(gathered),
      sections: [],
      close: gathered.close,
    }
  } catch (error) {
    gathered.close()
    throw error
  }
}

/** Of everything, pages and files too, which have no rows: what is gone is to be seen first. */
function headlineOf({ vault, resources, snapshots }: ChangesRequest): HeadlinePlace[] {
  const [a, b] = [snapshots[0], snapshots.at(-1)]
  if (!a || !b) return []
  const headline = new Headline()
  const owners = new Owners(vault, resources, { a, b, by: 'id' })
  for (const change of compare(vault, resources, { a, b }, { by: 'id' }))
    headline.add(change, owners.of(change))
  return headline.places().slice(0, MOST_PLACES)
}

function severitiesOf(gathered: GatheredRows): Record<Severity, number> {
  const { critical, high, medium, low, info, unknown } = Object.fromEntries(
    SEVERITIES.map(severity => [severity, gathered.count(severity)]),
  )
  const number = (count: number | undefined) => count ?? 0
  return {
    critical: number(critical),
    high: number(high),
    medium: number(medium),
    low: number(low),
    info: number(info),
    unknown: number(unknown),
  }
}

function tableOf({ rows, count }: GatheredRows): ReportTable {
  return {
    id: 'changes',
    title: 'Changes',
    note: 'One row a change, the most severe first; what follows from it stands below it. What could not be read is unknown.',
    columns: COLUMNS,
    count: SEVERITIES.reduce((sum, severity) => sum + count(severity), 0),
    rows,
    *cells() {
      for (const row of rows()) yield cellsOf(row)
    },
  }
}

function cellsOf(row: ChangeRow): Cells {
  const { subject, resource, detected } = row
  return {
    severity: row.severity,
    action: row.action,
    kind: resource.kind,
    title: resource.title,
    path: resource.path,
    subject: subject?.name ?? subject?.id ?? '',
    email: subject?.email ?? '',
    before: row.before,
    after: row.after,
    effective_before: row.effective_before,
    effective_after: row.effective_after,
    via: row.via,
    detected_after: detected.after,
    detected_before: detected.before,
    occurred: row.occurred ?? '',
    actor: row.actor,
    source: row.source,
    rules: row.rules.join(' '),
    controls: row.controls.join(' '),
    snapshots: row.snapshots.join('–'),
    cause: row.cause,
    derived_from: row.derived_from ?? '',
    resource_id: resource.id,
    subject_id: subject?.id ?? '',
    domain: subject?.domain ?? '',
    id: row.id,
  }
}
