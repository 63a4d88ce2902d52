/**
 * One platform of the daemon: waits for its vault, then runs its jobs and its schedule until it is stopped. While
 * another process holds the vault it stands by, and takes over when that one is gone. Long, because it is one state: what
 * may be asked of it depends on whether it works, and each answer is a line or a few.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { PlatformConfig } from '../../config/load.ts'
import type { Config } from '../../config/settings.ts'
import { tenantOf } from '../../config/tenants.ts'
import { bundleReading } from '../../jobs/bundle.ts'
import { type FindData, find } from '../../jobs/find.ts'
import { fleet as fleetJob } from '../../jobs/fleet.ts'
import { openHeld } from '../../jobs/held.ts'
import { jobs } from '../../jobs/index.ts'
import { keptLeftOut } from '../../jobs/left-out.ts'
import type { Reading } from '../../jobs/reading.ts'
import type { LeftOut } from '../backup/events.ts'
import { recordPolicy } from '../evidence/records/policy-records.ts'
import type { Fleet } from '../fleet/fleet.ts'
import type { Place } from '../fleet/placement.ts'
import { isOpen } from '../model/anomaly.ts'
import { UsageError, VaultElsewhere, VaultFenced, VaultLocked } from '../model/errors.ts'
import type { Redact } from '../model/redact.ts'
import { DAEMON_COMMAND } from '../model/vault-holder.ts'
import type { Claim } from '../model/vault-owner.ts'
import type { Condition } from '../notify/condition.ts'
import type { PlatformObserver } from '../platform/meter.ts'
import type { ActiveRun } from '../queue/active-runs.ts'
import type { Clock } from '../queue/clock.ts'
import type { RedisConnections } from '../queue/connection.ts'
import type { RunRecord } from '../queue/history.ts'
import type { JobWaiter } from '../queue/job-waiter.ts'
import { QueueAway } from '../queue/queue-away.ts'
import { openQueues, type Queues, runOptions } from '../queue/queues.ts'
import type { RunEvent } from '../queue/run-events.ts'
import { runId } from '../queue/run-id.ts'
import type { RunTurns } from '../queue/run-turns.ts'
import type { NextRun } from '../queue/scheduler.ts'
import { tickName } from '../queue/ticks.ts'
import { type ReplicaView, replicaViewOf, type SealedSnapshot, sealedSnapshots } from '../replica/view.ts'
import type { FoundAnswer } from '../search/answer.ts'
import type { InTurn } from '../server/turns.ts'
import type { OrganizationView, PlatformView, ZipWish } from '../server/view.ts'
import {
  type Checkpointer,
  openVault,
  type Upgrade,
  upgradeWords,
  type Vault,
  type WritableVault,
} from '../vault/vault.ts'
import { webPlatformOf } from '../web/platform.ts'
import type { WebPlatform } from '../web/source.ts'
import { assess, isFresh } from './assess.ts'
import type { LastDrill } from './assess-objectives.ts'
import { ChangeDigests, type TellChanges } from './change-digests.ts'
import { freeBytes } from './disk.ts'
import { lastDrillsOf } from './last-drills.ts'
import type { Logger } from './logs.ts'
import { MonthReports, type TellMonth } from './month-reports.ts'
import { organizationsOf } from './organizations.ts'
import { closeWork, openWork, type PlatformWork, type WorkOptions } from './platform-work.ts'
import type { Rates } from './rates.ts'
import { ReadOnChange } from './read-on-change.ts'
import type { Readers } from './reader.ts'
import { makeRestoreDesk } from './restore-desk.ts'

export interface PlatformDaemonOptions {
  config: PlatformConfig
  version: string
  redis: RedisConnections
  /** Of all platforms. */
  waiter: JobWaiter
  turns: RunTurns
  clock: Clock
  random: () => number
  redact: Redact
  /** A command works with a configuration of its own: its secrets are ours from now on. */
  keepSecrets(config: Config): void
  log: Logger
  observer: PlatformObserver
  /** Null: this daemon works by itself. */
  fleet: Fleet | null
  /** Of all platforms. */
  searches: InTurn
  readers: Readers
  checkpointer: Checkpointer
  rates: Rates
  event(event: RunEvent): void
}

/** How often a daemon that stands by asks for the vault. */
const STANDBY_MS = 1000

