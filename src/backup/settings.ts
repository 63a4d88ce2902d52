/**
 * What a backup is asked to do: how much it believes, how far it goes, and what it may cost.
 */
import type { Kind } from '../model/resource.ts'

export interface BackupSettings {
  /** Body formats of pages: `document`, `markdown`. */
  formats: readonly string[]
  /** When the Markdown of a page is read that the vault has none of; see deferred-bodies.ts. */
  markdown: 'with-documents' | 'later'
  /** Of how many pages it is read in one run, where it is read later. */
  markdownPerRun: number
  /** Of the kinds that strangers wrote, those that are read. */
  alsoRead: readonly Kind[]
  /** Read everything that has no exact token, too (docs/development/platform.md#change-tokens). */
  exact: boolean
  /** In a fast run, a scope without an exact token is read again after this time. */
  exactEveryMs: number
  /** In a fast run, a list without a token that one request reads is read again after this time. */
  listsEveryMs: number
  /** Readings of a space that moves on while it is read, before its pages count as fuzzy. */
  rounds: number
  /** In an exact run, what counts as frozen is read again after this time. */
  rereadFrozenEveryMs: number
  /** No new scope is begun after this time; 0: no limit. */
  maxDurationMs: number
  /** No new scope is begun after so many gaps; 0: no limit. */
  maxGaps: number
  /** Sites beyond those that the service lists or the organization names. */
  knownSites: readonly string[]
  /** A scope that lost more than this share is a gap; 0 switches the guard off. */
  shrinkGuardPercent: number
  /** Scopes smaller than this are not guarded. */
  shrinkGuardFrom: number
  /** Bodies fetched at a time within one space, and spaces read at a time. */
  concurrency: number
  spacesAtOnce: number
  /** Only these spaces, by id; the others are carried, and gaps where they have changed. */
  spaces?: readonly string[]
}
