/**
 * What one backup of one organization carries through its modules, and what it tells while it goes.
 */
import type { Kind } from '../model/resource.ts'
import type { Gap, NotOffered, SnapshotSummary, TokenOwner } from '../model/snapshot.ts'
import type { Platform } from '../platform/client.ts'
import type { Organization } from '../platform/operations/organizations.ts'
import type { Item, Resource, SharedReads } from '../resources/resource.ts'
import type { ContentKey, ResourceKey, SnapshotWriter, WritableVault } from '../vault/vault.ts'
import type { Budget } from './budget.ts'
import type { Report } from './events.ts'
import type { ParentNode } from './parent-node.ts'
import type { Fetched } from './part.ts'
import type { BackupSettings } from './settings.ts'

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
  placed: Map<ResourceKey, ParentNode>
  /** The organization, once it is read. */
  root: ParentNode | null
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
