/**
 * The drill: reads a snapshot through, restores it into an organization that has nothing (an emulated platform in this
 * process, or a scratch organization of a real one), reads that back, compares, and measures. Writes nothing into the
 * vault but its record; the target's state lives in a temporary one.
 */

import { join } from 'node:path'
import { backUp } from '../backup/backup.ts'
import type { BackupSettings } from '../backup/settings.ts'
import { UsageError } from '../model/errors.ts'
import type { Kind } from '../model/resource.ts'
import { makeTemporaryFolder } from '../model/temporary-folder.ts'
import type { Platform } from '../platform/client.ts'
import { resources } from '../resources/index.ts'
import { KnownContents } from '../restore/known-contents.ts'
import type { BundlePublisher } from '../restore/publish/publisher.ts'
import { applyRestore, planRestore } from '../restore/restore.ts'
import type { RestoreEvent, Restoring } from '../restore/restoring.ts'
import { Scratches } from '../restore/scratch.ts'
import type { OrganizationState } from '../restore/state.ts'
import { NOT_COMPARED } from '../restore/verify/compare.ts'
import type { Difference, KindCount, ReferenceCounts } from '../restore/verify/verification.ts'
import { openVaultForWriting, type Vault } from '../vault/vault.ts'
import { type Damaged, type ReadThrough, readThrough } from './read-through.ts'

export interface DrillRequest {
  vault: Vault
  snapshot: number
  /** Ids. */
  spaces?: readonly string[]
  platform: Platform
  /** Name of the profile, or `live`. */
  target: string
  organization: string
  /** Into a live organization that has content. */
  force?: boolean
  backup: BackupSettings
  publisher: BundlePublisher
  /** Number among the drills of the vault. */
  drill: number
  /** What went wrong on purpose so far, in words; null when nothing is to. */
  faults: (() => Promise<string[]>) | null
  signal: AbortSignal | undefined
  report: (event: RestoreEvent) => void
  now?: () => number
}

export interface DrillReport {
  snapshot: number
  snapshotDigest: string | null
  organization: string
  /** Profile of the emulated platform, `live`, or `standalone import`. */
  target: string
  /** Number among the drills of the vault, from 1. */
  drill: number
  /** What went wrong on purpose, each as `createSpace 502`; null in a drill without. */
  faults: string[] | null
  started: string
  passed: boolean
  /** Reading through, restoring, reading back and comparing. */
  duration_ms: number
  /** Planning and applying: what recovery would take, against this target. */
  recovery_ms: number
  pages: number
  files: number
  bytes: number
  steps: number
  failures: { kind: Kind; label: string; reason: string }[]
  damaged: Damaged[]
  /** Where the vault was recovered from for it; null: the vault itself was drilled. */
  from: ReplicaOrigin | null
  /** How the replicas of the vault stood, as far as the vault knew. */
  replicas: ReplicaEvidence[]
  differences: Difference[]
  kinds: KindCount[]
  references: Omit<ReferenceCounts, 'differences'> | null
  /** Of a drill by standalone imports, one after another. */
  spaces?: SpaceOutcome[]
}

export interface ReplicaOrigin {
  target: string
  run: number
  /** When the run was written. ISO 8601, UTC. */
  created: string
  /** What a check of the recovered vault found. */
  damaged: number
}

export interface ReplicaEvidence {
  target: string
  /** The newest snapshot that was there; null: none. */
  snapshot: number | null
  /** When everything was last sent. ISO 8601, UTC. */
  sent: string | null
  pending_snapshots: number
}

export interface SpaceOutcome {
  id: string
  title: string
  state: 'passed' | 'failed' | 'left out'
  /** Why it was left out, or what else there is to say of it. */
  note: string | null
  /** That the import made. */
  revision: string | null
  /** Of the space itself, when its drill began and when it was over. */
  before: string | null
  after: string | null
}

