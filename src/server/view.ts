/** What the server shows of the daemon and may ask of it. The daemon implements it. */
import type { FindData } from '../../jobs/find.ts'
import type { FleetAnswer } from '../fleet/answer.ts'
import type { SnapshotSummary } from '../model/snapshot.ts'
import type { LedgerEntry } from '../notify/ledger.ts'
import type { ActiveRun } from '../queue/active-runs.ts'
import type { RunRecord } from '../queue/history.ts'
import type { Queues } from '../queue/queues.ts'
import type { NextRun } from '../queue/scheduler.ts'
import type { ReplicaView } from '../replica/view.ts'
import type { FoundAnswer } from '../search/answer.ts'
import type { Vault } from '../vault/vault.ts'
import type { WebPlatform } from '../web/source.ts'
import type { Visit } from '../web/visitor.ts'

export interface DaemonView {
  version: string
  /** ISO 8601, UTC. */
  started: string
  platforms(): PlatformView[]
  redisIsUp(): Promise<boolean>
  /** Null: this daemon works by itself. */
  /** How every platform stands, of all hosts, and where each vault is. */
  fleet(): FleetAnswer
  conditions(): readonly LedgerEntry[]
  /** JSON lines of a run, without secrets; null when there are none. */
  log(run: string): string[] | null
  logs(): string[]
  /** The pages for people, made beside what else is done. Throws DocvaultError that may be tried again later. */
  web(request: Request, visit: Visit): Promise<Response>
}

export interface PlatformView {
  name: string
  /** Whose documentation it is. */
  tenant: string
  /** `standby`: another process holds the vault. */
  state: 'standby' | 'running' | 'stopped'
  vaultPath: string
  /** Of its schedules. */
  timezone: string
  organizations(): OrganizationView[]
  nextRuns(): NextRun[]
  /** False: a tick is due and was not fired. True while standing by. */
  scheduleIsOnTime(): boolean
  /** Runs under way. */
  active(): ActiveRun[]
  /** Ended runs, oldest first. */
  runs(): RunRecord[]
  /** Names of jobs that may be triggered. */
  jobs: readonly string[]
  queues: Queues
  /** Answers the run's id. Throws UsageError for an unknown job. */
  trigger(job: string, data: Readonly<Record<string, unknown>>): Promise<string>
  cancel(run: string): Promise<boolean>
  freeBytes(): Promise<number | null>
  /** One for each of replica.targets. */
  replicas(): ReplicaView[]
  /** What pages about it are made from. */
  web(): WebPlatform
  /** A reader of its own; the caller closes it. */
  openVault(): Vault
  /** Beside what else is done. Throws DocvaultError `busy` where too many wait for that. */
  find(data: FindData, signal: AbortSignal): Promise<FoundAnswer>
  /** Writes one space of a snapshot, beside what else is done; answers the name that the zip should have. */
  writeZip(wish: ZipWish, signal: AbortSignal): Promise<string>
}

export interface ZipWish {
  snapshot: number
  /** Id. */
  space: string
  /** Path of the file that is made. */
  zip: string
}

export interface OrganizationView {
  id: string
  title: string
  /** The newest sealed snapshot. */
  newest: SnapshotSummary | null
  newestComplete: SnapshotSummary | null
}
