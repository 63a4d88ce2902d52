/**
 * What a repair is asked for, plans and answers. It plans and applies by the same code: what it would do is what it does.
 */
import type { Digest } from '../../model/digest.ts'
import type { Acting } from '../annotation-writer.ts'
import type { OtherCatalog } from '../catalog/other-rows.ts'
import type { ContentKey, Finding, ResourceKey } from '../types.ts'

/**
 * `rebuild`: made again from what it follows from. `store`: stored again from good bytes. `through`: read again once what it
 * is a delta against is stored. `lose`: marked as lost, for nobody has its bytes. `drop`: taken out, for nobody needs it.
 * `none`: left as it is; the words say what to do.
 */
export type RemedyAction = 'rebuild' | 'store' | 'through' | 'lose' | 'drop' | 'none'

/** What becomes of one finding of the check. */
export interface Remedy {
  code: Finding['code']
  /** Of the finding. */
  message: string
  content?: Digest
  action: RemedyAction
  /** Of `store` and `rebuild`: where it comes from. */
  from: string | null
  /** For people: what is done, or what to do instead. */
  words: string
}

export interface RepairReport {
  applied: boolean
  remedies: Remedy[]
  /** Contents that are lost now, those of earlier repairs included. */
  lost: number
  /** Damage that is left, or of a plan that would be. */
  left: number
  /** The folder that has what was there before; null: nothing was changed. */
  kept: string | null
  /** False: a snapshot was being written for all of the time. */
  finished: boolean
}

export interface RepairProgress {
  phase: 'reading' | 'mending'
  done: number
  /** 0: not known. */
  total: number
}

export interface RepairPlanOptions {
  /** Beside what the vault has itself, in the order in which they are asked. */
  sources?: readonly ContentSource[] | undefined
  /** Where rows may be that the catalog has no more: of the same vault, one after the other until one has them. */
  others?: readonly OtherCatalog[] | undefined
  signal?: AbortSignal | undefined
  progress?: ((progress: RepairProgress) => void) | undefined
}

export interface RepairOptions extends RepairPlanOptions {
  /** Whoever has it done, for the ledger. */
  acting: Acting
  /** Told of each transaction, when it has reached the disk. What it throws ends the repair, as a crash would. */
  committed?: (() => void) | undefined
}

/** A content whose bytes are looked for. */
export interface WantedContent {
  content: ContentKey
  digest: Digest
  bytes: number
  /** What it is of, newest first; not all, where it is of many. `part` null: what the platform said of the resource. */
  uses: readonly ContentUse[]
}

export interface ContentUse {
  /** Id of the platform. */
  organization: string
  resource: ResourceKey
  part: string | null
}

/** Bytes that may be the right ones; whoever asked hashes them. */
export interface FoundBytes {
  /** For people. */
  from: string
  /** Null where they are too many to be held. */
  bytes: Buffer | null
  /** Writes them to a new file. */
  writeTo(file: string): Promise<void>
}

/** Where bytes may be that the vault has no more. */
export interface ContentSource {
  /** With all that is looked for, so that what they have in common is read once. */
  open(wanted: readonly WantedContent[]): Promise<OpenSource>
}

export interface OpenSource {
  /** Null: it does not have them. Throws SourceUnavailable where that cannot be told now. */
  find(wanted: WantedContent): Promise<FoundBytes | null>
  close(): void
}
