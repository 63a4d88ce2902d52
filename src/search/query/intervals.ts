/**
 * States of a resource in which a text stands, as the snapshots from the first that has it to the last. What one of them did
 * not read is named and bridged by nobody: the state was carried forward through it, and may have been another.
 */
import type { UnreadIn, VersionSpan } from '../../vault/vault.ts'

export interface Interval {
  /** The snapshot in which it was first seen; it may be pruned by now. */
  since: number
  /** The first and the last snapshot that is kept and has it. */
  first: number
  last: number
  /** The first that has it no more, as far as it is known; null: it stands in the newest. */
  gone: number | null
  /** `standing` in the newest; `changed`: the resource went on without the text; `removed`: the resource went. */
  end: 'standing' | 'changed' | 'removed'
  /** In these, and in the one before it began where that is among them, nobody looked. */
  unread: UnreadIn[]
}

/** A state in which the text stands, or does not. */
export interface JudgedVersion extends VersionSpan {
  matches: boolean
}

export interface History {
  /** Numbers of the sealed snapshots of the organization that are kept, oldest first. */
  snapshots: readonly number[]
  unread: readonly UnreadIn[]
}

/** `versions` oldest first, all that are kept. */
export function intervalsOf(versions: readonly JudgedVersion[], history: History): Interval[] {
  const found: Interval[] = []
  for (let at = 0; at < versions.length; at++) {
    const begin = versions[at]
    if (begin?.matches !== true) continue
    while (continues(versions, at)) at++
    const interval = intervalOf(begin.since, { last: versions[at], next: versions[at + 1] }, history)
    if (interval !== null) found.push(interval)
  }
  return found
}

/** The next state begins where this one ends, and has the text too. */
function continues(versions: readonly JudgedVersion[], at: number): boolean {
  const next = versions[at + 1]
  return next?.matches === true && next.since === versions[at]?.until
}

interface End {
  last: JudgedVersion | undefined
  next: JudgedVersion | undefined
}

/** Null where no snapshot that is kept and sealed has it. */
function intervalOf(
  since: number,
  { last: end, next }: End,
  { snapshots, unread }: History,
): Interval | null {
  const until = end?.until ?? Number.POSITIVE_INFINITY
  const first = snapshots.find(snapshot => snapshot >= since)
  const last = snapshots.findLast(snapshot => snapshot < until)
  if (first === undefined || last === undefined || first > last) return null
  const has = (snapshot: number) => snapshot >= first && snapshot <= last && snapshots.includes(snapshot)
  const gone = snapshots.find(snapshot => snapshot >= until) ?? null
  const before = snapshots.findLast(snapshot => snapshot < first)
  return {
    since,
    first,
    last,
    gone,
    end: gone === null ? 'standing' : next?.since === until ? 'changed' : 'removed',
    unread: unread.filter(({ snapshot }) => snapshot === before || has(snapshot)),
  }
}
