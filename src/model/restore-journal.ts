/**
 * What is remembered of restores: runs, a line before and after each write, and which object became which.
 */
import type { Kind } from './resource.ts'

/** `running`: at work, or left by a crash and to be resumed. `partial`: some steps failed. */
export type RestoreRunState = 'running' | 'complete' | 'partial' | 'undone'

export interface RestoreRunRow {
  id: number
  /** The snapshot that is put back. */
  snapshot: number
  /** Id of the organization that is written to. */
  target: string
  /** Snapshots of the target before and after. */
  before: number
  after: number | null
  state: RestoreRunState
  request: unknown
  report: unknown
  /** ISO 8601, UTC. */
  started: string
  finished: string | null
}

export interface JournalLine {
  at: string
  /** Names the write within its run; the same for each attempt. */
  write: string
  /** `begun` without an end: whether the platform took it has to be looked up. */
  state: 'begun' | 'done' | 'failed'
  detail: string | null
}

export interface RestoredId {
  run: number
  kind: Kind
  /** Ids from below the organization down to the resource, joined by '/'. */
  source: string
  target: string
  /** By this run; else it was there, and was taken for the same. */
  made: boolean
}
