/** What a comparison of a restored target with its snapshot is asked and answers. */
import type { Kind } from '../model/resource.ts'
import type { Outcome } from './apply-steps.ts'
import type { ReferenceCounts } from './check-references.ts'
import type { Chosen } from './choice.ts'
import type { Matches } from './match.ts'
import type { RestoreRequest } from './request.ts'
import type { Facing } from './restorer.ts'
import type { OrganizationState, StateItem } from './state.ts'
import type { Plan } from './steps.ts'

export interface CompareRequest {
  source: OrganizationState
  target: OrganizationState
  matches: Matches
  facing: Facing
  chosen: Chosen
  request: RestoreRequest
  run: number
  /** Kind and path of what was to be gone. */
  gone?: readonly Pick<StateItem, 'kind' | 'path'>[]
  plan: Pick<Plan, 'impossible' | 'skipped' | 'losses' | 'unmapped'>
  outcome: Pick<Outcome, 'failures' | 'notes'>
}

export interface KindCount {
  kind: Kind
  /** All meaning is there. */
  full: number
  /** Something declared is lost. */
  part: number
  /** Not there. */
  not: number
  /** Why, with how often. */
  reasons: Record<string, number>
}

export interface Difference {
  kind: Kind
  source: string
  label: string
  field: string
}

export interface Verification {
  kinds: KindCount[]
  /** Empty when everything that differs was declared. */
  differences: Difference[]
  references: ReferenceCounts
}
