/**
 * What jobs work with: connections to the platform and the vault. A command opens them for one job; the daemon holds
 * them for all of its own, so that there is one rate limit and one writer.
 */
import type { Config } from '../config/settings.ts'
import { UsageError, VaultElsewhere, VaultMissing } from '../src/model/errors.ts'
import { readHost } from '../src/model/host.ts'
import type { Claim } from '../src/model/vault-owner.ts'
import { type Connections, openConnections, type Platform } from '../src/platform/client.ts'
import type { PlatformObserver } from '../src/platform/meter.ts'
import type { Slots } from '../src/platform/rate.ts'
import {
  type Checkpointer,
  openVaultForWriting,
  ownerAt,
  type Upgrade,
  type WritableVault,
} from '../src/vault/vault.ts'
import type { ReadApart } from './reading.ts'

export interface Held {
  /** With its own counters and its fair share of the rate. Close it. */
  client(signal: AbortSignal | undefined): Platform
  /** Opened by the first call. Throws VaultLocked. */
  vault(): Promise<WritableVault>
  /** Milliseconds since the epoch. */
  now(): number
  /** For jobs that only read: does them where they are in nobody's way. */
  apart?: ReadApart | undefined
}

/** What a job has to work with: what is lent to it, or the configuration to open its own by. */
export interface HeldSource {
  config: Config
  /** What the daemon keeps open and lends; without it a job opens and closes its own. */
  held?: Held
  /** Told when its own opening upgraded the vault. */
  upgraded?: (upgrade: Upgrade) => void
}

export interface HeldByUs extends Held {
  /** New clients get these settings and the limiter of new connections; old ones keep what they have. */
  reconfigure(config: Config): Promise<void>
  close(): Promise<void>
}

export interface HeldOptions {
  /** Shown to whoever finds the vault locked. */
  command: string
  observer?: PlatformObserver
  /** Milliseconds since the epoch. */
  clock?: () => number
  apart?: ReadApart
  upgraded?: ((upgrade: Upgrade) => void) | undefined
  /** Of all vaults that are held: who copies their logs. */
  checkpointer?: Checkpointer | undefined
  /** As whose the vault is opened. Default: that of the host whose data folder is configured, where the vault is its own. */
  claim?: Claim | undefined
  /** What others with the same token share. Default: the rate of the configuration, for these connections alone. */
  rateOf?: ((config: Config) => Slots | null) | undefined
  /** Opens the vault as it is found, for a repair. */
  asFound?: boolean
}

export function openHeld(initial: Config, options: HeldOptions): HeldByUs {
  let config = initial
  let shared: Shared | null = null
  let opening: Promise<WritableVault> | null = null
  let vault: WritableVault | null = null
  // Until the vault is open: asking which organizations there are needs none, and should make none.
  const early = new Map<string, string>()
  const nameOf = (name: string) => `${config['platform.url']} ${name}`
  const facts = {
    get: (name: string) => vault?.fact(nameOf(name)) ?? early.get(name) ?? null,
    set: (name: string, value: string) => {
      early.set(name, value)
      vault?.setFact(nameOf(name), value)
    },
  }
  return {
    now: options.clock ?? Date.now,
    apart: options.apart,
    client(signal) {
      shared ??= makeShared(openConnections(platformOptions(config, options.observer, options.rateOf)))
      return shared.client(facts, signal)
    },
    async vault() {
      opening ??= openVaultForWriting(config['vault.path'], {
        inlineLimitBytes: config['vault.inlineLimit'],
        command: options.command,
        clock: options.clock,
        timezone: config['schedules.timezone'],
        upgraded: options.upgraded,
        asFound: options.asFound,
        claim: options.claim ?? ownClaim(config),
        checkpointer: options.checkpointer,
      })
      try {
        vault = await opening
      } catch (error) {
        opening = null
        throw error
      }
      return vault
    },
    async reconfigure(changed) {
      const before = shared
      config = changed
      shared = null
      await before?.retire()
    },
    async close() {
      await shared?.retire()
      await vault?.close()
    },
  }
}

/**
 * Of a command on a host of a fleet. Undefined: the vault is of nobody in particular, or refuses whoever asks. Throws
 * VaultElsewhere where there is none: a command does not know whether another host has it.
 */
function ownClaim(config: Config): Claim | undefined {
  if (config['fleet.host'] === null) return undefined
  const host = readHost(config['daemon.path'])
  if (host === null) return undefined
  try {
    const { host: owner, epoch } = ownerAt(config['vault.path'])
    return owner === host ? { host, epoch } : undefined
  } catch (error) {
    if (!(error instanceof VaultMissing)) throw error
    throw new VaultElsewhere(
      config['vault.path'],
      null,
      'there is none here, and a daemon of the fleet makes it',
    )
  }
}

