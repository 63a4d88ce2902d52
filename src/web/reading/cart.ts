/**
 * What somebody chose to put back, from several nights. It stands in a cookie of the organization's pages, so that it is the same in
 * every tab, survives a reload and leaves nothing on the server.
 */
import { UsageError } from '../../model/errors.ts'
import type { Kind } from '../../model/resource.ts'
import { declarationOf } from '../../resources/index.ts'
import { NAMED, NAMED_LISTS } from '../../restore/read/named-items.ts'
import type { RestoreChoice } from '../../restore/request.ts'

export interface CartItem {
  snapshot: number
  /** Of those that a restore is asked for by name; `organization`: everything that the snapshot has. */
  kind: Kind
  id: string
}

export const CART_COOKIE = 'docvault-cart'
/** Browsers keep 4096 bytes of a cookie with its name and its attributes. */
const MOST_BYTES = 3600

export function readCart(cookie: string | null): CartItem[] {
  return (cookie ?? '').split('/').flatMap(text => readItem(text) ?? [])
}

/** As a form has it; null: it is none. */
export function readItem(text: string): CartItem | null {
  const [snapshot = '', name = '', id = ''] = text.split(':')
  const kind = choosable(name)
  if (!/^\d{1,9}$/.test(snapshot) || kind === null || id === '') return null
  try {
    return { snapshot: Number(snapshot), kind, id: decodeURIComponent(id) }
  } catch {
    return null
  }
}

/** Without `:` and `/` in the id. */
export function itemText({ snapshot, kind, id }: CartItem): string {
  return `${snapshot}:${kind}:${encodeURIComponent(id)}`
}

/** Throws UsageError. */
export function cartText(items: readonly CartItem[]): string {
  const text = [...new Set(items.map(itemText))].join('/')
  if (text.length <= MOST_BYTES) return text
  throw new UsageError('that is more than can be chosen at once', {
    hint: 'plan what was chosen first; or choose the space rather than its pages',
  })
}

/** Null: it comes back with what it stands in. */
export function choosable(name: string): Kind | null {
  const kind = declarationOf(name)?.kind
  return kind !== undefined && (kind === 'organization' || listOf(kind) !== undefined) ? kind : null
}

function listOf(kind: Kind) {
  return NAMED_LISTS.find(list => NAMED[list].kind === kind)
}

/** Of each snapshot what to ask for, in the order in which they were chosen. */
export function choicesIn(items: readonly CartItem[]): { snapshot: number; choice: RestoreChoice }[] {
  return [...Map.groupBy(items, ({ snapshot }) => snapshot)].map(([snapshot, chosen]) => ({
    snapshot,
    choice: chosen.some(({ kind }) => kind === 'organization') ? {} : choiceOf(chosen),
  }))
}

function choiceOf(items: readonly CartItem[]): RestoreChoice {
  const lists = Map.groupBy(items, ({ kind }) => listOf(kind))
  return Object.fromEntries(
    [...lists].flatMap(([list, chosen]) => (list ? [[list, chosen.map(({ id }) => id)]] : [])),
  )
}
