/** What stands against replacing the whole content of a space: what it would take away, bring or change unasked. */
import { recordOf, textOf } from '../../model/fields.ts'
import { labelOf } from '../naming.ts'
import type { PlanBasis, Planning } from '../plan/planning.ts'
import { readState } from '../read-state.ts'
import type { StateItem } from '../state.ts'
import { sayTheSame } from '../take-back/meaning.ts'
import { whyUnsent } from './git-limits.ts'
import { differingIn, type ReplaceWish } from './replace-wish.ts'

export interface Replacing {
  /** Of the snapshot: all that would be sent. */
  items: readonly StateItem[]
  wish: ReplaceWish
  /** The space has content. */
  isFull: boolean
}

const MOST_NAMES = 3
/** Addresses under which docvault served an import: nothing stands there any more. */
const OURS = /\/git\/[\w-]{43}$/

/** In words that say what to do; empty where nothing does. */
export function obstaclesOf(planning: Planning, owner: StateItem, replacing: Replacing): string[] {
  const { basis } = planning
  const { request, chosen } = basis
  const { items, wish, isFull } = replacing
  const words: string[] = []
  const add = (list: readonly StateItem[], before: string, after: string) => {
    if (list.length > 0) words.push(`${before}${namesOf(list)}${after}`)
  }
  if (request.asChangeRequest === true) words.push('into no change request: leave --as-change-request out')
  if (isLinked(basis, owner))
    words.push('it is linked with a Git repository, whose next run would overwrite it: restore it there')
  if (!isFull) return words
  const unasked = items.filter(
    item => !chosen.has(item) && (isMissing(basis, item) || differingIn(planning, owner, item).length > 0),
  )
  const delivers = basis.taken ? unlikeFirst(basis, owner, items) : []
  const isHeld = (item: StateItem) => whyUnsent(item) !== null && !wish.missing.includes(item)
  add(wish.extra, 'would take away ', ', not in the snapshot: add --delete-extra if that may go')
  add(wish.left, 'would put back ', ', changed since: add --on-conflict update if that may be')
  add(unasked, 'would bring back ', ', not chosen: choose the whole space')
  add(delivers, 'would take away what people wrote since: ', '')
  add(items.filter(isHeld), 'would take away ', ', which no import brings back')
  return words
}

function isMissing({ matches }: PlanBasis, item: StateItem): boolean {
  return matches.target(item) === null
}

function isLinked({ matches }: PlanBasis, owner: StateItem): boolean {
  const link = recordOf(matches.target(owner)?.json.gitSync)
  return link !== null && !OURS.test(textOf(link.url) ?? '')
}

/** A bundle is of one snapshot: what is wanted otherwise than that has it cannot be sent. */
function unlikeFirst({ source }: PlanBasis, owner: StateItem, items: readonly StateItem[]): StateItem[] {
  const first = readState(source.vault, source.snapshot)
  const isUnlike = (item: StateItem) => {
    const there = first.at(item.kind, item.path)
    return there === undefined || !sayTheSame(item, source, there, first)
  }
  const [tree] = source.list('revision', owner)
  const [sent] = first.list('revision', first.at('space', owner.path) ?? owner)
  const isTree = JSON.stringify(idsIn(tree?.json.pages)) === JSON.stringify(idsIn(sent?.json.pages))
  return [...items.filter(isUnlike), ...(isTree || tree === undefined ? [] : [tree])]
}

function idsIn(pages: unknown): unknown[] {
  return Array.isArray(pages) ? pages.map(page => [recordOf(page)?.id, idsIn(recordOf(page)?.pages)]) : []
}

function namesOf(items: readonly StateItem[]): string {
  const names = items.slice(0, MOST_NAMES).map(item => `${item.kind} ${labelOf(item)}`)
  return names.join(', ') + (items.length > names.length ? ` and ${items.length - names.length} more` : '')
}
