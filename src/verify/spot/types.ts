/**
 * What a spot check is asked for, and what it answers.
 */
import type { Kind } from '../../model/resource.ts'
import type { SnapshotSummary } from '../../model/snapshot.ts'
import type { Platform } from '../../platform/client.ts'
import type { Organization } from '../../platform/operations/organizations.ts'
import type { Resource } from '../../resources/resource.ts'
import type { StoredResource, Vault } from '../../vault/vault.ts'

/** What of the platform is looked at, and how. */
export interface LiveReading {
  platform: Platform
  vault: Vault
  snapshot: SnapshotSummary
  /** As the platform has it now. */
  organization: Organization
  resources: readonly Resource[]
  /** Body formats that a backup asks for: setting `backup.formats`. */
  formats: readonly string[]
  knownSites: readonly string[]
  /** Kinds of strangers that are read: setting `backup.alsoRead`. */
  alsoRead: readonly Kind[]
  signal?: AbortSignal | undefined
}

export interface SpotCheck extends LiveReading {
  /** How many resources to draw; from 1. */
  count: number
  /** In [0, 1). Default Math.random. */
  random?: () => number
  report?: (done: number, total: number) => void
}

/**
 * `same`: means what the snapshot has. `changed`: differs, and may have been changed since. `wrong`: differs though nothing
 * changed since. `gone`: the platform does not show it any more. `unread`: it could not be asked.
 */
export type SpotState = 'same' | 'changed' | 'wrong' | 'gone' | 'unread'

export interface SpotResult {
  state: SpotState
  stored: StoredResource
  title: string
  /** Paths that differ, parts in parentheses; why it could not be read. */
  about: readonly string[]
}

export interface SpotReport {
  snapshot: number
  /** In the order of the snapshot. */
  results: SpotResult[]
  requests: number
}
