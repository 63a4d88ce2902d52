/**
 * What is to be put back, where to, and what may happen there. Plain data: it is kept with a plan and in the journal.
 */
import type { Kind } from '../model/resource.ts'

export type OnConflict = 'skip' | 'update' | 'copy'

export interface RestoreChoice {
  kinds?: readonly Kind[]
  /** Ids or titles. */
  spaces?: readonly string[]
  /** Ids or paths, each with the pages below it. */
  pages?: readonly string[]
  files?: readonly string[]
  /** With everything in them. */
  collections?: readonly string[]
  sites?: readonly string[]
  /** Ids or e-mail addresses: memberships, roles and grants. */
  people?: readonly string[]
}

export interface RestoreRequest extends RestoreChoice {
  snapshot: number
  /** Id of the organization that is written to. */
  to: string
  /** Content of the one chosen space goes into this one. */
  intoSpace?: string
  /** Page content stays in a change request, for a human to merge. */
  asChangeRequest?: boolean
  onConflict: OnConflict
  /** The organization's title, typed back: what the snapshot does not have is deleted. */
  deleteExtra?: string
  /** Sites that were published are published again. */
  publish?: boolean
}
