/**
 * A comparison as HTML: one body in which each block that differs says in words what became of it, for who cannot see colours or
 * hears the page.
 */
import { type Child, element, type Html, join } from '../html/element.ts'
import type { BlockChange, ChangeKind, Comparison } from './comparison.ts'

export function renderComparison({ blocks, limits }: Comparison): string {
  const notes = limits.map(limit => element('p', { class: 'label limit' }, limit))
  return join(notes, blocks.map(renderChange)).toString()
}

/** Says nothing of what is the same. */
function renderChange(change: BlockChange): Html {
  const { kind, afterHtml, beforeHtml, wordsHtml } = change
  const shown = wordsHtml ?? afterHtml ?? beforeHtml ?? undefined
  if (kind === 'same') return join(shown)
  if (kind === 'formatted')
    return marked(
      change,
      shown,
      element('div', { class: 'earlier' }, said('As it was before:'), beforeHtml ?? undefined),
    )
  const isReplaced = kind === 'changed' && wordsHtml === null
  if (!isReplaced) return marked(change, shown)
  return marked(
    change,
    element('del', { class: 'block' }, said('Before:'), beforeHtml ?? undefined),
    element('ins', { class: 'block' }, said('After:'), afterHtml ?? undefined),
  )
}

function marked(change: BlockChange, ...content: readonly Child[]): Html {
  return element('section', { class: `change ${change.kind}` }, said(wordsFor(change)), content)
}

function said(words: string): Html {
  return element('p', { class: 'label' }, words)
}

const WORDS: Readonly<Record<ChangeKind, string>> = {
  same: 'Same',
  added: 'Added',
  removed: 'Removed',
  moved: 'Moved',
  changed: 'Changed',
  formatted: 'Changed in form only',
}

function wordsFor({ kind, place, before, after }: BlockChange): string {
  if (kind !== 'moved' || before === null || after === null) return WORDS[kind]
  return place === 'before'
    ? `Moved from here: now it is block ${after + 1}`
    : `Moved to here: it was block ${before + 1}`
}
