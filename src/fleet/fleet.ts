/**
 * This host's part in the fleet: it reports itself, knows where each vault was when it last looked, and rules whether one may be
 * opened here. Without Redis it goes on with what it knew: the vault itself refuses whoever is wrong.
 */
import { VaultMissing } from '../model/errors.ts'
import type { Host } from '../model/host.ts'
import type { VaultOwner } from '../model/vault-owner.ts'
import { ownerAt, retireVaultAt } from '../vault/vault.ts'
import { decidePlace, homeOf, type Place, type Ruling } from './placement.ts'
import { AWAY_AFTER_MS, GONE_AFTER_MS, type HostReport, type Registry } from './registry.ts'
import type { PlatformReport } from './report.ts'

export interface FleetOptions {
  host: Host
  registry: Registry
  version: string
  /** Milliseconds from now on in which no new vault is made here: others may be starting as well. */
  gatherMs: number
  /** Milliseconds since the epoch. */
  now: () => number
  isUp(): Promise<boolean>
  freeBytes(): Promise<number | null>
}

export interface FleetView {
  /** Id of this host. */
  host: string
  hosts: (HostReport & { isAway: boolean })[]
  /** By name of the platform. */
  places: (Place & { platform: string })[]
  /** By platform: what the host says that has it. */
  reports: ReadonlyMap<string, PlatformReport>
}

/** For so long after a beat, what was heard is what is so. */
const FRESH_FOR_MS = AWAY_AFTER_MS / 2

export class Fleet {
  readonly host: Host
  readonly #options: FleetOptions
  #hosts: readonly HostReport[] = []
  #places: ReadonlyMap<string, Place> = new Map()
  #reports: ReadonlyMap<string, PlatformReport> = new Map()
  /** What the others were told, as text. */
  #said: ReadonlyMap<string, string> = new Map()
  /** By platform: what this host holds. */
  readonly #held = new Map<string, number>()
  readonly #gathersUntil: number
  /** When Redis last said who is there and what is where. */
  #heardAt = -Infinity

  constructor(options: FleetOptions) {
    this.#options = options
    this.host = options.host
    this.#gathersUntil = options.now() + options.gatherMs
  }

