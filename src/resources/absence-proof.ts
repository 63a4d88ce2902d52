/**
 * How it is proved that an item which a list no longer has is gone (docs/concepts/gaps.md). A list that lost too much at
 * once is not believed whatever is said here.
 */
import type { Platform } from '../platform/client.ts'

/** Where the list was read. */
interface Place {
  parent: unknown
}

/**
 * `kept`: nothing proves it, because the list names only what is new or changed: what it does not name stays. By asking
 * for the item; or else by the list alone.
 */
export type AbsenceProof<Context extends Place> =
  | 'kept'
  | Asked<Context>
  | AskedInVain<Context>
  | ListBelief<Context>

/**
 * Where nothing can be asked about a single item. `listed`: what the list does not name is gone, if it is empty, too.
 * `unless-empty`: an empty list is wrong however often it comes, and a person settles it. `agreed`: to lose the last one
 * is ordinary, and what two exact runs, one after the other, did not see is gone.
 */
export type ListBelief<Context extends Place> = 'listed' | 'unless-empty' | 'agreed' | Counted<Context>

/** The parent tells whether an empty list is true. */
interface Counted<Context extends Place> {
  mayBeEmpty(parent: Context['parent']): boolean
}

interface Asked<Context extends Place> {
  /** False when it is still there. */
  isGone(platform: Platform, missing: MissingItem, context: Context): Promise<boolean>
}

interface AskedInVain<Context extends Place> {
  /** Null when nobody can tell: then a second listing must agree, and the list is believed as `otherwise` says. */
  isGone(platform: Platform, missing: MissingItem, context: Context): Promise<boolean | null>
  otherwise: ListBelief<Context>
}

export interface MissingItem {
  id: string
  /** As the vault has it. */
  stored(): Readonly<Record<string, unknown>>
}

/** An item by item proof; null: there is none. */
export function askedOf<Context extends Place>(
  proof: AbsenceProof<Context>,
): AskedInVain<Context>['isGone'] | null {
  return typeof proof === 'object' && 'isGone' in proof ? proof.isGone : null
}

/** What is believed where nobody can tell; of what is always known, or never gone, it is never asked. */
export function beliefOf<Context extends Place>(proof: AbsenceProof<Context>): ListBelief<Context> {
  if (proof === 'kept') return 'listed'
  if (typeof proof === 'string' || 'mayBeEmpty' in proof) return proof
  return 'otherwise' in proof ? proof.otherwise : 'listed'
}

export function mayBeEmpty<Context extends Place>(
  belief: ListBelief<Context>,
  parent: Context['parent'],
): boolean {
  return typeof belief === 'object' ? belief.mayBeEmpty(parent) : belief === 'listed'
}
