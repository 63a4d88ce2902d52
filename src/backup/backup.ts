/**
 * Takes one snapshot of one organization.
 *
 * Guarantees: nothing is recorded as removed that was not seen to be gone; what could not be read is a gap and its
 * old versions stay; a run that ends early (crash, signal, full disk) leaves a running snapshot that the next one
 * resumes without fetching a stored body again. Refuses to begin when the organization itself cannot be read.
 */
import pMap from 'p-map'
import { Interrupted } from '../model/errors.ts'
import type { SnapshotSummary } from '../model/snapshot.ts'
import type { Platform } from '../platform/client.ts'
import type { Meter } from '../platform/meter.ts'
import type { Organization } from '../platform/operations/organizations.ts'
import type { Resource } from '../resources/resource.ts'
import type { WritableVault } from '../vault/vault.ts'
import { type Cause, recordGap } from './gap.ts'
import { groupsUnder } from './group.ts'
import type { BackupRun, BackupSettings, Placed, Report } from './run.ts'
import { hasToBeWalked, walkOrganization, walkSpace } from './walk.ts'

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
  const spaces = new Map<string, Placed>()
  const spaceOf = (id: string): Placed => {
    const found = spaces.get(id)
    if (found) return found
    throw new Error(`space ${id} is not among those to be read`)
  }
  const costs = () => ({
    requests: platform.meter.requests - before.requests,
    bytes: platform.meter.bytes - before.bytes,
    notOffered: [...run.notOffered.values()],
  })
  return {
    snapshot: writer.id,
    async readOrganization() {
      const listed = await walkOrganization(run)
      for (const one of listed) if (hasToBeWalked(run, one)) spaces.set(String(one.item.id), one)
      return [...spaces.keys()]
    },
    readSpace: id => readSpace(run, spaceOf(id)),
    giveUpSpace(id, cause) {
      const space = spaceOf(id)
      for (const group of groupsUnder(run.resources, space.kind)) recordGap(run, group, space, cause)
    },
    seal: () => writer.seal(costs()),
    sealIfChanged: () => writer.sealIfChanged(costs()),
    abandon: () => writer.abandon(),
  }
}

function beginRun(request: BackupRequest): BackupRun {
  const { platform, vault, organization } = request
  const writer = vault.begin(organization, request.trigger)
  const run: BackupRun = {
    ...request,
    writer,
    notes: new Map(),
    report: request.report ?? (() => {}),
    now: request.now ?? Date.now,
    signal: platform.signal,
    notOffered: new Map(),
  }
  run.report({
    type: 'begin',
    snapshot: writer.id,
    organization: organization.id,
    title: organization.title,
    resumed: writer.resumed,
  })
  return run
}

async function readSpace(run: BackupRun, space: Placed): Promise<Cause[]> {
  const causes: Cause[] = []
  run.writer.forgetGaps(space.key)
  const report: Report = event => {
    if (event.type === 'gap') causes.push({ class: event.class, message: event.message })
    run.report(event)
  }
  await walkSpace({ ...run, report }, space)
  return causes
}
