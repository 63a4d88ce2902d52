/**
 * How an emulator is started, and what is wrong with options that cannot be served.
 */
import { UsageError } from '../model/errors.ts'
import { type Fault, parseFaults } from './faults/fault.ts'
import type { Synthetic } from './generate/synthetic.ts'
import { PROFILES, type Profile } from './protocol/profile.ts'
import { WINDOW_SECONDS } from './protocol/rate-limit.ts'

/** What a site has, as a list that nobody makes through the API. */
export interface SiteList {
  /** The operations that list and find: their names. */
  list: string
  find: string
  /** Its path below the site. */
  at: string
  /** One answer has everything, without pages. */
  whole?: true
}

export interface EmulatorOptions {
  host?: string
  /** 0 = any free one. */
  port?: number
  /** How clients reach it, when that is not `http://host:port` (a container, a proxy). Without `/v1`. */
  publicUrl?: string
  profile?: Profile
  /** Names of operations that this service does not have, whatever its profile. */
  without?: readonly string[]
  /** Plain lists of sites besides those it has. What is in one stands on the shelf that is called like its path. */
  lists?: readonly SiteList[]
  /** What it calls its version. */
  serviceVersion?: string
  seed?: number
  /** Folders in the bundle layout, each a space. */
  load?: readonly { title: string; folder: string }[]
  /** Spaces whose bodies are made when they are read. */
  synthetic?: Synthetic
  /** People in the organization, the token's owner included. */
  members?: number
  teams?: number
  /** Empty organizations beside the main one. */
  organizations?: number
  /** OpenAPI files, JSON or YAML. */
  specs?: readonly string[]
  comments?: number
  changeRequests?: number
  sites?: number
  /** Bodies and files are kept in a temporary file, and memory stays small however much there is. */
  onDisk?: boolean
  latencyMs?: number
  rateLimitPerMinute?: number
  /** Length of a window of the limit, in seconds; then it is so many a window. Default 60. */
  rateWindowSeconds?: number
  /** As a list, or as text (`parseFaults`). */
  faults?: readonly Fault[] | string
  now?: () => number
}

export interface Settings {
  host: string
  port: number
  publicUrl: string | null
  profile: Profile
  without: ReadonlySet<string>
  lists: readonly SiteList[]
  serviceVersion: string
  seed: number
  load: readonly { title: string; folder: string }[]
  synthetic: Synthetic
  members: number
  teams: number
  organizations: number
  sites: number
  comments: number
  changeRequests: number
  specs: readonly string[]
  onDisk: boolean
  latencyMs: number
  rateLimitPerMinute: number | undefined
  rateWindowSeconds: number
  faults: readonly Fault[]
  now: () => number
}

/** Throws `UsageError`, which names every bad option. */
export function settingsOf(options: EmulatorOptions): Settings {
  assertPossible(options)
  const { faults = [], publicUrl } = options
  return {
    host: options.host ?? '127.0.0.1',
    port: options.port ?? 0,
    publicUrl: publicUrl === undefined ? null : publicUrl.replace(/\/(?:v1\/?)?$/, ''),
    profile: options.profile ?? 'full',
    without: new Set(options.without),
    lists: options.lists ?? [],
    serviceVersion: options.serviceVersion ?? '1.0.0',
    seed: options.seed ?? 1,
    load: options.load ?? [],
    synthetic: options.synthetic ?? { spaces: 0, pages: 0 },
    members: options.members ?? 3,
    teams: options.teams ?? 1,
    organizations: options.organizations ?? 0,
    sites: options.sites ?? 0,
    comments: options.comments ?? 0,
    changeRequests: options.changeRequests ?? 0,
    specs: options.specs ?? [],
    onDisk: options.onDisk ?? false,
    latencyMs: options.latencyMs ?? 0,
    rateLimitPerMinute: options.rateLimitPerMinute,
    rateWindowSeconds: options.rateWindowSeconds ?? WINDOW_SECONDS,
    faults: typeof faults === 'string' ? parseFaults(faults) : faults,
    now: options.now ?? Date.now,
  }
}

function assertPossible(options: EmulatorOptions): void {
  const problems = [
    ...notCounts(options).map(name => `${name} must be a whole number, 0 or more`),
    ...((options.members ?? 1) < 1 ? ['members must be at least 1: the owner of the token'] : []),
    ...((options.rateLimitPerMinute ?? 1) < 1 ? ['rateLimitPerMinute must be at least 1'] : []),
    ...((options.rateWindowSeconds ?? 1) < 1 ? ['rateWindowSeconds must be at least 1'] : []),
    ...(PROFILES.includes(options.profile ?? 'full')
      ? []
      : [`profile must be one of ${PROFILES.join(', ')}`]),
  ]
  if (problems.length > 0) throw new UsageError(`the emulator cannot be started so: ${problems.join('; ')}`)
}

function notCounts(options: EmulatorOptions): string[] {
  const names = [
    'members',
    'teams',
    'organizations',
    'sites',
    'comments',
    'changeRequests',
    'latencyMs',
    'rateLimitPerMinute',
    'rateWindowSeconds',
    'seed',
  ] as const
  return names.filter(name => {
    const value = options[name]
    return value !== undefined && !(Number.isInteger(value) && value >= 0)
  })
}