export class PlatformDaemon implements PlatformView {
  readonly name: string
  readonly queues: Queues
  readonly jobs = jobs.map(job => job.name)
  state: PlatformView['state'] = 'standby'
  readonly #options: PlatformDaemonOptions
  readonly #stop = new AbortController()
  readonly #watchingSince: number
  #config: PlatformConfig['config']
  #work: PlatformWork | null = null
  #starting: Promise<void> | null = null
  #standingBy: Promise<void> | null = null
  /** Where it was when it was last looked for, that is not here. */
  #away: Place | null = null
  /** A run leaves the vault to another host, and is not done yet. */
  #isLeaving = false
  #organizations: OrganizationView[] | null = null
  #sealed: SealedSnapshot[] | null = null
  #drills: LastDrill[] | null = null
  readonly #anomalies = new ReadOnChange(vault => vault.anomalies().filter(isOpen))
  readonly #approvals = new ReadOnChange(vault => vault.approvals())
  readonly #digests: ChangeDigests
  readonly #months = new MonthReports()

  constructor(options: PlatformDaemonOptions) {
    this.name = options.config.name
    this.#config = options.config.config
    this.#options = options
    this.#digests = new ChangeDigests(options.readers.read)
    this.#watchingSince = options.clock.now()
    const prefix = options.redis.prefixed(this.#config['redis.prefix'])
    this.queues = openQueues(options.redis, { prefix, name: this.name })
  }

  get tenant(): string {
    return tenantOf({ name: this.name, config: this.#config })
  }

  get vaultPath(): string {
    return this.#config['vault.path']
  }

  get timezone(): string {
    return this.#config['schedules.timezone']
  }

  /** Resolves when it works or stands by. Throws VaultLocked where the setting says so. */
  async start(): Promise<void> {
    const begun = this.#begin()
    // Who stops it while it starts waits for that, so that nothing is opened behind them.
    this.#starting = begun.catch(() => {})
    await begun
  }

  async reload(config: PlatformConfig['config']): Promise<void> {
    // What has ticked by the old schedule is started; while Redis is away it cannot be waited for.
    if (await this.#options.redis.isUp()) await this.#work?.scheduler.beat()
    this.#config = config
    if (this.#work) recordPolicy(this.#work.vault, config, this.#options.clock.now())
    await this.#work?.held.reconfigure(config)
    this.#work?.scheduler.renew()
  }

  async stop(graceMs: number): Promise<void> {
    this.#stop.abort()
    await this.#starting
    await this.#standingBy
    await this.#endWork(graceMs)
    await this.queues.close()
    this.state = 'stopped'
  }

  /** Every now and then: what Redis forgot is made good. */
  async beat(): Promise<void> {
    const work = this.#work
    const { fleet } = this.#options
    if (work && fleet && (await this.#handOn(work, fleet))) return
    // Somebody may have adopted it here: the folder is looked at again.
    if (!work) this.#away = null
    const { redis } = this.#options
    if (!work || !(await redis.isUp())) return
    const isNew = (await redis.shared.set(this.#markKey(), '1', 'NX')) === 'OK'
    const again = await work.runner.readdForgotten()
    if (!isNew && again > 0)
      this.#options.log.warn({ again }, 'Redis had forgotten runs: they are there again')
    if (!isNew) return
    this.#options.log.warn({ again }, 'Redis was emptied: the schedule is rebuilt from the catalog')
    await work.scheduler.catchUp()
  }

  /** Whether the vault is another host's by now: left to it here, or taken over while this one was away. */
  async #handOn(work: PlatformWork, fleet: Fleet): Promise<boolean> {
    const { log } = this.#options
    const successor = fleet.successor(this.name)
    if (successor !== null) {
      log.warn({ ...successor }, 'the vault was taken over by another host')
      retireUnlessDone(work.vault, successor)
    } else {
      const { retired, host, epoch } = work.vault.owner()
      // The last of it may be sent for longer than until the next beat, and the end of that is told.
      if (!retired || host === null || this.#isLeaving) return false
      log.info({ host, epoch }, 'the vault was left to another host')
      await fleet.handOn(this.name, { host, epoch })
    }
    this.#stepBack()
    return true
  }

  async conditions(): Promise<Condition[]> {
    if (!this.#work) return []
    return assess({
      platform: this.name,
      ...this.#freshness(),
      anomalies: this.#anomalies.of(this.#work.vault),
      approvals: this.#approvals.of(this.#work.vault),
      runs: this.runs(),
      replicas: this.replicas(),
      replicaOverdueAfterMs: this.#config['replica.overdueAfter'],
      replicaLockMs: this.#config['replica.lock'],
      watchingSince: this.#watchingSince,
      rpoMs: this.#config['objectives.rpo'],
      rtoMs: this.#config['objectives.rto'],
      drills: this.#lastDrills(),
      freeBytes: await this.freeBytes(),
      minFreeBytes: this.#config['daemon.minFree'],
    })
  }

  /** Those of nights that nobody has heard of. */
  async tellChanges(tell: TellChanges): Promise<void> {
    if (!this.#work) return
    const { log, redact } = this.#options
    try {
      await this.#digests.tell(this.#work.vault, this.#config, tell, this.#stop.signal)
    } catch (error) {
      if (this.#stop.signal.aborted) return
      log.error(
        { reason: redact(String(error)) },
        'the changes of a night could not be told: they are with the next one',
      )
    }
  }

  /** Those that nobody has heard of. */
  async tellMonths(tell: TellMonth): Promise<void> {
    if (!this.#work) return
    const ids = this.organizations().map(({ id }) => id)
    await this.#months.tell(this.#work.vault, ids, tell)
  }

  /** Null: not for this daemon to say. */
  isFresh(): boolean | null {
    return this.#work ? isFresh(this.#freshness()) : null
  }

  organizations(): OrganizationView[] {
    const vault = this.#work?.vault
    if (!vault) return []
    this.#organizations ??= organizationsOf(vault)
    return this.#organizations
  }

  replicas(): ReplicaView[] {
    const vault = this.#work?.vault
    const targets = this.#config['replica.targets']
    if (!vault || targets.length === 0) return []
    this.#sealed ??= sealedSnapshots(vault)
    const sealed = this.#sealed
    return targets.map(target => replicaViewOf(this.vaultPath, target, sealed))
  }

  /** Records are read only for who has an objective. */
  #lastDrills(): readonly LastDrill[] {
    if (this.#config['objectives.rto'] === null) return []
    this.#drills ??= lastDrillsOf(this.vaultPath)
    return this.#drills
  }

  nextRuns(): NextRun[] {
    return this.#work?.scheduler.nextRuns() ?? []
  }

  scheduleIsOnTime(): boolean {
    return this.#work?.scheduler.isOnTime() ?? true
  }

  active(): ActiveRun[] {
    return this.#work?.runner.active() ?? []
  }

  runs(): RunRecord[] {
    return this.#work?.history.list() ?? []
  }

  async trigger(name: string, data: Readonly<Record<string, unknown>>): Promise<string> {
    const job = jobs.find(job => job.name === name)
    if (!job) throw new UsageError(`there is no job ${name}`, { hint: `jobs are ${this.jobs.join(', ')}` })
    const parsed = job.parse({ trigger: 'manual', ...data })
    if (!(await this.#options.redis.isUp())) throw new QueueAway()
    const jobId = runId(this.#nameRun(name, 'manual'), parsed.organization)
    await this.queues.asked.add(name, parsed, { ...runOptions(job), jobId })
    return jobId
  }

  #nameRun(job: string, trigger: string): string {
    const { clock, random } = this.#options
    return `${job}.${trigger}-${tickName(clock.now())}-${Math.floor(random() * 1e9).toString(36)}`
  }

  async cancel(run: string): Promise<boolean> {
    return (await this.#work?.runner.cancel(run)) ?? false
  }

  freeBytes(): Promise<number | null> {
    return freeBytes(this.vaultPath)
  }

  openVault(): Vault {
    return openVault(this.vaultPath, { timezone: this.timezone, clock: this.#options.clock.now })
  }

  find(data: FindData, signal: AbortSignal): Promise<FoundAnswer> {
    const reading = this.#awaited(find.name, data, signal)
    return this.#options.searches(() => this.#options.readers.read<FoundAnswer, never>(reading), signal)
  }

  web(): WebPlatform {
    return webPlatformOf(
      { name: this.name, config: this.#config },
      {
        find: (data, signal) => this.find(data, signal),
        restores: makeRestoreDesk(this),
        now: () => this.#options.clock.now(),
        agenda: {
          next: this.nextRuns(),
          active: this.active().map(({ progress: _progress, ...run }) => run),
        },
      },
    )
  }

  async writeZip(data: ZipWish, signal: AbortSignal): Promise<string> {
    const reading = this.#awaited(bundleReading.name, data, signal)
    return (await this.#options.readers.read<{ name: string }, never>(reading)).name
  }

  #awaited(job: string, data: unknown, signal: AbortSignal): Reading<never> {
    return { job, config: this.#config, data, signal, isAwaited: true, report: () => {} }
  }

  #freshness() {
    return {
      organizations: this.organizations(),
      expected: this.#config['platform.organizations'],
      leftOut: this.#leftOut(),
      now: this.#options.clock.now(),
      overdueAfterMs: this.#config['schedules.overdueAfter'],
    }
  }

  /** Who is configured is asked for by name, whatever the list says. */
  #leftOut(): readonly LeftOut[] {
    const vault = this.#work?.vault
    return vault && this.#config['platform.organizations'].length === 0 ? keptLeftOut(vault) : []
  }

  async #begin(): Promise<void> {
    try {
      await this.#takeOver()
    } catch (error) {
      if (!isElsewhere(error) || this.#config['daemon.vaultBusy'] === 'refuse') throw error
      const reason = error instanceof Error ? error.message : ''
      this.#options.log.info({ reason }, 'standing by: the vault is held elsewhere')
      this.#standingBy = this.#standBy()
    }
  }

  async #standBy(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      await delay(STANDBY_MS, undefined, { signal: this.#stop.signal }).catch(() => {})
      if (this.#stop.signal.aborted) return
      try {
        return await this.#takeOver()
      } catch (error) {
        if (!isElsewhere(error)) this.#options.log.error({ error: String(error) }, 'cannot take over')
      }
    }
  }

  async #takeOver(): Promise<void> {
    const { observer, clock, log, fleet, readers, checkpointer, rates } = this.#options
    const claim = fleet === null ? undefined : this.#claimIn(fleet)
    const upgraded = (upgrade: Upgrade) => log.warn({ ...upgrade }, upgradeWords(upgrade))
    const held = openHeld(this.#config, {
      command: DAEMON_COMMAND,
      observer,
      clock: () => clock.now(),
      apart: readers.read,
      checkpointer,
      upgraded,
      claim,
      rateOf: config => rates.of(config),
    })
    try {
      const vault = await held.vault()
      const other = await fleet?.hold(this.name, vault.owner().epoch)
      if (other) throw new VaultElsewhere(this.vaultPath, other, 'another host was first')
      this.#work = await openWork(this.#workOptions(), held, vault)
    } catch (error) {
      await held.close()
      throw error
    }
    this.state = 'running'
    this.#options.log.info({ vault: this.vaultPath }, 'holding the vault')
  }

  /** Throws VaultElsewhere. */
  #claimIn(fleet: Fleet): Claim {
    const away = fleet.whereElse(this.name)
    // Most of what a fleet backs up is elsewhere, and is asked for every second.
    if (away !== null && this.#away?.host === away.host && this.#away.epoch === away.epoch)
      throw new VaultElsewhere(this.vaultPath, away, 'it is placed on another host')
    const ruling = fleet.rule(this.name, this.vaultPath)
    this.#away = ruling.is === 'ours' ? null : ruling.place
    if (ruling.is === 'ours') return ruling.claim
    const why = ruling.is === 'elsewhere' ? ruling.why : 'it was taken over'
    throw new VaultElsewhere(this.vaultPath, ruling.place, why)
  }

  #workOptions(): WorkOptions {
    return {
      ...this.#options,
      name: this.name,
      queues: this.queues,
      markKey: this.#markKey(),
      config: () => this.#config,
      nameRun: (job, trigger) => this.#nameRun(job, trigger),
      event: event => this.#heed(event),
    }
  }

  #heed(event: RunEvent): void {
    if (event.type === 'end') this.#forgetSnapshots()
    this.#options.event(event)
    this.#heedLeaving(event)
    if (event.type === 'end' && AWAY.includes(event.record.code ?? '')) this.#stepBack()
  }

  #heedLeaving(event: RunEvent): void {
    if (event.type === 'begin' && event.job === fleetJob.name) this.#isLeaving = true
    if (event.type !== 'end' || event.record.job !== fleetJob.name) return
    this.#isLeaving = false
    const { fleet, log } = this.#options
    if (fleet && this.#work)
      this.#handOn(this.#work, fleet).catch(error => log.error({ reason: String(error) }, 'cannot step back'))
  }

  /** Those that were read: there may be others by now. */
  #forgetSnapshots(): void {
    this.#organizations = null
    this.#sealed = null
    this.#drills = null
    this.#digests.forget()
    this.#months.forget()
  }

  /** The lease or the vault itself was lost, e.g. because the machine slept: nothing was written since. */
  #stepBack(): void {
    if (!this.#work || this.#stop.signal.aborted) return
    this.#options.log.warn('the vault is held elsewhere: standing by')
    this.#standingBy = this.#endWork(0).then(() => this.#standBy())
  }

  async #endWork(graceMs: number): Promise<void> {
    const work = this.#work
    if (!work) return
    this.#work = null
    this.state = 'standby'
    this.#options.fleet?.leave(this.name)
    await closeWork(work, graceMs)
  }

  #markKey(): string {
    return `${this.#options.redis.prefixed(this.#config['redis.prefix'])}:${this.name}:mark`
  }
}

/** What it had is not written to any more, also after a restart. */
function retireUnlessDone(vault: WritableVault, place: Place): void {
  try {
    vault.retire(place)
  } catch (error) {
    if (!isElsewhere(error)) throw error
  }
}

/** Codes of errors that say that the vault is not ours any more. */
const AWAY: readonly string[] = ['vault-locked', 'vault-fenced']

/** Another process holds it, or it is of another host: either may end. */
function isElsewhere(error: unknown): boolean {
  return [VaultLocked, VaultFenced, VaultElsewhere].some(kind => error instanceof kind)
}