  /** Every few seconds, and once before anything is opened. */
  async beat(): Promise<void> {
    const { registry, version, now } = this.#options
    if (!(await this.#options.isUp())) return
    const { id, name } = this.host
    const freeBytes = await this.#options.freeBytes()
    await registry.report({ id, name, version, freeBytes, vaults: this.#held.size, seenAt: now() })
    this.#places = await registry.places()
    this.#hosts = await this.#withoutGone(await registry.hosts())
    this.#reports = await this.#readReports()
    this.#heardAt = now()
    for (const [platform, epoch] of this.#held) await this.#tell(platform, epoch)
  }

  /** Where another host has a vault that is placed there, so that nothing needs to be opened to know. */
  whereElse(platform: string): Place | null {
    const place = this.#places.get(platform)
    return place === undefined || place.host === this.host.id ? null : place
  }

  /** Whether the vault may be opened here, and with what claim. A folder that was left behind is retired on return. */
  rule(platform: string, vaultPath: string): Ruling {
    const owner = ownerIn(vaultPath)
    const place = this.#places.get(platform) ?? null
    const { id } = this.host
    const home = this.#knowsTheOthers() ? homeOf(platform, this.#there()) : null
    const ruling = decidePlace({ host: id, owner, place, home })
    if (ruling.is === 'left-behind') retireVaultAt(vaultPath, ruling.place, this.#options.now())
    return ruling
  }

  /** It was opened here: the others are told. Answers who was first, where another host says the same of itself. */
  async hold(platform: string, epoch: number): Promise<Place | null> {
    this.#held.set(platform, epoch)
    if (await this.#options.isUp()) await this.#tell(platform, epoch)
    const place = this.whereElse(platform)
    if (place === null || place.epoch < epoch) return null
    this.#held.delete(platform)
    return place
  }

  /** It was left to another host: the others are told, that one among them. */
  async handOn(platform: string, place: Place): Promise<void> {
    this.#held.delete(platform)
    if (await this.#options.isUp()) await this.#publish(platform, place)
  }

  /** How what is held here stands: the others are told what is otherwise than before. */
  async tellReports(reports: ReadonlyMap<string, PlatformReport>): Promise<void> {
    const { registry, isUp } = this.#options
    if (!(await isUp())) return
    const { id } = this.host
    const before = (await registry.hasReports(id)) ? this.#said : new Map<string, string>()
    const said = new Map([...reports].map(([platform, report]) => [platform, JSON.stringify(report)]))
    const changed = [...reports].filter(([platform]) => before.get(platform) !== said.get(platform))
    const gone = [...before.keys()].filter(platform => !said.has(platform))
    await registry.tellReports(id, new Map(changed), gone)
    this.#said = said
  }

  leave(platform: string): void {
    this.#held.delete(platform)
  }

  /** Null: as far as is known, what is held here is ours. Else who has it by now. */
  successor(platform: string): Place | null {
    const [epoch, place] = [this.#held.get(platform), this.whereElse(platform)]
    return epoch === undefined || place === null || place.epoch <= epoch ? null : place
  }

  /** As of the last beat. */
  view(): FleetView {
    const places = [...this.#places].map(([platform, place]) => ({ platform, ...place }))
    return {
      host: this.host.id,
      hosts: this.#hosts.map(host => ({ ...host, isAway: this.#isAway(host) })),
      places: places.sort((a, b) => (a.platform < b.platform ? -1 : 1)),
      reports: this.#reports,
    }
  }

  /** Those that were there when they were last heard of, and this one. */
  hostsThere(): number {
    const others = this.#hosts.filter(
      ({ id, seenAt }) => id !== this.host.id && this.#heardAt - seenAt <= AWAY_AFTER_MS,
    )
    return others.length + 1
  }

  close(): void {
    this.#options.registry.close()
  }

  async #tell(platform: string, epoch: number): Promise<void> {
    const known = this.#places.get(platform)
    if (known?.host === this.host.id && known.epoch === epoch) return
    await this.#publish(platform, { host: this.host.id, epoch })
  }

  async #publish(platform: string, place: Place): Promise<void> {
    const held = await this.#options.registry.place(platform, place)
    this.#places = new Map(this.#places).set(platform, held)
  }

  /** One that still has a vault is a loss that somebody has to see. */
  async #withoutGone(hosts: readonly HostReport[]): Promise<HostReport[]> {
    const { registry, now } = this.#options
    const owners = new Set([...this.#places.values()].map(place => place.host))
    const isGone = ({ id, seenAt }: HostReport) => now() - seenAt > GONE_AFTER_MS && !owners.has(id)
    for (const { id } of hosts.filter(isGone)) await registry.forget(id)
    return hosts.filter(host => !isGone(host))
  }

  /** A vault that went to another host is told of by that one. */
  async #readReports(): Promise<Map<string, PlatformReport>> {
    const found = new Map<string, PlatformReport>()
    for (const { id } of this.#hosts)
      for (const [platform, report] of await this.#options.registry.reports(id))
        if (this.#places.get(platform)?.host === id) found.set(platform, report)
    return found
  }

  #isAway({ seenAt }: HostReport): boolean {
    return this.#options.now() - seenAt > AWAY_AFTER_MS
  }

  /** Not while it is new, nor when it slept or Redis is away: to one who heard nothing, everybody else seems to be gone. */
  #knowsTheOthers(): boolean {
    const now = this.#options.now()
    return now >= this.#gathersUntil && now - this.#heardAt <= FRESH_FOR_MS
  }

  #there(): string[] {
    const others = this.#hosts.filter(host => !this.#isAway(host)).map(({ id }) => id)
    return [...new Set([...others, this.host.id])]
  }
}

function ownerIn(vaultPath: string): VaultOwner | null {
  try {
    return ownerAt(vaultPath)
  } catch (error) {
    if (error instanceof VaultMissing) return null
    throw error
  }
}
