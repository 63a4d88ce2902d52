/**
 * What is seen by the snapshots that stay. A version is needed where one of them sees it; everything that a prune takes is
 * decided by this, from the states of snapshots alone.
 */
import { isSealed } from '../../model/snapshot.ts'
import type { Connection } from '../catalog/connection.ts'
import { prunedSnapshots } from '../catalog/pruned.ts'

/** Pruned snapshots of one organization with nothing kept in between: those after `after` and before `before`. */
export interface Gone {
  /** The last that stays before them; 0: none. */
  after: number
  before: number
  organization: number
}

export interface Horizon {
  /** Of what begins with one snapshot and ends with another; null: it has not ended. */
  isNeeded(since: number, until: number | null): boolean
  isSealed(snapshot: number): boolean
  readonly gone: readonly Gone[]
  /** Whether something began and was not sealed: what was fetched for it is of use to whoever goes on with it. */
  readonly hasUnsealed: boolean
}

interface Row {
  id: number
  organization: number
  state: string
}

/** `leaving`: those that are about to be pruned, beside those that were. */
export function makeHorizon(db: Connection, leaving: readonly number[]): Horizon {
  const rows = db.prepare<[], Row>('SELECT id, organization, state FROM snapshot ORDER BY id').all()
  const pruned = prunedSnapshots(db)
  const goes = new Set([...pruned.keys(), ...leaving])
  const nextKept = new Map<number, number>()
  const gone: Gone[] = []
  for (const [organization, own] of Map.groupBy(rows, row => row.organization))
    gone.push(...walk(own, { organization, goes, nextKept }))
  const sealed = new Set(rows.filter(isSealed).map(({ id }) => id))
  return {
    gone,
    hasUnsealed: rows.some(({ state }) => state === 'running'),
    isSealed: snapshot => sealed.has(snapshot),
    isNeeded(since, until) {
      const kept = nextKept.get(since)
      // Of a snapshot that is not known nothing is decided.
      return kept === undefined || until === null || until > kept
    },
  }
}

interface Walk {
  organization: number
  goes: ReadonlySet<number>
  /** For each snapshot the first one from it on that stays. */
  nextKept: Map<number, number>
}

function* walk(own: readonly Row[], { organization, goes, nextKept }: Walk): Generator<Gone> {
  let after = 0
  let waiting: number[] = []
  for (const { id } of own) {
    waiting.push(id)
    if (goes.has(id)) continue
    for (const snapshot of waiting) nextKept.set(snapshot, id)
    if (waiting.length > 1) yield { after, before: id, organization }
    after = id
    waiting = []
  }
}
