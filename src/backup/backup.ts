/**
 * Takes one snapshot of one organization.
 *
 * Guarantees: nothing is recorded as removed that was not seen to be gone; what could not be read is a gap and its
 * old versions stay; a run that ends early (crash, signal, full disk) leaves a running snapshot that the next one
 * resumes without fetching a stored body again. Refuses to begin when the organization itself cannot be read.
 */
import pMap from 'p-map'
import { Interrupted } from '../model/errors.ts'
import type { NotOffered, SnapshotSummary, TokenOwner } from '../model/snapshot.ts'
import type { Platform } from '../platform/client.ts'
import { type Meter, operationsSince } from '../platform/meter.ts'
import type { Organization } from '../platform/operations/organizations.ts'
import type { Resource } from '../resources/resource.ts'
import type { SealReport, WritableVault } from '../vault/vault.ts'
import { makeBudget } from './budget.ts'
import { lostCoverage } from './coverage.ts'
import type { Report } from './events.ts'
import { type Cause, recordGap } from './gap.ts'
import { groupsUnder } from './group.ts'
import { movedSpaces } from './moved-spaces.ts'
import type { ParentNode } from './parent-node.ts'
import type { BackupRun } from './run.ts'
import type { BackupSettings } from './settings.ts'
import { settleReferences } from './settle-references.ts'
import { tokenOwner } from './token-owner.ts'
import {
  type Reasons,
  reasonsBelow,
  walkAfterSpaces,
  walkFollowers,
  walkOverlooked,
  walkSpace,
  walkStandIns,
  walkToSpaces,
} from './walk.ts'
import { weakKinds } from './weak.ts'

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

/** A backup in steps, so that a queue can spread its spaces; `backUp` takes the same steps one after another. */
export interface OpenBackup {
  readonly snapshot: number
  /** What has to be read before the spaces. Answers the ids of those that have something to read. */
  readOrganization(): Promise<string[]>
  /** May be repeated: the last reading counts. Answers what could not be read, already recorded as gaps. */
  readSpace(id: string): Promise<Cause[]>
  /** Gaps for a space whose reading came to nothing. */
  giveUpSpace(id: string, cause: Cause): void
  seal(): Promise<SnapshotSummary>
  /** Null, and no snapshot: everything is as the one before has it. */
  sealIfChanged(): Promise<SnapshotSummary | null>
  /** Leaves the snapshot running, to be resumed. Harmless after the end. */
  abandon(): Promise<void>
}

export async function backUp(request: BackupRequest): Promise<SnapshotSummary> {
  const open = openBackup(request)
  try {
    const spaces = await open.readOrganization()
    await pMap(spaces, id => open.readSpace(id), { concurrency: request.settings.spacesAtOnce })
    return await open.seal()
  } catch (error) {
    await open.abandon().catch(() => {})
    throw request.platform.signal?.aborted ? new Interrupted({ cause: error }) : error
  }
}

/** Ends with `seal`, `sealIfChanged` or `abandon`. */
export function openBackup(request: BackupRequest): OpenBackup {
  const { platform } = request
  const before = { ...(request.since ?? platform.meter) }
  const run = beginRun(request)
  const { writer } = run
  const spaces = new Map<string, SpaceToRead>()
  const spaceOf = (id: string): SpaceToRead => {
    const found = spaces.get(id)
    if (found) return found
    throw new Error(`space ${id} is not among those to be read`)
  }
  const release = async () => {
    run.budget.close()
    if (run.platform !== platform) await run.platform.close()
  }
  run.report({
    type: 'begin',
    snapshot: writer.id,
    organization: run.organization.id,
    title: run.organization.title,
    resumed: writer.resumed,
  })
  return {
    snapshot: writer.id,
    async readOrganization() {
      for (const space of await walkToSpaces(run)) {
        const reasons = await reasonsBelow(run, space)
        if (reasons.size > 0) spaces.set(space.id, { space, reasons })
      }
      return [...spaces.keys()]
    },
    readSpace: id => readSpace(run, spaceOf(id)),
    giveUpSpace(id, cause) {
      const { space } = spaceOf(id)
      for (const group of groupsUnder(run.resources, space.kind)) recordGap(run, group, space, cause)
    },
    async seal() {
      const summary = await writer.seal(await conclude(run, before))
      await release()
      return noteAudit(run, summary)
    },
    async sealIfChanged() {
      const summary = await writer.sealIfChanged(await conclude(run, before))
      await release()
      return summary && noteAudit(run, summary)
    },
    async abandon() {
      await writer.abandon()
      await release()
    },
  }
}

