/**
 * A plan: what is done, in order, with the reason; what cannot be done and why; what it costs. Plain data but for
 * `run`, `fills` and `takes`, which its document leaves out: to apply that, it is computed anew and must be the same.
 */
import type { Kind } from '../../model/resource.ts'
import type { Reference } from '../../space/references.ts'
import type { RestoreSession } from '../apply/session.ts'
import type { About } from '../naming.ts'
import type { WriterName } from '../read/target-profile.ts'
import type { RestoreRequest } from '../request.ts'
import type { StateItem } from '../state.ts'

export const ACTIONS = ['create', 'update', 'undelete', 'import', 'link', 'delete'] as const
export type Action = (typeof ACTIONS)[number]

export interface PlannedStep extends About {
  action: Action
  reason: string
  phase: number
  requests: number
  /** What of it changes how, where there is more to say than the reason. */
  changes?: PlannedChange[]
  /** Kind and path of what of the target goes with it, where it is no deletion itself. */
  removes?: string[]
}

export interface Removing {
  action: Action
  removes?: readonly string[] | undefined
}

/** Something that is there is not there afterwards: that is asked for, typed and allowed by itself. */
export function isDeleting({ action, removes }: Removing): boolean {
  return action === 'delete' || (removes !== undefined && removes.length > 0)
}

export interface PlannedChange {
  source: string
  label: string
  words: string
}

export interface Step extends PlannedStep {
  /** The same in every life of a run. */
  name: string
  /** The space it fills. Steps of one phase that fill different ones do not need each other. */
  fills?: string
  /** Of the target, what is not to be there afterwards. */
  takes?: readonly StateItem[]
  run(session: RestoreSession): Promise<void>
}

/** Left alone, as the choice says. */
export interface Skipped extends About {
  reason: string
  /** The vault cannot read it, or not all of it. */
  isUnread?: true | undefined
}

/** What the way of writing is known to lose: of these items, and of no other. */
export interface PlannedLoss {
  kind: Kind
  /** What they stand in. */
  source: string
  label: string
  property: string
  count: number
  why: string
  /** Some of what loses it. */
  names: string[]
  /** Kind and path of each that loses it. */
  items: string[]
}

/** Stands in a page that is written, and leads nowhere afterwards. */
export interface Unmapped extends About {
  reference: Reference
  /** What it leads to, as the snapshot calls it. */
  target: string
}

/** Is there, and is written. */
export interface Overwritten extends About {
  /** Lines that go and come; empty where only fields differ. */
  diff: string[]
}

export interface Plan {
  request: RestoreRequest
  snapshot: number
  /** Digest of what the snapshot holds. */
  contents: string
  organization: string
  /** What the two organizations are called, and when the snapshot was sealed. */
  from: string
  into: string
  taken: string | null
  /** Snapshot of the target that the plan was made from, and the digest of what it holds. */
  before: number
  state: string
  writer: WriterName
  /** Of a masked copy: what is masked, and what is lost by it. */
  masked?: readonly string[]
  steps: Step[]
  skipped: Skipped[]
  /** Nothing can be done about these; the reason. */
  impossible: Skipped[]
  /** What the target has, the snapshot does not, and nobody asked to delete; how it would go. */
  besides: Skipped[]
  losses: PlannedLoss[]
  /** References for which nothing will stand in the target. */
  unmapped: Unmapped[]
  overwritten: Overwritten[]
  /** Who gets more access than there is now, and which. */
  gains: Skipped[]
  /** What an undo of this could not take away again, and why. */
  lasting: Skipped[]
  requests: number
  estimateMs: number
}