export async function runDrill(request: DrillRequest): Promise<DrillReport> {
  const now = request.now ?? Date.now
  const { vault, snapshot, signal } = request
  const began = now()
  const known = new KnownContents()
  const read = await readThrough(vault, snapshot, { spaces: request.spaces, signal, known })
  const report = { ...beginReport(request, began, read), faults: request.faults === null ? null : [] }
  // What cannot be read cannot be restored; the names are what somebody needs.
  const restored = report.damaged.length > 0 ? report : await withRestore(report, { ...request, now }, known)
  const passed = restored.damaged.length + restored.failures.length + restored.differences.length === 0
  const faults = (await request.faults?.()) ?? null
  return { ...restored, faults, passed, duration_ms: now() - began }
}

/** Before anything was restored. */
export function beginReport(
  { vault, snapshot, target, drill }: Pick<DrillRequest, 'vault' | 'snapshot' | 'target' | 'drill'>,
  began: number,
  { odd, ...read }: ReadThrough,
): DrillReport {
  const summary = vault.snapshot(snapshot)
  return {
    snapshot,
    snapshotDigest: summary?.digest ?? null,
    organization: summary?.organization ?? '',
    target,
    drill,
    faults: null,
    started: new Date(began).toISOString(),
    passed: false,
    duration_ms: 0,
    recovery_ms: 0,
    ...read,
    from: null,
    replicas: [],
    steps: 0,
    failures: odd.map(({ kind, label, message }) => ({ kind, label, reason: message })),
    differences: [],
    kinds: [],
    references: null,
  }
}

type Timed = DrillRequest & { now: () => number }

async function withRestore(report: DrillReport, request: Timed, known: KnownContents): Promise<DrillReport> {
  const restored = await restoreAndCompare(request, known)
  return { ...report, ...restored, failures: [...report.failures, ...restored.failures] }
}

type Restored = Pick<
  DrillReport,
  'recovery_ms' | 'steps' | 'failures' | 'differences' | 'kinds' | 'references'
>

/** A few blocks. */
const TARGET_CACHE_BYTES = 4 * 1024 * 1024

async function restoreAndCompare(request: Timed, known: KnownContents): Promise<Restored> {
  const { now } = request
  const temporary = makeTemporaryFolder('drill')
  const folder = temporary.path
  // What is gone in a minute need not be small, and is read in the order in which it was stored.
  const options = { command: 'docvault drill', compressionLevel: 1, cacheBytes: TARGET_CACHE_BYTES }
  const vault = await openVaultForWriting(join(folder, 'vault'), options)
  const scratches = new Scratches()
  try {
    const restoring = { ...restoringOf(request, vault), known, scratches }
    const began = now()
    const planned = await planRestore(restoring)
    assertScratch(request, planned.parts.target)
    const result = await applyRestore(restoring, planned, request.publisher, null)
    const { differences: _differences, ...references } = result.verification.references
    return {
      recovery_ms: result.applied - began,
      steps: planned.plan.steps.length,
      failures: result.outcome.failures.map(({ kind, label, reason }) => ({ kind, label, reason })),
      differences: result.verification.differences,
      kinds: result.verification.kinds,
      references,
    }
  } finally {
    await scratches.close()
    await vault.close()
    temporary.remove()
  }
}

/** The platform computes the others, some from every page that there is, and nobody would look at them. */
const COMPARED = resources.filter(({ kind }) => !NOT_COMPARED.has(kind))

function restoringOf(request: Timed, vault: Restoring['vault']): Omit<Restoring, 'scratches'> {
  const { platform, organization, snapshot, spaces, backup, signal, report } = request
  return {
    platform,
    source: request.vault,
    vault,
    request: { snapshot, to: organization, onConflict: 'skip', ...(spaces ? { spaces } : {}) },
    writer: 'auto',
    requestsPerSecond: 100,
    signal,
    report,
    now: request.now,
    readTarget: async what =>
      backUp({
        platform,
        vault,
        resources: COMPARED,
        organization: await platform.organizations.get(organization),
        trigger: `drill (${what})`,
        settings: backup,
      }),
  }
}

/** A drill never mixes what it writes with what somebody needs. */
function assertScratch({ target, force }: DrillRequest, state: OrganizationState): void {
  if (target !== 'live' || force) return
  const isEmpty = (['space', 'collection', 'site', 'page'] as const).every(kind => !state.isAny(kind))
  if (isEmpty) return
  throw new UsageError('the organization for the drill has content', {
    hint: 'give an empty one; --force drills into this one all the same, and leaves what it made there',
  })
}