/** Connections that close when they are retired and their last client is done. */
interface Shared extends Pick<Connections, 'client'> {
  retire(): Promise<void>
}

function makeShared(connections: Connections): Shared {
  let clients = 0
  let retired = false
  const closeIfIdle = async () => {
    if (retired && clients === 0) await connections.close()
  }
  return {
    client(facts, signal) {
      const platform = connections.client(facts, signal)
      clients++
      let open = true
      const close = async () => {
        await platform.close()
        if (open) clients--
        open = false
        await closeIfIdle()
      }
      return { ...platform, close }
    },
    async retire() {
      retired = true
      await closeIfIdle()
    },
  }
}

/** Throws UsageError for settings with which no request can succeed. Asks nobody. */
export async function assertReachable(config: Config): Promise<void> {
  for (const id of config['platform.organizations'])
    if (!/^[\w.~-]+$/.test(id))
      throw new UsageError(`platform.organizations: "${id}" is no id of an organization`, {
        hint: 'set DOCVAULT_PLATFORM_ORGANIZATIONS (or platform.organizations) to ids, not titles, or leave it out for all',
      })
  const connections = openConnections(platformOptions(config))
  await connections.close()
}

/** The vault that is held, and connections of our own by another configuration. Closing leaves the vault open. */
export function withOwnConnections(held: Held, config: Config): HeldByUs {
  const own = openHeld(config, { command: 'docvault', clock: held.now })
  return { ...own, vault: held.vault, apart: held.apart }
}

/** Lends what the daemon holds, or opens it for this one task. */
export async function withHeld<T>(
  { config, held, upgraded }: HeldSource,
  command: string,
  task: (held: Held) => Promise<T>,
  { asFound = false, claim }: Pick<HeldOptions, 'asFound' | 'claim'> = {},
): Promise<T> {
  if (held) return task(held)
  const own = openHeld(config, { command, upgraded, asFound, claim })
  try {
    return await task(own)
  } finally {
    await own.close()
  }
}

/** Lends a client for this one task. */
export async function withClient<T>(
  held: Held,
  signal: AbortSignal | undefined,
  task: (platform: Platform) => Promise<T>,
): Promise<T> {
  const platform = held.client(signal)
  try {
    return await task(platform)
  } finally {
    await platform.close()
  }
}

function platformOptions(config: Config, observer?: PlatformObserver, rateOf?: HeldOptions['rateOf']) {
  const rate = rateOf?.(config)
  const requestsPerMinute = config['platform.requestsPerMinute']
  return {
    url: needed(config['platform.url'], 'platform.url', 'the address of the management API'),
    token: tokenOf(config),
    concurrency: config['platform.concurrency'],
    attempts: config['platform.attempts'],
    retryDelayMs: config['platform.retryDelay'],
    timeoutMs: config['platform.timeout'],
    ...waitsOf(config),
    maxBodyBytes: config['platform.maxBodyBytes'],
    maxFileBytes: config['platform.maxFileBytes'],
    maxRateLimitWaitMs: config['platform.maxRateLimitWait'],
    allowPrivateAddresses: config['platform.allowPrivateAddresses'],
    userAgent: 'docvault',
    ...(observer ? { observer } : {}),
    ...(requestsPerMinute === null ? {} : { requestsPerMinute }),
    ...(rate ? { rate } : {}),
  }
}

/** How long answers and files may take, of whatever platform. */
export function waitsOf(config: Config) {
  return {
    answerTimeoutMs: config['platform.answerTimeout'],
    downloadTimeoutMs: config['platform.downloadTimeout'],
    leastRate: config['platform.leastRate'],
  }
}

function tokenOf(config: Config): string {
  const token = needed(config['platform.token'], 'platform.token', 'an API token')
  if (/^[\x21-\x7e]+$/.test(token)) return token
  throw new UsageError('platform.token holds a space, a line break or another character that no token has', {
    hint: 'set DOCVAULT_PLATFORM_TOKEN (or platform.tokenFile) to the token alone',
  })
}

function needed(value: string | null, key: string, what: string): string {
  if (value !== null && value !== '') return value
  const name = `DOCVAULT_${key.replace('.', '_').toUpperCase()}`
  throw new UsageError(`${key} is not set`, {
    hint: `set ${name} (or ${key} in docvault.yaml) to ${what}; \`docvault demo\` needs neither`,
  })
}
