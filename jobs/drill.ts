/** Proves that a snapshot restores, and keeps a signed record of it. */
import type { Config } from '../config/settings.ts'
import { type EmulatorApart, startEmulatorApart } from '../src/emulator/apart/start-apart.ts'
import { UsageError, VaultMissing, VaultUnusable } from '../src/model/errors.ts'
import { openPlatform, type Platform } from '../src/platform/client.ts'
import { replicaViewOf, sealedSnapshots } from '../src/replica/view.ts'
import { openListenerPublisher } from '../src/restore/publish/listener-publisher.ts'
import type { RestoreEvent } from '../src/restore/restoring.ts'
import { assertVaultAt, openVault, type Vault } from '../src/vault/vault.ts'
import { type DrillReport, type ReplicaEvidence, type ReplicaOrigin, runDrill } from '../src/verify/drill.ts'
import { drillFaults, type FaultsWish, faultWords, hasFaults } from '../src/verify/drill-faults.ts'
import { drillWords } from '../src/verify/drill-words.ts'
import { recordFiles, storeRecord } from '../src/verify/record.ts'
import { type Profile, profileOfSnapshot } from '../src/verify/snapshot-profile.ts'
import { apart } from './apart.ts'
import { isGuarded } from './approvals.ts'
import { openHeld, waitsOf } from './held.ts'
import { inOnePiece, type JobContext, type JobData, type Outcome, type QueuedContext, queued } from './job.ts'
import { eachKeptOrganization } from './organizations.ts'
import { exactReading } from './read-settings.ts'
import { type DrillWish, drillStandalone } from './standalone-drill.ts'

export interface DrillData {
  /** Name of the snapshot; the latest complete one without it. */
  snapshot?: string
  organization?: string
  /** Ids or titles. */
  spaces?: readonly string[]
  /** Of the emulated platform; without it, the one that the snapshot's platform is like. */
  profile?: Profile
  /** Whether writes fail on purpose; `auto` (default): in one of four drills. */
  faults?: FaultsWish
  /** Id of a scratch organization of the real platform. */
  live?: string
  force?: boolean
  /** Into revisions of the real spaces that these do not get. */
  standalone?: boolean
}

/** As only a process can ask that has the vault which came out of a replica, to be drilled in place of this one. */
export interface DrillTask extends DrillData {
  recovered?: { vaultPath: string; origin: ReplicaOrigin }
}

export interface DrillAnswer {
  report: DrillReport
  /** Where the record is; null: there is no vault here that could keep it. */
  file: string | null
}

/** Of the real platform there is one client, with one rate: what needs it stays beside it. */
const needsPlatform = ({ live, standalone }: DrillData) => live !== undefined || standalone === true

/** Everything is read in the order in which it is stored; twice the largest block that `compact` makes. */
const CACHE_BYTES = 16 * 1024 * 1024

export const drill = apart<DrillTask, DrillAnswer, RestoreEvent>(
  {
    name: 'drill',
    doc: 'Restores a snapshot into an emulated platform, reads it back, compares, and signs a record of it.',
    async run(context, data) {
      assertConsistent(context.config, data)
      const { config } = context
      const home = homeOf(config, data)
      const path = data.recovered?.vaultPath ?? config['vault.path']
      const vault = openVault(path, { timezone: config['schedules.timezone'], cacheBytes: CACHE_BYTES })
      try {
        const { snapshot: name = 'latest', organization } = data
        const summary = vault.resolve(name, { organization })
        const { snapshot } = summary
        const drill = home === null ? 1 : recordFiles(home).filter(name => name.endsWith('.json')).length + 1
        const spaces = data.spaces?.map(name => spaceId(vault, snapshot, name))
        const wanted = { vault, snapshot, drill, ...(spaces ? { spaces } : {}) }
        const drilled = data.standalone
          ? await drillStandalone(context, wanted)
          : await drillInto(context, { profile: profileOfSnapshot(summary), ...data }, wanted)
        const replicas = replicasOf(config, vault)
        const report = { ...drilled, from: data.recovered?.origin ?? null, replicas }
        return { report, file: home && storeRecord(home, config['drill.keyFile'], report) }
      } finally {
        vault.close()
      }
    },
  },
  needsPlatform,
)

/** The vault that keeps the record. */
function homeOf(config: Config, { recovered }: DrillTask): string | null {
  const path = config['vault.path']
  if (recovered === undefined) return path
  try {
    assertVaultAt(path)
    return path
  } catch (error) {
    if (error instanceof VaultMissing || error instanceof VaultUnusable) return null
    throw error
  }
}

/** Of a vault that was recovered it is not known here what lies elsewhere. */
function replicasOf(config: Config, vault: Vault): ReplicaEvidence[] {
  if (vault.path !== config['vault.path']) return []
  const sealed = sealedSnapshots(vault)
  return config['replica.targets'].map(target => {
    const { snapshot, sent, pendingSnapshots } = replicaViewOf(vault.path, target, sealed)
    return { target, snapshot, sent, pending_snapshots: pendingSnapshots }
  })
}

export const weeklyDrill = queued({
  name: 'drill',
  doc: 'Restores the newest complete snapshot of each organization into an emulated platform, and compares.',
  holds: 'itself',
  priority: 20,
  attempts: 2,
  catchUp: true,
  schedule: config => config['schedules.drill'],
  each: eachKeptOrganization,
  open: async (context, data) => inOnePiece(() => runWeekly(context, data)),
})

async function runWeekly(context: QueuedContext, { organization }: JobData): Promise<Outcome> {
  return drillOutcome(await drill.run(context, organization === undefined ? {} : { organization }))
}

