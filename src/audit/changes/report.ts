/** The report of changes: every row in the order of severity, and what the last state shows. */
import type { SnapshotSummary } from '../../model/snapshot.ts'
import { aboutOf, allMissing, type Origin } from '../about.ts'
import { findingsOf } from '../findings.ts'
import type { Cells, Column, Report, Table } from '../report.ts'
import type { ChangeRow } from '../row.ts'
import { SEVERITIES, type Severity } from '../severity.ts'
import { domainsOf, makeSnapshotFacts } from '../snapshot-facts.ts'
import { openSpool, type Spool } from '../spool.ts'
import { type ChangeSources, collectChanges } from './collect.ts'

const COLUMNS: readonly Column[] = [
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
  { name: 'resource_id', title: 'resource id' },
  { name: 'subject_id', title: 'subject id' },
  { name: 'domain', title: 'domain' },
  { name: 'id', title: 'id' },
]

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
  const spool = openSpool<ChangeRow>()
  try {
    const counts: Record<string, number> = {}
    for (const row of collectChanges(request, snapshots)) {
      spool.add(row.severity, row)
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
      severities: severitiesOf(spool),
      missing: allMissing(snapshots),
      findings: findingsOf(request, facts),
      main: tableOf(spool),
      sections: [],
      close: spool.close,
    }
  } catch (error) {
    spool.close()
    throw error
  }
}

function severitiesOf(spool: Spool<ChangeRow>): Record<Severity, number> {
  const { critical, high, medium, low, info, unknown } = Object.fromEntries(
    SEVERITIES.map(severity => [severity, spool.count(severity)]),
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

function tableOf(spool: Spool<ChangeRow>): Table {
  const rows = function* (): Generator<ChangeRow> {
    for (const severity of SEVERITIES) yield* spool.rows(severity)
  }
  return {
    id: 'changes',
    title: 'Changes',
    note: 'One row a change, the most severe first. What could not be read is unknown.',
    columns: COLUMNS,
    count: SEVERITIES.reduce((sum, severity) => sum + spool.count(severity), 0),
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
    resource_id: resource.id,
    subject_id: subject?.id ?? '',
    domain: subject?.domain ?? '',
    id: row.id,
  }
}
