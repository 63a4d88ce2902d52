/**
 * What a backup works with, from its beginning to its end. What it learns is in `knowledge.ts`, what it has to say at
 * its end in `record.ts`.
 */
import type { Platform } from '../platform/client.ts'
import type { Organization } from '../platform/operations/organizations.ts'
import type { Resource } from '../resources/resource.ts'
import type { SnapshotWriter, WritableVault } from '../vault/vault.ts'
import type { Base } from './base.ts'
import type { Budget } from './budget.ts'
import type { DeferredBodies } from './deferred-bodies.ts'
import type { BackupListener } from './events.ts'
import type { BackupSettings } from './settings.ts'

export interface BackupContext {
  platform: Platform
  vault: WritableVault
  writer: SnapshotWriter
  resources: readonly Resource[]
  settings: BackupSettings
  organization: Organization
  base: Base
  /** What counts as frozen is read again in this run. */
  rereadFrozen: boolean
  budget: Budget
  deferred: DeferredBodies
  report: BackupListener
  now: () => number
  signal: AbortSignal | undefined
}
