/**
 * Events of the Open Cybersecurity Schema Framework, one JSON object a line, category 3 (identity and access): people
 * are User Management (3007), teams Group Management (3006), everything else Entity Management (3004). The first line
 * is a base event that says how complete the report is. A reading of somebody's access is an entity that was read.
 */

import { canonicalJson } from '../../model/digest.ts'
import { declarationOf } from '../../resources/index.ts'
import type { Seal } from '../ledger/seal.ts'
import type { Cells, Report } from '../report.ts'

const OCSF_VERSION = '1.9.0'
const OTHER = 99

const severities: Readonly<Record<string, OcsfSeverity>> = {
  info: [1, 'Informational'],
  low: [2, 'Low'],
  medium: [3, 'Medium'],
  high: [4, 'High'],
  critical: [5, 'Critical'],
  unknown: [0, 'Unknown'],
}

const classes = {
  user: { uid: 3007, name: 'User Management' },
  group: { uid: 3006, name: 'Group Management' },
  entity: { uid: 3004, name: 'Entity Management' },
} as const

export function* renderOcsf(report: Report, seal: Seal): Generator<string> {
  const { about, main, kind } = report
  const metadata = {
    version: OCSF_VERSION,
    product: { name: 'docvault', vendor_name: 'docvault', version: about.generator.version },
    tenant_uid: about.organization.id,
    correlation_uid: seal.sha256,
  }
  yield `${canonicalJson({
    class_uid: 0,
    class_name: 'Base Event',
    category_uid: 0,
    activity_id: OTHER,
    type_uid: OTHER,
    severity_id: about.partial ? 3 : 1,
    time: Date.parse(about.created),
    message: about.statement,
    metadata,
    unmapped: { report: kind, severities: report.severities },
  })}\n`
  for (const cells of main.cells()) {
    const event = kind === 'changes' ? changeEvent(cells) : accessEvent(cells, about.created)
    yield `${canonicalJson({ ...event, metadata: { ...metadata, uid: String(cells.id ?? `${cells.person_id} ${cells.place_id}`) } })}\n`
  }
}

function changeEvent(cells: Cells): object {
  const of = classOf(String(cells.kind))
  const activity = activityOf(of, String(cells.action), cells)
  const time = Date.parse(String(cells.occurred || cells.detected_before))
  return {
    ...base(of, { activity, severity: severityOf(cells), time }),
    start_time: Date.parse(String(cells.detected_after)),
    end_time: Date.parse(String(cells.detected_before)),
    message: `${cells.action}: ${cells.title}`,
    ...(cells.actor === 'unknown' ? {} : { actor: { user: { name: cells.actor } } }),
    ...target(of, cells),
    unmapped: cells,
  }
}

function accessEvent(cells: Cells, created: string): object {
  return {
    ...base('entity', { activity: 2, severity: [1, 'Informational'], time: Date.parse(created) }),
    message: `${cells.person} has ${cells.role} on ${cells.place}`,
    entity: { name: cells.place, uid: cells.place_id, type: 'place' },
    unmapped: cells,
  }
}

type OcsfSeverity = readonly [id: number, caption: string]

function severityOf(cells: Cells): OcsfSeverity {
  return severities[String(cells.severity)] ?? [0, 'Unknown']
}

interface Occurrence {
  activity: number
  severity: OcsfSeverity
  /** Milliseconds since the epoch. */
  time: number
}

function base(of: keyof typeof classes, { activity, severity: [severity_id, severity], time }: Occurrence) {
  const { uid, name } = classes[of]
  return {
    category_uid: 3,
    category_name: 'Identity & Access Management',
    class_uid: uid,
    class_name: name,
    activity_id: activity,
    type_uid: uid * 100 + activity,
    severity_id,
    severity,
    time,
  }
}

function classOf(kind: string): keyof typeof classes {
  const access = declarationOf(kind)?.access
  if (access === undefined || access.as === 'effective') return 'entity'
  return access.of === 'team' || access.as === 'membership' ? 'group' : 'user'
}

function activityOf(of: keyof typeof classes, action: string, cells: Cells): number {
  if (action === 'unknown') return 0
  const arrived =
    /joined|created|granted|installed$|connected$|uploaded/.test(action) && !/^un|^dis/.test(action)
  const left = /left|deleted|removed|revoked|uninstalled|disconnected/.test(action)
  if (of === 'entity') return left ? 4 : arrived ? 1 : 3
  const as = declarationOf(String(cells.kind))?.access?.as
  if (of === 'group') {
    if (as === 'membership') return left ? 4 : arrived ? 3 : OTHER
    if (as === 'identity') return left ? 5 : arrived ? 6 : OTHER
    return left ? 2 : 1
  }
  if (as === 'grant') return left ? 17 : 16
  if (/status changed/.test(action)) return /disabled: true/.test(String(cells.after)) ? 5 : 4
  return left ? 3 : arrived ? 1 : 2
}

function target(of: keyof typeof classes, cells: Cells): object {
  const user = { name: cells.subject, uid: cells.subject_id || cells.resource_id, email_addr: cells.email }
  const resource = { name: cells.path || cells.title, uid: cells.resource_id, type: cells.kind }
  if (of === 'user') return { user, resources: [resource] }
  if (of === 'entity')
    return {
      entity: { name: cells.title, uid: cells.resource_id, type: cells.kind, data: cells.before },
      entity_result: { name: cells.title, uid: cells.resource_id, type: cells.kind, data: cells.after },
    }
  if (cells.kind === 'team-member') return { group: { name: cells.path }, user }
  return {
    group: { name: cells.subject, uid: cells.subject_id },
    privileges: [String(cells.after)],
    resource,
  }
}
