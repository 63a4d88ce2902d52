/** What a compaction is asked for and answers. */
import type { TurnOptions } from '../maintenance/turns.ts'

export interface CompactOptions extends TurnOptions {
  /** Of zstd, 1 to 22. From 16 on, larger blocks, and files as well: an eighth smaller where there is text, for seven times the time. Default 9. */
  level?: number | undefined
  /** At the end the catalog is written anew as a whole; whoever writes waits. Default false. */
  vacuum?: boolean | undefined
  progress?: ((progress: CompactProgress) => void) | undefined
  /** Told of each transaction, when it has reached the disk. What it throws ends the compaction, as a crash would. */
  committed?: (() => void) | undefined
}

export interface CompactProgress {
  phase: 'planning' | 'contents' | 'files' | 'space'
  done: number
  /** 0: not known. */
  total: number
}

export interface CompactPlan {
  contents: number
  /** Of these, those that are not stored as they should be. */
  loose: number
  /** Of all blocks, as they are stored. */
  bytes: number
}

export interface CompactResult {
  /** Null: a snapshot was being written for all of the time. */
  plan: CompactPlan | null
  /** That were stored anew, and take less room. */
  files: { stored: number; savedBytes: number }
  /** False: the time was over first. The next one goes on. */
  finished: boolean
  /** Of the catalog. */
  bytesBefore: number
  bytesAfter: number
  /** Inside the catalog, free for what comes next: it was made in a way that gives nothing back. */
  unreturnedBytes: number
}
