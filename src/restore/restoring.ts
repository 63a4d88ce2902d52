/** What a restore works with, and what it tells on its way. */
import type { Kind } from '../model/resource.ts'
import type { SnapshotSummary } from '../model/snapshot.ts'
import type { Platform } from '../platform/client.ts'
import type { Vault, WritableVault } from '../vault/vault.ts'
import type { KnownContents } from './known-contents.ts'
import type { MaskedSource } from './mask/open-masked.ts'
import type { WriterName } from './read/target-profile.ts'
import type { RestoreRequest } from './request.ts'
import type { Scratches } from './scratch.ts'

export interface Restoring {
  platform: Platform
  /** Holds the snapshot that is put back. */
  source: Vault
  /** Of the source, as far as it is known. */
  known?: KnownContents
  /** Holds the target's states, the journal and the ids; may be the same. */
  vault: WritableVault
  request: RestoreRequest
  /** Of a masked copy: `source` is masked then. */
  masked?: MaskedSource | null
  /** Takes an exact snapshot of the target as it is, and believes it however empty it is. */
  readTarget: (what: 'before' | 'after') => Promise<SnapshotSummary>
  /** `auto`: what the service seems to offer. */
  writer: WriterName | 'auto'
  requestsPerSecond: number
  signal: AbortSignal | undefined
  now: () => number
  report: (event: RestoreEvent) => void
  /** Open until the restore is done, or is given up. */
  scratches: Scratches
}

export type RestoreEvent =
  | { type: 'reading'; what: 'before' | 'after' }
  | { type: 'plan'; steps: number; requests: number }
  | { type: 'begin'; run: number }
  /** `at`: how many were tried; `done`: how many of them worked. */
  | { type: 'step'; at: number; done: number; of: number; action: string; kind: Kind; label: string }
