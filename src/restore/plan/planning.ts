/** A plan being made: what it is made from, and what has been decided so far. */

import { DamageFound } from '../../model/errors.ts'
import { isItemsOwn, wordsOf } from '../apply/item-failures.ts'
import type { Matches } from '../match/match.ts'
import { aboutOf } from '../naming.ts'
import type { Chosen } from '../read/choice.ts'
import type { TargetProfile } from '../read/target-profile.ts'
import type { RestoreRequest } from '../request.ts'
import type { Scratches } from '../scratch.ts'
import type { OrganizationState, StateItem } from '../state.ts'
import type { TakenBack } from '../take-back/take-back.ts'
import { ItemSet } from './item-set.ts'
import { Losses } from './losses.ts'
import type { Mandate } from './mandate.ts'
import type { Skipped, Step } from './steps.ts'

export interface Planning {
  basis: PlanBasis
  plan: PlanDraft
}

/** Stays as it is while the plan is made. */
export interface PlanBasis {
  /** Of the source. */
  chosen: Chosen
  /** Where something is taken back, and no whole snapshot restored. */
  taken?: TakenBack | null
  /** Id of the token's owner, who is never removed. */
  owner?: string | undefined
  source: OrganizationState
  target: OrganizationState
  /** The target as it was when the run began. */
  begun: OrganizationState
  matches: Matches
  request: RestoreRequest
  profile: TargetProfile
  /** Spaces of the source that the platform still keeps, deleted, under their old ids. */
  undeletable: ReadonlySet<string>
  /** Digests of what the snapshot holds and of the target's state. */
  contents: string
  state: string
  /** Of a run that goes on. */
  mandate?: Mandate | null
  /** Of a masked copy: what is masked, and what is lost by it. */
  masked?: readonly string[] | undefined
  /** Whether the plan ends at what the vault cannot read, so that it is made anew without that. */
  endsAtDamage?: boolean
  /** When the snapshot was sealed. */
  sealed?: string | null
  /** From earlier measurements, for the estimate. */
  requestsPerSecond: number
}

/** Grows with each item that is planned. */
export class PlanDraft {
  readonly steps: Step[] = []
  readonly skipped: Skipped[]
  readonly impossible: Skipped[] = []
  readonly gains: Skipped[] = []
  /** Of the target: what the snapshot does not have, and nobody asked to delete. */
  readonly besides: Skipped[] = []
  /** Of what the steps so far change in what is there, and no undo puts back. */
  readonly lastingSettings: Skipped[] = []
  readonly losses = new Losses()
  /** Of the source, what will be there after the steps so far. */
  readonly coming: ItemSet
  /** Pages of the target that the steps so far delete. */
  readonly deleted: StateItem[] = []
  /** Pages whose bodies the steps so far write. */
  readonly written: ItemSet
  /** Those of them of which nothing but links is written. */
  readonly relinked: ItemSet
  /** Spaces of the target whose whole content the steps so far replace (null), or why they do not. */
  readonly replaced = new Map<StateItem, { obstacle: string | null }>()

  /** Whether to end where the vault cannot read something; else that is left out. */
  readonly #endsAtDamage: boolean

  /** `scratches`: open until the plan is made. */
  constructor(
    kept: readonly Skipped[],
    { scratches, endsAtDamage }: { scratches: Scratches; endsAtDamage: boolean },
  ) {
    this.#endsAtDamage = endsAtDamage
    this.skipped = [...kept]
    this.coming = new ItemSet(scratches.open())
    this.written = new ItemSet(scratches.open())
    this.relinked = new ItemSet(scratches.open())
  }

  /** Plans for one item: what is odd about it makes it impossible, and nothing else. */
  alone(item: StateItem, plan: () => void): void {
    try {
      plan()
    } catch (error) {
      this.#leaveOut(item, error)
    }
  }

  /** The same, of work that gives way to others. */
  async aloneInTurns(item: StateItem, plan: () => Promise<void>): Promise<void> {
    try {
      await plan()
    } catch (error) {
      this.#leaveOut(item, error)
    }
  }

  #leaveOut(item: StateItem, error: unknown): void {
    if (!isItemsOwn(error) || (this.#endsAtDamage && error instanceof DamageFound)) throw error
    this.impossible.push({ ...aboutOf(item), reason: `it cannot be planned: ${wordsOf(error)}` })
  }
}

/** The target has nothing of its own yet: its settings are restored too. */
export function isEmptyTarget({ begun }: PlanBasis): boolean {
  return (['collection', 'site', 'page', 'file', 'team'] as const).every(kind => !begun.isAny(kind))
}
