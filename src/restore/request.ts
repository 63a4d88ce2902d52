/**
 * What is to be put back, where to, and what may happen there. Plain data: it is kept with a plan and in the journal.
 */
import type { Kind } from '../model/resource.ts'

export type OnConflict = 'skip' | 'update' | 'copy'

export interface RestoreChoice {
  kinds?: readonly Kind[] | undefined
  /** Ids or titles. */
  spaces?: readonly string[] | undefined
  /** Ids or paths, each with the pages below it. */
  pages?: readonly string[] | undefined
  files?: readonly string[] | undefined
  /** With everything in them. */
  collections?: readonly string[] | undefined
  sites?: readonly string[] | undefined
  /** Ids or e-mail addresses: memberships, roles and grants. */
  people?: readonly string[] | undefined
}

export interface TakeBackWish {
  /** Snapshot of the target with what is taken back in it; `snapshot` is the one before. */
  after: number
  /** Only what this run wrote. */
  run?: number | undefined
}

/** What a masked copy hides: who people are, and what they said in comments. */
export const MASKABLE = ['people', 'comments'] as const
export type Maskable = (typeof MASKABLE)[number]

export interface MaskWish {
  what: readonly Maskable[]
  /** 256 random bits in hex, from which all pseudonyms follow: made with the plan, kept with it and with its run. */
  key?: string | undefined
}

export interface RestoreRequest extends RestoreChoice {
  snapshot: number
  /** Id of the organization that is written to. */
  to: string
  /** Content of the one chosen space goes into this one. */
  intoSpace?: string | undefined
  /** Page content stays in a change request, for a human to merge. */
  asChangeRequest?: boolean | undefined
  onConflict: OnConflict
  /** The organization's title, typed back: what the snapshot does not have is deleted. */
  deleteExtra?: string | undefined
  /** The organization's title, typed back: who had more access, or another way in, gets it again. */
  allowWidening?: string | undefined
  /** What was there in `snapshot` and what came after it is taken back, not a whole snapshot restored. */
  takeBack?: TakeBackWish | undefined
  /** Sites that were published are published again. */
  publish?: boolean | undefined
  /** People of the source become pseudonyms, in whatever is written. */
  mask?: MaskWish | undefined
}
