/** A plan being made: what is asked for, what there is, and what has been decided so far. */
import type { Approval } from '../approval.ts'
import type { Chosen } from '../choice.ts'
import type { Matches } from '../match.ts'
import { labelOf } from '../naming.ts'
import type { RestoreRequest } from '../request.ts'
import type { Facing } from '../restorer.ts'
import type { OrganizationState, StateItem } from '../state.ts'
import type { Skipped, Step } from '../steps.ts'

export interface PlanRequest {
  source: OrganizationState
  target: OrganizationState
  /** The target as it was when the run began. */
  begun: OrganizationState
  matches: Matches
  request: RestoreRequest
  facing: Facing
  /** Spaces of the source that the platform still keeps, deleted, under their old ids. */
  undeletable: ReadonlySet<string>
  /** Digests of what the snapshot holds and of the target's state. */
  contents: string
  state: string
  /** Of a run that goes on. */
  approval?: Approval | null
  /** When the snapshot was sealed. */
  taken?: string | null
  /** From earlier measurements, for the estimate. */
  requestsPerSecond: number
}

export interface Planning extends PlanRequest {
  chosen: Chosen
  steps: Step[]
  skipped: Skipped[]
  impossible: Skipped[]
  /** Source paths, by kind, of what will be there after the steps so far. */
  coming: Set<string>
  /** Pages whose bodies the steps so far write. */
  written: Set<StateItem>
  /** The target has nothing of its own yet: its settings are restored too. */
  empty: boolean
}

/** What an entry of a plan says about the item that it is about. */
export function aboutOf(item: StateItem): Pick<Skipped, 'kind' | 'source' | 'label'> {
  return { kind: item.kind, source: item.path, label: labelOf(item) }
}
