/**
 * What one backup of one organization carries through its modules, and what it tells while it goes.
 */

import type { Kind } from '../model/resource.ts'
import type { Gap, GapClass, NotOffered, SnapshotSummary, TokenOwner } from '../model/snapshot.ts'
import type { Platform } from '../platform/client.ts'
import type { Organization } from '../platform/operations/organizations.ts'
import type { Item, Resource, SharedReads } from '../resources/resource.ts'
import type { ContentKey, ResourceKey, SnapshotWriter, WritableVault } from '../vault/vault.ts'
import type { Fetched } from './bodies.ts'
import type { Budget } from './budget.ts'

export interface BackupSettings {
  /** Body formats of pages: `document`, `markdown`. */
  formats: readonly string[]
  /** Of the kinds that strangers wrote, those that are read. */
  alsoRead: readonly Kind[]
  /** Read everything that has no exact token, too (docs/development/platform.md#change-tokens). */
  exact: boolean
  /** In a fast run, a scope without an exact token is read again after this time. */
  exactEveryMs: number
  /** In a fast run, a list without a token that one request reads is read again after this time. */
  listsEveryMs: number
  /** Readings of a space that moves on while it is read, before its pages count as fuzzy. */
  rounds: number
  /** In an exact run, what counts as frozen is read again after this time. */
  auditEveryMs: number
  /** No new scope is begun after this time; 0: no limit. */
  maxDurationMs: number
  /** No new scope is begun after so many gaps; 0: no limit. */
  maxGaps: number
  /** Sites beyond those that the service lists or the organization names. */
  knownSites: readonly string[]
  /** A scope that lost more than this share is a gap; 0 switches the guard off. */
  shrinkGuardPercent: number
  /** Scopes smaller than this are not guarded. */
  shrinkGuardFrom: number
  /** Bodies fetched at a time within one space, and spaces read at a time. */
  concurrency: number
  spacesAtOnce: number
  /** Only these spaces, by id; the others are carried, and gaps where they have changed. */
  spaces?: readonly string[]
}

export interface BackupRun {
  platform: Platform
  vault: WritableVault
  writer: SnapshotWriter
  resources: readonly Resource[]
  settings: BackupSettings
  organization: Organization
  /** Left by earlier kinds for later ones. */
  notes: Map<string, string>
  shared: SharedReads
  /** Items that no operation lists, by kind and id, as other items mention them. */
  collected: Map<Kind, Map<string, Item>>
  /** The organization and what stands directly under it, as far as it was read in this run. */
  placed: Map<ResourceKey, Placed>
  /** The organization, once it is read. */
  root: Placed | null
  /** What the snapshot before says of itself. */
  baseSummary: SnapshotSummary | null
  /** Its gaps of whole scopes, once they were looked for. */
  baseGaps: Map<string, Gap> | null
  /** Whose token it is, asked once. */
  owner(): Promise<TokenOwner | undefined>
  /** Scopes in which this run found something changed: by kind, the keys of their parents. */
  changed: Map<Kind, Set<ResourceKey | null>>
  /** Scopes that this run read to their end. */
  read: Set<string>
  /** Kinds of which a scope was believed unchanged without proof. */
  believed: Set<Kind>
  /** Documents that were searched for uploads. */
  searched: Set<ContentKey>
  /** What counts as frozen is read again in this run. */
  audit: boolean
  budget: Budget
  report: Report
  now: () => number
  signal: AbortSignal | undefined
  /** Bodies that are being fetched, by owner, key and name. */
  fetching: Map<string, Promise<Fetched>>
  /** Collected in the run, kept with the seal. */
  notOffered: Map<string, NotOffered>
}

/** A resource that other scopes stand under. */
export interface Placed {
  key: ResourceKey
  kind: Kind
  id: string
  item: Item
  title: string
  above: Placed | null
}

export type Report = (event: BackupEvent) => void

/** An organization that the platform names in a way that nobody can ask for. */
export interface LeftOut {
  type: 'left-out'
  /** Null where its id is what is wrong. */
  organization: string | null
  message: string
}

export type BackupEvent =
  | LeftOut
  | { type: 'begin'; snapshot: number; organization: string; title: string; resumed: boolean }
  | { type: 'scope'; kind: Kind; parent: string }
  | { type: 'expect'; count: number }
  | { type: 'done'; kind: Kind }
  | { type: 'warning'; message: string }
  /** An error of ours: with a stack, for a log. */
  | { type: 'bug'; message: string; stack: string }
  | { type: 'gap'; kind: Kind; parent: string; class: GapClass; message: string }
