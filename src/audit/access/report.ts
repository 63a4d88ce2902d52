/**
 * The report of access: everybody, with the role that they have in effect and what gives it, at one snapshot; then what
 * an access review asks about. The last columns are empty: the reviewer fills them in.
 */
import type { SnapshotSummary } from '../../model/snapshot.ts'
import type { Vault } from '../../vault/vault.ts'
import { aboutOf, allMissing, type Origin } from '../about.ts'
import { viaInWords } from '../changes/effect.ts'
import { findingsOf } from '../findings.ts'
import { lastSeenOf } from '../last-seen.ts'
import { memberAt } from '../members.ts'
import type { Cells, Report, ReportColumn } from '../report.ts'
import type { Finding } from '../row.ts'
import type { Severity } from '../severity.ts'
import { domainsOf, makeSnapshotFacts, type SnapshotFacts } from '../snapshot-facts.ts'
import { openSpool, type Spool } from '../spool.ts'
import { effectiveAccess } from './effective.ts'
import { type LoadedAccess, loadAccess } from './load.ts'
import type { Resolution, Via } from './resolve.ts'
import { sectionsOf } from './sections.ts'

export interface AccessRequest {
  vault: Vault
  snapshot: SnapshotSummary
  origin: Origin
  domains: readonly string[]
  resolution: Resolution
  dormantAfterMs: number
  leavers: readonly string[]
}

export const PERSON_COLUMNS: readonly ReportColumn[] = [
  { name: 'person', title: 'person' },
  { name: 'email', title: 'e-mail' },
  { name: 'domain', title: 'domain' },
  { name: 'place', title: 'on' },
  { name: 'role', title: 'effective role' },
  { name: 'via', title: 'via' },
  { name: 'source', title: 'source' },
  { name: 'status', title: 'status' },
  { name: 'last_seen', title: 'last seen' },
  { name: 'person_id', title: 'person id' },
  { name: 'place_id', title: 'place id' },
]
const REVIEW: readonly ReportColumn[] = ['decision', 'justification', 'reviewer', 'date', 'ticket'].map(
  name => ({
    name,
    title: name,
  }),
)

export function makeAccessReport(request: AccessRequest): Report {
  const { vault, snapshot, origin, resolution } = request
  const facts = makeSnapshotFacts(vault, snapshot, request.domains)
  const access = loadAccess(vault, facts)
  const spool = openSpool<Cells>()
  try {
    const counts = collectPeople(request, facts, access, spool)
    const sections = sectionsOf({ vault, facts, access, dormantAfterMs: request.dormantAfterMs }, spool)
    const findings = findingsOf(request, facts)
    return {
      kind: 'access',
      about: aboutOf({
        title: `${snapshot.organizationTitle}: who has access`,
        origin,
        snapshots: [snapshot],
        domains: [...request.domains, ...domainsOf(facts.organization())],
        resolution,
      }),
      counts,
      severities: severitiesOf(findings),
      headline: [],
      missing: allMissing([snapshot]),
      findings,
      main: {
        id: 'people',
        title: 'Everybody',
        note: 'One row a person for the organization, and one for each space where something else than that decides.',
        columns: [...PERSON_COLUMNS, ...REVIEW],
        count: spool.count('people'),
        cells: () => spool.rows('people'),
        rows: () => spool.rows('people'),
      },
      sections,
      close: spool.close,
    }
  } catch (error) {
    spool.close()
    throw error
  }
}

function severitiesOf(findings: readonly Finding[]): Record<Severity, number> {
  const of = (wanted: Severity) => findings.filter(({ severity }) => severity === wanted).length
  return {
    critical: of('critical'),
    high: of('high'),
    medium: of('medium'),
    low: of('low'),
    info: of('info'),
    unknown: of('unknown'),
  }
}

function collectPeople(
  request: AccessRequest,
  facts: SnapshotFacts,
  access: LoadedAccess,
  spool: Spool<Cells>,
): Record<string, number> {
  const counts: Record<string, number> = {
    members: 0,
    guests: 0,
    administrators: 0,
    disabled: 0,
    'no members': 0,
  }
  const add = (name: string) => {
    counts[name] = (counts[name] ?? 0) + 1
  }
  for (const id of access.people) {
    const person = access.person(id)
    if (person === null) add('no members')
    else add(person.role === null ? 'guests' : 'members')
    if (person?.role === 'admin' && !person.disabled) add('administrators')
    if (person?.disabled) add('disabled')
    for (const cells of rowsOfPerson(request, facts, access, id)) spool.add('people', cells)
  }
  for (const kind of COUNTED) counts[`${kind}s`] = facts.snapshot.resources[kind] ?? 0
  return counts
}

const COUNTED = ['team', 'space', 'collection', 'site', 'share-link', 'link-invite', 'installation'] as const

function* rowsOfPerson(
  { vault, snapshot, resolution, dormantAfterMs }: AccessRequest,
  facts: SnapshotFacts,
  access: LoadedAccess,
  id: string,
): Generator<Cells> {
  const known = access.person(id)
  const { name, email, domain } = facts.person(id)
  const member = memberAt(vault, snapshot.snapshot, id)
  const common = {
    person: name ?? id,
    email: email ?? '',
    domain: domain ?? '',
    person_id: id,
    status: known === null ? 'no member' : known.disabled ? 'disabled' : 'enabled',
    last_seen: member ? seenWords(lastSeenOf(vault, snapshot, member, dormantAfterMs)) : '',
    decision: '',
    justification: '',
    reviewer: '',
    date: '',
    ticket: '',
  }
  const own = access.spaces.flatMap(place => {
    const found = effectiveAccess(access, id, place, resolution)
    return found ? [{ place, found }] : []
  })
  const elsewhere = own.filter(({ found }) => found.via === null || found.via.place !== null)
  const inherited = own.length - elsewhere.length
  yield {
    ...common,
    place: `organization${inherited > 0 ? `, and ${inherited} of ${access.spaces.length} spaces by it` : ''}`,
    place_id: snapshot.organization,
    role: known === null ? 'none' : (known.role ?? 'guest'),
    via:
      known?.role === 'admin' ? 'administrator of the organization' : known ? 'role in the organization' : '',
    source: 'platform',
  }
  for (const { place, found } of elsewhere) {
    yield {
      ...common,
      place: `${place.kind} ${facts.title(place.kind, place.id) ?? place.id}`,
      place_id: place.id,
      role: found.role,
      via: viaOf(facts, found.via),
      source: found.source,
    }
  }
}

export function viaOf(facts: SnapshotFacts, via: Via | null): string {
  return via === null ? 'not explained by what was read' : viaInWords(facts, via)
}

function seenWords({ at, words }: ReturnType<typeof lastSeenOf>): string {
  return at === '' ? words : `${at.slice(0, 10)} (${words})`
}
