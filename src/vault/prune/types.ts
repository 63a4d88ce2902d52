/** What a prune is asked for, plans and answers. */
import type { Acting } from '../annotation-writer.ts'
import type { Candidates } from './candidates.ts'

export interface PrunePlanOptions {
  /** How long what was forgotten can be brought back. Milliseconds. */
  undoMs: number
  /**
   * Of the bytes of a block, from which on a block that holds something needed is stored anew without the rest. 0: always.
   * Default a quarter.
   */
  leastDeadShare?: number | undefined
  signal?: AbortSignal | undefined
}

export interface PruneOptions extends PrunePlanOptions {
  /** Ends after this time; the next one goes on. Milliseconds. */
  maxDurationMs?: number | undefined
  /** Whoever has it done, for the ledger, which has no entry of it otherwise. */
  acting?: Acting | undefined
  /** Told which snapshots go before anything goes, once more for others; what it throws ends the prune, and nothing has gone. */
  agreed?: ((snapshots: readonly number[]) => void) | undefined
  progress?: ((progress: PruneProgress) => void) | undefined
  /** Told of each transaction, when it has reached the disk. What it throws ends the prune, as a crash would. */
  committed?: (() => void) | undefined
}

export interface PruneProgress {
  phase: 'planning' | 'rows' | 'blocks' | 'space'
  done: number
  /** 0: not known. */
  total: number
}

export interface GoAndStay {
  go: number
  stay: number
}

/** Of the whole vault. */
export interface PrunePlan extends Candidates {
  /** Snapshots that can be read afterwards. */
  stay: number
  versions: GoAndStay
  /** Distinct ones. */
  contents: GoAndStay
  /**
   * As they are stored. Of a block of which some goes, its share: what stays may need a little more or less once it is stored
   * anew.
   */
  bytes: GoAndStay
}

export interface PruneResult {
  /** Null: a snapshot was being written for all of the time. */
  plan: PrunePlan | null
  /** False: the time was over first. The next prune goes on. */
  finished: boolean
  /** Of the catalog and of the files that went. */
  bytesBefore: number
  bytesAfter: number
  /** Inside the catalog, free for what comes next: it was made in a way that gives nothing back. */
  unreturnedBytes: number
}