interface SpaceToRead {
  space: ParentNode
  /** Null once they are used: another reading finds its own. */
  reasons: Reasons | null
}

/** What builds on all the spaces; then what the seal has to say beside what is stored. */
async function conclude(run: BackupRun, before: Meter): Promise<SealReport> {
  const { meter } = run.platform
  await walkAfterSpaces(run)
  await walkOverlooked(run)
  await walkFollowers(run)
  await walkStandIns(run)
  await settleReferences(run)
  const moved = await movedSpaces(run)
  const owner = await run.owner()
  warnOfLostCoverage(run)
  await run.writer.flush()
  return {
    weak: weakKinds(run),
    requests: meter.requests - before.requests,
    bytes: meter.bytes - before.bytes,
    operations: operationsSince(before, meter),
    notOffered: [...carriedLacks(run), ...run.notOffered.values()],
    moved,
    owner,
  }
}

function noteAudit({ audit, vault, organization }: BackupRun, summary: SnapshotSummary): SnapshotSummary {
  if (audit && summary.state === 'complete') vault.setFact(auditFact(organization), summary.started)
  return summary
}

async function readSpace(run: BackupRun, one: SpaceToRead): Promise<Cause[]> {
  const { space, reasons } = one
  const causes: Cause[] = []
  if (reasons === null) run.writer.forgetGaps(space.key)
  one.reasons = null
  const report: Report = event => {
    if (event.type === 'gap') causes.push({ class: event.class, message: event.message })
    run.report(event)
  }
  await walkSpace({ ...run, report }, space, reasons)
  return causes
}

function beginRun(request: BackupRequest): BackupRun {
  const { platform, vault, organization, settings } = request
  const now = request.now ?? Date.now
  const writer = vault.begin(organization, request.trigger)
  const budget = makeBudget(settings, now)
  const baseSummary =
    vault.snapshots({ organization: organization.id }).find(one => one.snapshot === writer.base) ?? null
  let owner: Promise<TokenOwner | undefined> | null = null
  const run: BackupRun = {
    ...request,
    platform: settings.maxDurationMs > 0 ? platform.until(budget.signal) : platform,
    writer,
    notes: new Map(),
    shared: {},
    collected: new Map(),
    placed: new Map(),
    searched: new Set(),
    changed: new Map(),
    read: new Set(),
    believed: new Set(),
    root: null,
    baseSummary,
    baseGaps: null,
    owner: () => {
      owner ??= tokenOwner(run)
      return owner
    },
    audit: settings.exact && isAuditDue(request, now()),
    budget,
    report: request.report ?? (() => {}),
    now,
    signal: platform.signal,
    notOffered: new Map(),
    fetching: new Map(),
  }
  return run
}

/** Parts that the base lacks, and that nobody asked for again because their scopes did not change. */
function carriedLacks({ baseSummary, platform, notOffered }: BackupRun): NotOffered[] {
  return (baseSummary?.not_offered ?? []).filter(
    ({ kind, part, operation }) =>
      part !== undefined &&
      !notOffered.has(`${kind} ${part}`) &&
      !platform.capabilities.wasOffered(operation),
  )
}

function warnOfLostCoverage(run: BackupRun): void {
  const lost = lostCoverage(run.baseSummary, [...run.notOffered.values()])
  for (const { kind, part, operation, reason } of lost) {
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
