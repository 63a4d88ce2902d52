/**
 * What people and policies say of a snapshot after its seal. It stands beside the snapshot: the seal covers none of it.
 * Times are ISO 8601, UTC.
 */
import type { FoundAnomaly } from './anomaly.ts'
import type { ApprovalActor, Guarded } from './approval.ts'

/** Keeps one snapshot. */
export interface Pin {
  by: string
  at: string
  reason: string
  /** Null: until somebody takes it out. */
  until: string | null
}

/** Keeps every snapshot that was started in a time: for a court, an auditor, an investigation. */
export interface LegalHold {
  hold: number
  /** For lists. */
  name: string
  /** Null: every one. */
  organization: string | null
  /** Both included; null: without end. */
  from: string | null
  to: string | null
  /** Who wants it. */
  by: string
  reason: string
  created: string
  /** Null: until somebody releases it. */
  until: string | null
  /** Null: nobody has. */
  released: string | null
}

/** No policy keeps the snapshot: it can be read, and brought back, until it is pruned. */
export interface Forgetting {
  at: string
  by: string
  /** In words. */
  policy: string
}

/** Each is absent where there is none: a pin or a hold whose time is over, too. */
export interface Annotations {
  tags?: string[]
  pin?: Pin
  /** In force. */
  holds?: Pick<LegalHold, 'hold' | 'name'>[]
  forgotten?: Forgetting
}

/** One content that a repair has mended: where its bytes came from. */
export interface Mended {
  content: string
  from: string
}

/** What was done to annotations and to the vault itself, as the ledger remembers it. */
export type AnnotationAct =
  | { act: 'pin'; snapshot: number; reason: string; until: string | null }
  | { act: 'unpin'; snapshot: number }
  | { act: 'tag' | 'untag'; snapshot: number; tag: string }
  | { act: 'hold'; hold: LegalHold }
  | { act: 'release'; hold: number; name: string }
  /** `snapshots` as `1-40, 42`. */
  | { act: 'forget'; snapshots: string; count: number; policy: string; plan: string }
  /** What nothing but these had is out of the vault from then on, for good. */
  | { act: 'prune'; snapshots: string; count: number }
  /** `kept`: the folder of the vault that has what was there before. */
  | {
      act: 'repair'
      mended: readonly Mended[]
      lost: readonly string[]
      rebuilt: readonly string[]
      kept: string
    }
  /** Contents that were lost and are stored again. */
  | { act: 'heal'; contents: readonly string[]; from: string }
  /** Resources of a snapshot that were read again from the platform, by what the comparison said. */
  | {
      act: 'spot-check'
      organization: string
      snapshot: number
      results: Readonly<Record<string, number>>
    }
  /** Much changed at once: what was before is pinned, and nothing of the organization is forgotten or pruned. */
  | ({ act: 'anomaly' } & FoundAnomaly)
  /** A person has looked at it. */
  | { act: 'ack'; anomaly: string; organization: string; snapshot: number; rule: string; reason: string }
  /** Something that needs two people was asked for. */
  | ({ act: 'approval-request' } & ApprovalRequest)
  | ({ act: 'approval'; request: string } & Omit<ApprovalActor, 'by'>)
  | ({ act: 'approval-denial'; request: string; reason: string } & Omit<ApprovalActor, 'by'>)
  /** What was approved is begun; never again by this request. */
  | { act: 'approval-use'; request: string }
  /** Why they are not forgotten any more: somebody asked, or pinned or held them. */
  | { act: 'unforget'; snapshots: string; count: number; because: 'undo' | 'pin' | 'hold' }

/** Who asks is the actor of the act. */
export type ApprovalRequest = Guarded & { request: string; subject: ApprovalActor['subject'] }
