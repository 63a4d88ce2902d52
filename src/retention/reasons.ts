/** Why a snapshot is kept, as data and in words. */
import type { LegalHold, Pin } from '../model/annotations.ts'
import { describeAge } from './policy.ts'

/** What keeps a snapshot whatever the rules say. */
export type Floor =
  | ({ code: 'pin' } & Pick<Pin, 'reason' | 'until'>)
  | ({ code: 'hold' } & Pick<LegalHold, 'hold' | 'name'>)
  /** A restore that has not ended needs it. */
  | { code: 'restore'; run: number }
  /** It is open, and keeps every snapshot of its organization. */
  | { code: 'anomaly'; anomaly: string }
  /** A running snapshot is made from it. */
  | { code: 'base'; of: number }

export type KeptReason =
  | Floor
  /** The `position`-th newest of `of` buckets. */
  | { code: 'count'; rule: string; position: number; of: number }
  | { code: 'within'; rule: string; withinMs: number }
  /** The newest that is sealed: the next one is made from it. */
  | { code: 'newest' }
  | { code: 'newest-complete' }
  /** Partial, and no complete one has followed yet. */
  | { code: 'no-complete-since' }
  | { code: 'running' }
  /** What a restore read of its target, for a while. */
  | { code: 'reading'; withinMs: number }
  | { code: 'no-policy' }

/** `daily 3/7`, `pin "release"`. */
export function reasonWords(reason: KeptReason): string {
  switch (reason.code) {
    case 'count':
      return `${reason.rule} ${reason.position}/${reason.of}`
    case 'within':
      return `${reason.rule} ${describeAge(reason.withinMs)}`
    case 'newest':
      return 'newest'
    case 'newest-complete':
      return 'newest complete'
    case 'no-complete-since':
      return 'no complete one since'
    case 'running':
      return 'running'
    case 'reading':
      return `reading of a restore, within ${describeAge(reason.withinMs)}`
    case 'no-policy':
      return 'no policy'
    case 'pin':
      return pinWords(reason)
    case 'hold':
      return `hold "${reason.name}"`
    case 'restore':
      return `restore ${reason.run} is not done`
    case 'anomaly':
      return `anomaly ${reason.anomaly} is open`
    case 'base':
      return `base of ${reason.of}`
  }
}

/** The reason is somebody's own words, and may be none. */
function pinWords({ reason, until }: Pick<Pin, 'reason' | 'until'>): string {
  return `pin${reason === '' ? '' : ` "${reason}"`}${until === null ? '' : ` until ${until.slice(0, 16).replace('T', ' ')}Z`}`
}
