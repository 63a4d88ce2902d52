/**
 * Takes one snapshot of one organization.
 *
 * Guarantees: nothing is recorded as removed that was not seen to be gone; what could not be read is a gap and its
 * old versions stay; a run that ends early (crash, signal, full disk) leaves a running snapshot that the next one
 * resumes without fetching a stored body again. Refuses to begin when the organization itself cannot be read.
 */
import { Interrupted } from '../model/errors.ts'
import type { SnapshotSummary } from '../model/snapshot.ts'
import type { Platform } from '../platform/client.ts'
import type { Meter } from '../platform/meter.ts'
import type { Organization } from '../platform/operations/organizations.ts'
import type { Resource } from '../resources/resource.ts'
import type { WritableVault } from '../vault/vault.ts'
import type { BackupRun, BackupSettings, Report } from './run.ts'
import { walkRoot } from './walk.ts'

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
  try {
    await walkRoot(run)
    return await writer.seal({
      requests: platform.meter.requests - before.requests,
      bytes: platform.meter.bytes - before.bytes,
      notOffered: [...run.notOffered.values()],
    })
  } catch (error) {
    await writer.abandon().catch(() => {})
    throw run.signal?.aborted ? new Interrupted({ cause: error }) : error
  }
}