export function drillOutcome({ report, file }: DrillAnswer): Outcome {
  const message = file === null ? drillWords(report) : `${drillWords(report)}; the record is ${file}`
  if (report.passed) return { state: 'done', message }
  return { state: report.damaged.length > 0 ? 'damage' : 'differences', message }
}

function assertConsistent(config: Config, { standalone, live, faults, profile, force }: DrillData): void {
  if (live !== undefined && faults === 'on')
    throw new UsageError(
      'faults are for the emulated platform: nothing goes wrong on purpose on a real one',
      {
        hint: 'leave out --live or --faults on',
      },
    )
  if (
    live !== undefined &&
    force &&
    !config['approvals.staging'].includes(live) &&
    isGuarded(config, 'restore-production')
  )
    throw new UsageError(`--force into ${live} might write over what two people have to agree to`, {
      hint: 'name it in approvals.staging if it is for trials; without --force a drill needs an organization that is empty',
    })
  if (!standalone) return
  const others = [
    ...(live === undefined ? [] : ['--live']),
    ...(faults === 'on' ? ['--faults on'] : []),
    ...(profile === undefined ? [] : ['--profile']),
    ...(force ? ['--force'] : []),
  ]
  if (others.length === 0) return
  throw new UsageError(`--standalone and ${others.join(', ')} exclude each other`, {
    hint: 'standalone imports go to the real platform, as revisions that no space gets',
  })
}

async function drillInto(
  context: JobContext<RestoreEvent>,
  data: DrillData & { profile: Profile },
  wanted: DrillWish,
): Promise<DrillReport> {
  const { config, signal, report } = context
  const target = await openTarget(context, data, wanted.drill)
  const { died } = target
  const publisher = await openListenerPublisher({
    host: config['restore.host'],
    port: data.live === undefined ? 0 : config['restore.port'],
    publicUrl: data.live === undefined ? null : config['restore.publicUrl'],
    expiresMs: config['restore.expires'],
  })
  try {
    const drilled = await runDrill({
      ...target,
      ...wanted,
      publisher,
      backup: exactReading(config),
      signal: eitherOf(signal, died),
      report,
      ...(data.force ? { force: true } : {}),
    })
    died?.throwIfAborted()
    return drilled
  } catch (error) {
    // Whatever failed then, failed for that.
    if (signal?.aborted !== true) died?.throwIfAborted()
    throw error
  } finally {
    await publisher.close()
    await target.close()
  }
}

function eitherOf(signal: AbortSignal | undefined, died: AbortSignal | null): AbortSignal | undefined {
  return died === null ? signal : AbortSignal.any([died, ...(signal ? [signal] : [])])
}

interface Target {
  platform: Platform
  organization: string
  target: string
  faults: (() => Promise<string[]>) | null
  /** Null where it is none of ours. */
  died: AbortSignal | null
  close(): Promise<void>
}

const noFacts = { get: () => null, set: () => {} }

/** Of the emulated platform's heap: its tree of pages, some KB each. */
const EMULATOR_MEMORY_MIB = 1024

async function openTarget(
  context: JobContext<RestoreEvent>,
  data: DrillData & { profile: Profile },
  drill: number,
): Promise<Target> {
  const { config, signal } = context
  const { profile } = data
  if (data.live !== undefined) return openLive(context, data.live)
  const emulator = await startEmulatorApart({
    ...{ profile, members: 1, teams: 0, seed: 20_261 },
    memoryMib: EMULATOR_MEMORY_MIB,
  })
  try {
    const organization = await emulator.create('organization', { title: 'Drill' })
    if (profile === 'document') await emulator.create('space', { title: 'Template', organization })
    const faults = hasFaults(data.faults ?? 'auto', drill) ? await addFaults(emulator, drill) : null
    const platform = openEmulated(emulator, config, eitherOf(signal, emulator.died))
    const close = async () => {
      await platform.close()
      await emulator.close()
    }
    return { platform, organization, target: profile, faults, died: emulator.died, close }
  } catch (error) {
    await emulator.close()
    throw error
  }
}

function openEmulated(
  { url, token }: EmulatorApart,
  config: JobContext['config'],
  signal: AbortSignal | undefined,
): Platform {
  return openPlatform(
    {
      ...{ url, token, concurrency: 8, attempts: 3, timeoutMs: 60_000 },
      ...waitsOf(config),
      maxBodyBytes: config['platform.maxBodyBytes'],
      maxFileBytes: config['platform.maxFileBytes'],
      maxRateLimitWaitMs: 0,
      allowPrivateAddresses: true,
      userAgent: 'docvault',
      ...(signal ? { signal } : {}),
    },
    noFacts,
  )
}

/** Answers which of them were met so far. */
async function addFaults(emulator: EmulatorApart, drill: number): Promise<() => Promise<string[]>> {
  const faults = drillFaults(await emulator.offers(), drill)
  for (const fault of faults) await emulator.fault(fault)
  return async () => {
    const called = await emulator.operations()
    return faults.filter(({ operation }) => (called[operation] ?? 0) > 0).map(faultWords)
  }
}

function openLive({ config, held, signal }: JobContext<RestoreEvent>, organization: string): Target {
  const own = openHeld(config, { command: 'docvault drill' })
  const platform = (held ?? own).client(signal)
  const close = async () => {
    await platform.close()
    await own.close()
  }
  return { platform, organization, target: 'live', faults: null, died: null, close }
}

function spaceId(vault: ReturnType<typeof openVault>, snapshot: number, name: string): string {
  for (const space of vault.resources(snapshot, { kind: 'space' })) {
    const json = vault.readJson(space)
    const title = typeof json === 'object' && json !== null && 'title' in json ? json.title : null
    if (space.id === name || title === name) return space.id
  }
  throw new UsageError(`snapshot ${snapshot} has no space ${name}`)
}
