/**
 * What a backup tells while it goes, for whoever shows or counts it.
 */
import type { FoundAnomaly } from '../model/anomaly.ts'
import type { Kind } from '../model/resource.ts'
import type { GapClass } from '../model/snapshot.ts'

/** Called for each event, in the order in which they happen. */
export type BackupListener = (event: BackupEvent) => void

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
  /** Found after the seal: much changed at once. Forget and prune leave the organization alone until it is acknowledged. */
  | ({ type: 'anomaly' } & FoundAnomaly)
  /** An error of ours: with a stack, for a log. */
  | { type: 'bug'; message: string; stack: string }
  | { type: 'gap'; kind: Kind; parent: string; class: GapClass; message: string }
