/** A plan being made: what is asked for, what there is, and what has been decided so far. */

import type { Matches } from '../match/match.ts'
import type { Chosen } from '../read/choice.ts'
import type { TargetProfile } from '../read/target-profile.ts'
import type { RestoreRequest } from '../request.ts'
import type { OrganizationState, StateItem } from '../state.ts'
import type { TakenBack } from '../take-back/take-back.ts'
import type { Approval } from './approval.ts'
import type { Losses } from './losses.ts'
import type { Skipped, Step } from './steps.ts'

export interface PlanRequest {
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
  approval?: Approval | null
  /** When the snapshot was sealed. */
  sealed?: string | null
  /** From earlier measurements, for the estimate. */
  requestsPerSecond: number
}

export interface Planning extends PlanRequest {
  steps: Step[]
  skipped: Skipped[]
  impossible: Skipped[]
  gains: Skipped[]
  /** Of what the steps so far change in what is there, and no undo puts back. */
  lastingSettings: Skipped[]
  losses: Losses
  /** Source paths, by kind, of what will be there after the steps so far. */
  coming: Set<string>
  /** Pages of the target that the steps so far delete. */
  deleted: StateItem[]
  /** Pages whose bodies the steps so far write. */
  written: Set<StateItem>
  /** Those of them of which nothing but links is written. */
  relinked: Set<StateItem>
  /** Spaces of the target whose whole content the steps so far replace (null), or why they do not. */
  replaced: Map<StateItem, { obstacle: string | null }>
  /** The target has nothing of its own yet: its settings are restored too. */
  empty: boolean
  /** Plans for one item: what is odd about it makes it impossible, and nothing else. */
  alone(item: StateItem, plan: () => void): void
}
