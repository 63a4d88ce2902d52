/** What a comparison of a restored target with its snapshot is asked and answers. */
import type { CountsByKind, Kind } from '../../model/resource.ts'
import type { Outcome } from '../apply/apply-steps.ts'
import type { MatchedStates } from '../match/compare-item.ts'
import type { Plan } from '../plan/steps.ts'
import type { Chosen } from '../read/choice.ts'
import type { RestoreRequest } from '../request.ts'
import type { StateItem } from '../state.ts'

export interface CompareRequest extends MatchedStates {
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

export interface ReferenceCounts {
  /** In the restored pages. */
  total: number
  byKind: CountsByKind
  /** Lead nowhere now, and before. */
  broken: number
  brokenBefore: number
  /** To what the service cannot bring back. */
  toUnrestored: number
  differences: Difference[]
}

export interface Verification {
  kinds: KindCount[]
  /** Empty when everything that differs was declared. */
  differences: Difference[]
  references: ReferenceCounts
}
