/** How it is said that a snapshot has every document, and not the Markdown of every page yet. */
import { plural } from './plural.ts'
import type { SnapshotSummary } from './snapshot.ts'

/** Empty, or behind the state: `, Markdown of 3 pages pending`. */
export function pendingBehind({ proof }: Pick<SnapshotSummary, 'proof'>): string {
  const pending = proof?.markdown_pending ?? 0
  return pending === 0 ? '' : `, ${pendingWords(pending)}`
}

export function pendingWords(pages: number): string {
  return `Markdown of ${plural(pages, 'page')} pending`
}
