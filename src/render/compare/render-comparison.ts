/**
 * A comparison as HTML: how many changes there are, and one body in which each block that differs says in words what became of
 * it, for who cannot see colours or hears the page, and leads to the next one.
 */
import { plural } from '../../model/plural.ts'
import { placeOfOurs } from '../html/address.ts'
import { type Child, element, type Html, join } from '../html/element.ts'
import type { BlockChange, ChangeKind, Comparison } from './comparison.ts'

export function renderComparison({ blocks, limits }: Comparison): string {
  const notes = limits.map(limit => element('p', { class: 'label limit' }, limit))
  const last = blocks.filter(isChange).length
  let place = 0
  const shown = blocks.map(block =>
    isChange(block) ? renderChange(block, { place: ++place, last }) : sameBlock(block),
  )
  return join(summary(blocks), notes, shown).toString()
}

function isChange({ kind }: BlockChange): boolean {
  return kind !== 'same'
}

/** `4 changes: 1 added, 2 changed, 1 moved`. A block that was moved is one change in two places. */
function summary(blocks: readonly BlockChange[]): Html {
  const changes = blocks.filter(
    block => isChange(block) && !(block.kind === 'moved' && block.place === 'before'),
  )
  if (changes.length === 0)
    return element('p', { class: 'label summary' }, 'Nothing that a reader sees differs.')
  const counts = Object.entries(COUNTED).flatMap(([kind, words]) => {
    const count = changes.filter(change => change.kind === kind).length
    return count === 0 ? [] : [`${count} ${words}`]
  })
  return element(
    'p',
    { class: 'label summary' },
    `${plural(changes.length, 'change')}: ${counts.join(', ')} `,
    linkTo(1, 'to the first change'),
  )
}

interface Place {
  /** From 1. */
  place: number
  last: number
}

function linkTo(place: number, words: string): Html {
  return element('a', { href: placeOfOurs(idOf(place)) }, words)
}

function idOf(place: number) {
  return `change-${place}` as const
}

/** Says nothing of what is the same. */
function sameBlock({ afterHtml }: BlockChange): Html {
  return join(afterHtml ?? undefined)
}

function renderChange(change: BlockChange, place: Place): Html {
  const { kind, afterHtml, beforeHtml, wordsHtml } = change
  const head = heading(change, place)
  const shown = wordsHtml ?? afterHtml ?? beforeHtml ?? undefined
  const section = (...content: readonly Child[]) =>
    element('section', { class: `change ${kind}`, id: idOf(place.place) }, head, content)
  if (kind === 'formatted')
    return section(
      shown,
      element('div', { class: 'earlier' }, said('As it was before:'), beforeHtml ?? undefined),
    )
  if (kind !== 'changed' || wordsHtml !== null) return section(shown)
  return section(
    element('del', { class: 'block' }, said('Before:'), beforeHtml ?? undefined),
    element('ins', { class: 'block' }, said('After:'), afterHtml ?? undefined),
  )
}

function heading(change: BlockChange, { place, last }: Place): Html {
  const next =
    place < last ? linkTo(place + 1, 'next change') : last > 1 ? linkTo(1, 'to the first change') : undefined
  return element('p', { class: 'label' }, wordsFor(change), next && [' · ', next])
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

/** In the order in which they are counted. */
const COUNTED: Readonly<Partial<Record<ChangeKind, string>>> = {
  removed: 'removed',
  added: 'added',
  changed: 'changed',
  formatted: 'changed in form only',
  moved: 'moved',
}

function wordsFor({ kind, place, before, after }: BlockChange): string {
  if (kind !== 'moved' || before === null || after === null) return WORDS[kind]
  return place === 'before'
    ? `Moved from here: now it is block ${after + 1}`
    : `Moved to here: it was block ${before + 1}`
}
