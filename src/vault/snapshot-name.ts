/**
 * What people call a snapshot: its number, a tag, `latest`, `latest~2`, `@yesterday`, `@2026-11-20T02:00Z`. All but numbers
 * and tags mean complete backups, and what a restore left in an organization that is backed up: after a restore, `latest`
 * is the state after it. What a plan read is found by number and tag only, and so is what is forgotten, and everything of
 * an organization that was only restored into.
 */
import { UsageError } from '../model/errors.ts'
import { isReadBack, isReading, isSealed, type SnapshotState } from '../model/snapshot.ts'
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
  isForgotten: boolean
}

export interface Naming {
  time(text: string): TimeSpan
  /** Of the whole vault. */
  tags: ReadonlyMap<string, number>
  allowRunning: boolean
}

const LATEST = /^latest(?:~(\d+))?$/
/** Letters first: a number is a snapshot's own. */
const TAG = /^\p{L}[\p{L}\p{N}_-]*(?:\.[\p{L}\p{N}_-]+)*$/u
const LONGEST_TAG = 64
/** What `docvault restore` takes in the place of a snapshot. */
const COMMANDS = ['apply', 'show', 'plans', 'undo', 'runs']

/** In the one form of Unicode. Throws UsageError for a tag that would be taken for something else. */
export function parseTag(text: string, time: (text: string) => TimeSpan): string {
  const tag = text.normalize('NFC')
  if (!TAG.test(tag) || tag.length > LONGEST_TAG)
    throw new UsageError(`"${text}" is no tag`, {
      hint: `a tag begins with a letter; letters, digits, - _ and single points follow, ${LONGEST_TAG} in all, e.g. release-1.2`,
    })
  if (LATEST.test(tag) || COMMANDS.includes(tag.toLowerCase()) || isTime(tag, time))
    throw new UsageError(`"${text}" is no tag: it means something else where a snapshot is named`)
  return tag
}

function isTime(text: string, time: (text: string) => TimeSpan): boolean {
  try {
    time(text)
    return true
  } catch (error) {
    if (error instanceof UsageError) return false
    throw error
  }
}

/** Whether it can only be the name of a snapshot, and no time. */
export function isSnapshotName(name: string, tags: ReadonlyMap<string, number>): boolean {
  return /^\d+$/.test(name) || LATEST.test(name) || tags.has(name.normalize('NFC'))
}

/** Oldest first. Returns the number; throws UsageError naming what there is. */
export function resolveName(name: string, snapshots: readonly NamedSnapshot[], naming: Naming): number {
  const backedUp = new Set(
    snapshots.flatMap(snapshot => (isReading(snapshot.started_by) ? [] : [snapshot.organization])),
  )
  const backups = snapshots.filter(
    ({ started_by: trigger, organization, isForgotten }) =>
      !isForgotten && (!isReading(trigger) || (isReadBack(trigger) && backedUp.has(organization))),
  )
  const latest = LATEST.exec(name)
  if (latest) return findLatest(name, backups, Number(latest[1] ?? 0))
  if (name.startsWith('@')) return findAt(name, backups, naming.time(name.slice(1)))
  if (/^\d+$/.test(name)) return findNumber(Number(name), snapshots, naming.allowRunning)
  const tagged = naming.tags.get(name.normalize('NFC'))
  if (tagged !== undefined) return findTagged(name, tagged, snapshots)
  const known = [...naming.tags.keys()].slice(0, MOST_TAGS)
  throw new UsageError(`${name} names no snapshot`, {
    hint: `a snapshot is a number, \`latest\`, \`latest~2\`, @ and a time (${TIME_EXAMPLES}), or a tag${known.length === 0 ? '' : `: ${known.join(', ')}`}`,
  })
}

/** In a hint. */
const MOST_TAGS = 20

function findTagged(tag: string, id: number, snapshots: readonly NamedSnapshot[]): number {
  if (snapshots.some(snapshot => snapshot.id === id)) return id
  throw new UsageError(`${tag} names snapshot ${id}, which is of another organization`)
}

function findLatest(name: string, snapshots: readonly NamedSnapshot[], back: number): number {
  const complete = snapshots.filter(snapshot => snapshot.state === 'complete')
  const found = complete.at(-1 - back)
  if (found) return found.id
  const partial = snapshots.filter(snapshot => snapshot.state === 'partial').map(snapshot => snapshot.id)
  const hint =
    complete.length === 0 && partial.length > 0
      ? describePartial(partial)
      : describe(
          complete.map(snapshot => snapshot.id),
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
  const by = snapshots.filter(
    snapshot => isSealed(snapshot) && snapshot.sealed !== null && snapshot.sealed <= to,
  )
  const found = by.findLast(snapshot => snapshot.state === 'complete')
  if (found) return found.id
  const first = snapshots.find(snapshot => snapshot.state === 'complete')?.sealed
  const hint =
    by.length > 0
      ? describePartial(by.map(snapshot => snapshot.id))
      : first
        ? `the oldest is of ${new Date(first).toISOString()}`
        : 'there are none yet'
  throw new UsageError(`there is no complete snapshot at or before ${name.slice(1)}`, { hint })
}

function describePartial(ids: readonly number[]): string {
  return `these are partial and can be named by number: ${listNearest(ids, Number.POSITIVE_INFINITY)}`
}

function findNumber(id: number, snapshots: readonly NamedSnapshot[], allowRunning: boolean): number {
  const found = snapshots.find(snapshot => snapshot.id === id)
  if (found && (isSealed(found) || allowRunning)) return id
  if (found) throw new UsageError(`snapshot ${id} is ${found.state}`, { hint: 'wait until it is sealed' })
  const sealed = snapshots.filter(isSealed).map(snapshot => snapshot.id)
  throw new UsageError(`there is no snapshot ${id}`, { hint: describe(sealed, '', id) })
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
