/**
 * What people call a snapshot: its number, `latest`, `latest~2`, `@yesterday`, `@2026-11-20T02:00Z`. All but numbers mean
 * complete backups, and what a restore left in an organization that is backed up: after a restore, `latest` is the state
 * after it. What a plan read is found by number only, and so is everything of an organization that was only restored into.
 */
import { UsageError } from '../model/errors.ts'
import { isReadBack, isReading, type SnapshotState } from '../model/snapshot.ts'
import { TIME_EXAMPLES, type TimeSpan } from '../model/time-reference.ts'

/** As much of a snapshot as a name can be about. */
export interface NamedSnapshot {
  id: number
  organization: number
  state: SnapshotState
  /** Milliseconds since the epoch. */
  sealed: number | null
  /** Its trigger. */
  started_by: string
}

export interface Naming {
  time(text: string): TimeSpan
  allowRunning: boolean
}

/** Oldest first. Returns the number; throws UsageError naming what there is. */
export function resolveName(
  name: string,
  snapshots: readonly NamedSnapshot[],
  { time, allowRunning }: Naming,
): number {
  const backedUp = new Set(snapshots.flatMap(one => (isReading(one.started_by) ? [] : [one.organization])))
  const backups = snapshots.filter(
    one => !isReading(one.started_by) || (isReadBack(one.started_by) && backedUp.has(one.organization)),
  )
  const latest = /^latest(?:~(\d+))?$/.exec(name)
  if (latest) return findLatest(name, backups, Number(latest[1] ?? 0))
  if (name.startsWith('@')) return findAt(name, backups, time(name.slice(1)))
  if (/^\d+$/.test(name)) return findNumber(Number(name), snapshots, allowRunning)
  throw new UsageError(`${name} names no snapshot`, {
    hint: `a snapshot is a number, \`latest\`, \`latest~2\`, or @ and a time: ${TIME_EXAMPLES}`,
  })
}

function findLatest(name: string, snapshots: readonly NamedSnapshot[], back: number): number {
  const complete = snapshots.filter(one => one.state === 'complete')
  const found = complete.at(-1 - back)
  if (found) return found.id
  const partial = snapshots.filter(one => one.state === 'partial').map(one => one.id)
  const hint =
    complete.length === 0 && partial.length > 0
      ? describePartial(partial)
      : describe(
          complete.map(one => one.id),
          'complete ',
        )
  throw new UsageError(
    `there is no ${back === 0 ? '' : `${name}: too few `}complete snapshot${back === 0 ? '' : 's'}`,
    {
      hint,
    },
  )
}

/** The newest that was whole by then; of a day, by its end. */
function findAt(name: string, snapshots: readonly NamedSnapshot[], { to }: TimeSpan): number {
  const by = snapshots.filter(one => isSealed(one) && one.sealed !== null && one.sealed <= to)
  const found = by.findLast(one => one.state === 'complete')
  if (found) return found.id
  const first = snapshots.find(one => one.state === 'complete')?.sealed
  const hint =
    by.length > 0
      ? describePartial(by.map(one => one.id))
      : first
        ? `the oldest is of ${new Date(first).toISOString()}`
        : 'there are none yet'
  throw new UsageError(`there is no complete snapshot at or before ${name.slice(1)}`, { hint })
}

function describePartial(ids: readonly number[]): string {
  return `these are partial and can be named by number: ${listNearest(ids, Number.POSITIVE_INFINITY)}`
}

function findNumber(id: number, snapshots: readonly NamedSnapshot[], allowRunning: boolean): number {
  const found = snapshots.find(one => one.id === id)
  if (found && (isSealed(found) || allowRunning)) return id
  if (found) throw new UsageError(`snapshot ${id} is ${found.state}`, { hint: 'wait until it is sealed' })
  const sealed = snapshots.filter(isSealed).map(one => one.id)
  throw new UsageError(`there is no snapshot ${id}`, { hint: describe(sealed, '', id) })
}

function isSealed(snapshot: NamedSnapshot): boolean {
  return snapshot.state === 'complete' || snapshot.state === 'partial'
}

function describe(ids: readonly number[], what: string, near: number = Number.POSITIVE_INFINITY): string {
  if (ids.length === 0) return `there are no ${what}snapshots yet`
  return `${what}snapshots near it: ${listNearest(ids, near)}`
}

function listNearest(ids: readonly number[], near: number): string {
  const target = Number.isFinite(near) ? near : (ids.at(-1) ?? 0)
  const nearest = [...ids].sort((a, b) => Math.abs(a - target) - Math.abs(b - target)).slice(0, 5)
  return nearest.sort((a, b) => a - b).join(', ')
}
