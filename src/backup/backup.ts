/**
 * Takes one snapshot of one organization.
 *
 * Guarantees: nothing is recorded as removed that was not seen to be gone; what could not be read is a gap and its
 * old versions stay; a run that ends early (crash, signal, full disk) leaves a running snapshot that the next one
 * resumes without fetching a stored body again. Refuses to begin when the organization itself cannot be read.
 */
import { Interrupted } from '../model/errors.ts'
import type { NotOffered, SnapshotSummary } from '../model/snapshot.ts'
import type { Platform } from '../platform/client.ts'
import type { Meter } from '../platform/meter.ts'
import type { Organization } from '../platform/operations/organizations.ts'
import type { Resource } from '../resources/resource.ts'
import type { SnapshotWriter, WritableVault } from '../vault/vault.ts'
import { makeBudget } from './budget.ts'
import { lostCoverage } from './coverage.ts'
import { movedSpaces } from './moved-spaces.ts'
import type { BackupRun, BackupSettings, Report } from './run.ts'
import { settleReferences } from './settle-references.ts'
import { walkRoot, walkStandIns } from './walk.ts'

export interface BackupRequest {
  platform: Platform
  vault: WritableVault
  resources: readonly Resource[]
  settings: BackupSettings
  organization: Organization
  /** The platform's counters when the work for this organization began; by default, now. */
  since?: Meter
  /** What asked for it: `manual`, `schedule`, … */
  trigger: string
  report?: Report
  now?: () => number
}

export async function backUp(request: BackupRequest): Promise<SnapshotSummary> {
  const { platform, vault, organization } = request
  const before = { ...(request.since ?? platform.meter) }
  const run = beginRun(request)
  const { writer } = run
  run.report({
    type: 'begin',
    snapshot: writer.id,
    organization: organization.id,
    title: organization.title,
    resumed: writer.resumed,
  })
  try {
    await walkRoot(run)
    await walkStandIns(run)
    await settleReferences(run)
    const moved = await movedSpaces(run)
    warnOfLostCoverage(run)
    const summary = await writer.seal({
      requests: platform.meter.requests - before.requests,
      bytes: platform.meter.bytes - before.bytes,
      notOffered: [...carriedLacks(run), ...run.notOffered.values()],
      moved,
    })
    if (run.audit && summary.state === 'complete') vault.setFact(auditFact(organization), summary.started)
    return summary
  } catch (error) {
    await writer.abandon().catch(() => {})
    throw run.signal?.aborted ? new Interrupted({ cause: error }) : error
  }
}

function beginRun(request: BackupRequest): BackupRun {
  const { platform, vault, organization, settings } = request
  const now = request.now ?? Date.now
  const writer = vault.begin(organization, request.trigger)
  return {
    ...request,
    writer,
    notes: new Map(),
    shared: {},
    collected: new Map(),
    placed: new Map(),
    searched: new Set(),
    root: null,
    baseDangling: danglingInBase(request, writer),
    audit: settings.exact && isAuditDue(request, now()),
    budget: makeBudget(settings, now),
    report: request.report ?? (() => {}),
    now,
    signal: platform.signal,
    notOffered: new Map(),
    fetching: new Map(),
  }
}

/** Parts that the base lacks, and that nobody asked for again because their scopes did not change. */
function carriedLacks({ vault, organization, writer, platform, notOffered }: BackupRun): NotOffered[] {
  const base = vault.snapshots({ organization: organization.id }).find(one => one.snapshot === writer.base)
  return (base?.not_offered ?? []).filter(
    ({ kind, part, operation }) =>
      part !== undefined &&
      !notOffered.has(`${kind} ${part}`) &&
      !platform.capabilities.wasOffered(operation),
  )
}

function danglingInBase({ vault, organization }: BackupRequest, { base }: SnapshotWriter): Set<string> {
  const summary = vault.snapshots({ organization: organization.id }).find(one => one.snapshot === base)
  const known = summary?.proof?.dangling ?? []
  return new Set(known.map(({ kind, id, target }) => JSON.stringify([kind, id, target.kind, target.id])))
}

function warnOfLostCoverage(run: BackupRun): void {
  const { vault, writer, organization } = run
  const before = vault.snapshots({ organization: organization.id }).find(one => one.snapshot === writer.base)
  for (const { kind, part, operation, reason } of lostCoverage(before, [...run.notOffered.values()])) {
    const what = part === undefined ? kind : `${kind} (${part})`
    run.report({
      type: 'warning',
      message: `coverage shrinks: ${what} cannot be read any more, ${operation} is ${reason ?? 'not offered'}`,
    })
  }
}

function isAuditDue({ vault, organization, settings }: BackupRequest, now: number): boolean {
  const last = Date.parse(vault.fact(auditFact(organization)) ?? '')
  return Number.isNaN(last) || now - last >= settings.auditEveryMs
}

/** When an exact run last read even what counts as frozen. */
function auditFact(organization: Organization): string {
  return `audited ${organization.id}`
}
