/**
 * Writes what people and policies say of snapshots. Each act is one transaction with the entry of the ledger that
 * remembers it, and has reached the disk on return; a forgetting of many snapshots is several of a bounded size. A
 * snapshot that is pinned or held is not forgotten any more.
 */
import type { AnnotationAct, LegalHold } from '../model/annotations.ts'
import { type Anomaly, type FoundAnomaly, isOpen } from '../model/anomaly.ts'
import { UsageError } from '../model/errors.ts'
import { rangesOf } from '../model/number-ranges.ts'
import { readAnomalies } from './catalog/anomalies.ts'
import type { CatalogWriter } from './catalog/catalog-writer.ts'
import { snapshotRows } from './catalog/chosen-snapshots.ts'
import type { Connection } from './catalog/connection.ts'
import { durably } from './catalog/durable.ts'
import { deleteForgotten, readForgotten, writeForgotten } from './catalog/forgotten.ts'
import {
  type HoldRow,
  holdOf,
  isHeldBy,
  isInForce,
  readHolds,
  releaseHold,
  writeHold,
} from './catalog/holds.ts'
import { appendEntry, type NewEntry } from './catalog/ledger.ts'
import { deletePin, type PinRow, pinOf, readPins, writePin } from './catalog/pins.ts'
import { prunedSnapshots } from './catalog/pruned.ts'
import { snapshotRow } from './catalog/snapshots.ts'
import { deleteTag, readTags, writeTag } from './catalog/tags.ts'
import { isoTime } from './catalog/times.ts'

/** Who acts, and how the ledger remembers it. */
export interface Acting {
  by: string
  note(act: AnnotationAct, by: string): NewEntry
}

export interface NewHold {
  name: string
  /** Id of the platform; null: every one. */
  organization: string | null
  /** When held snapshots were started. Both included; null: without end. Milliseconds since the epoch. */
  fromMs: number | null
  toMs: number | null
  /** Who wants it. */
  by: string
  reason: string
  untilMs: number | null
}

export interface AnnotationWriter {
  /** In place of the pin that is there. Answers whether the snapshot was forgotten, and is no more. */
  pin(snapshot: number, pin: { reason: string; untilMs: number | null }): boolean
  unpin(snapshot: number): void
  /** Throws UsageError for a tag that names a snapshot already. */
  tag(snapshot: number, tag: string): void
  /** Answers the snapshot that it named. */
  untag(tag: string): number
  /** `back`: snapshots that were forgotten, and are no more. */
  hold(hold: NewHold): { hold: LegalHold; back: number[] }
  release(hold: number): LegalHold
  /** Pins what has everything as it was. False, and nothing is done, where it is known already. */
  openAnomaly(found: FoundAnomaly, pins: readonly number[]): boolean
  /** Throws UsageError for one that is not open. */
  ack(anomaly: string, reason: string): Anomaly
  /** Those that are forgotten already stay as they are. */
  forget(snapshots: readonly number[], why: { policy: string; plan: string }): void
  unforget(snapshots: readonly number[]): void
}

/** Snapshots that one transaction forgets. */
const FORGOTTEN_AT_ONCE = 1000
/** In a hint. */
const MOST_NAMED = 20

/** Does something in one transaction, and has what it did remembered there. */
type Act = <T>(work: (nowMs: number, remember: Remember) => T) => T
type Remember = (act: AnnotationAct) => void

export function makeAnnotationWriter(
  writer: CatalogWriter,
  { clock, written }: { clock: () => number; written: () => void },
  { by, note }: Acting,
): AnnotationWriter {
  const { db } = writer
  const remember: Remember = act => void appendEntry(db, note(act, by))
  const act: Act = work => {
    const done = durably(db, () => writer.transact(() => work(clock(), remember)))
    written()
    return done
  }
  return {
    ...pins(db, by, act),
    ...tags(db, act),
    ...holds(db, act),
    ...anomalies(db, by, act),
    ...forgetting(db, by, act),
  }
}

function pins(db: Connection, by: string, act: Act): Pick<AnnotationWriter, 'pin' | 'unpin'> {
  return {
    pin: (snapshot, { reason, untilMs: until }) =>
      act((at, remember) => {
        requireKept(db, snapshot)
        const pin = { snapshot, by, at, reason, until }
        writePin(db, pin)
        remember({ act: 'pin', snapshot, reason, until: pinOf(pin).until })
        return bringBack(db, [snapshot], 'pin', remember).length > 0
      }),
    unpin: snapshot =>
      act((_, remember) => {
        if (!deletePin(db, snapshot))
          throw new UsageError(`snapshot ${snapshot} is not pinned`, { hint: pinsThere(db) })
        remember({ act: 'unpin', snapshot })
      }),
  }
}

function pinsThere(db: Connection): string {
  const pinned = readPins(db).map(({ snapshot }) => snapshot)
  return pinned.length === 0 ? 'no snapshot is' : `pinned: ${rangesOf(pinned)}`
}

function tags(db: Connection, act: Act): Pick<AnnotationWriter, 'tag' | 'untag'> {
  return {
    tag: (snapshot, tag) =>
      act((_, remember) => {
        requireKept(db, snapshot)
        const named = readTags(db).get(tag)
        if (named !== undefined)
          throw new UsageError(`the tag ${tag} names snapshot ${named} already`, {
            hint: `choose another one, or take it from there with \`docvault untag ${tag}\``,
          })
        writeTag(db, { snapshot, tag })
        remember({ act: 'tag', snapshot, tag })
      }),
    untag: tag =>
      act((_, remember) => {
        const known = readTags(db)
        const snapshot = known.get(tag)
        if (snapshot === undefined)
          throw new UsageError(`there is no tag ${tag}`, { hint: namesThere('tags', [...known.keys()]) })
        deleteTag(db, tag)
        remember({ act: 'untag', snapshot, tag })
        return snapshot
      }),
  }
}

function holds(db: Connection, act: Act): Pick<AnnotationWriter, 'hold' | 'release'> {
  return {
    hold: ({ name, organization, by, reason, ...wish }) =>
      act((created, remember) => {
        const snapshots = snapshotRows(db, organization === null ? {} : { organization })
        if (organization !== null && snapshots.length === 0) throw noOrganization(db, organization)
        const row = {
          ...{ name, organization, by, reason, created },
          ...{ since: wish.fromMs, until: wish.toMs, expires: wish.untilMs },
        }
        const hold = holdOf({ ...row, id: writeHold(db, row), released: null })
        remember({ act: 'hold', hold })
        const held = snapshots.filter(snapshot => isHeldBy(row, snapshot)).map(({ id }) => id)
        return { hold, back: bringBack(db, held, 'hold', remember) }
      }),
    release: number =>
      act((nowMs, remember) => {
        const all = readHolds(db)
        const found = all.find(({ id }) => id === number)
        if (!found || !isInForce(found, nowMs))
          throw noHold(
            number,
            found,
            all.filter(row => isInForce(row, nowMs)),
          )
        releaseHold(db, number, nowMs)
        remember({ act: 'release', hold: number, name: found.name })
        return holdOf({ ...found, released: nowMs })
      }),
  }
}

function noHold(number: number, found: HoldRow | undefined, inForce: readonly HoldRow[]): UsageError {
  const known = inForce.map(({ id, name }) => `${id} (${name})`)
  const words = found ? `hold ${number} is over already` : `there is no hold ${number}`
  return new UsageError(words, { hint: namesThere('holds in force', known) })
}

function noOrganization(db: Connection, id: string): UsageError {
  const known = new Set(snapshotRows(db).map(row => row.organization_id))
  return new UsageError(`the vault has no organization ${id}`, {
    hint: namesThere('organizations', [...known]),
  })
}

function namesThere(what: string, names: readonly string[]): string {
  return names.length === 0 ? `there are no ${what}` : `${what}: ${names.slice(0, MOST_NAMED).join(', ')}`
}

function anomalies(db: Connection, by: string, act: Act): Pick<AnnotationWriter, 'openAnomaly' | 'ack'> {
  return {
    openAnomaly: (found, pins) =>
      act((at, remember) => {
        if (readAnomalies(db).some(({ anomaly }) => anomaly === found.anomaly)) return false
        remember({ act: 'anomaly', ...found })
        const pinned = new Set(readPins(db).flatMap(pin => (isOver(pin, at) ? [] : [pin.snapshot])))
        const reason = `anomaly ${found.anomaly}`
        for (const snapshot of new Set(pins)) {
          // What a person said of it stays.
          if (pinned.has(snapshot)) continue
          requireKept(db, snapshot)
          writePin(db, { snapshot, by, at, reason, until: null })
          remember({ act: 'pin', snapshot, reason, until: null })
          bringBack(db, [snapshot], 'pin', remember)
        }
        return true
      }),
    ack: (id, reason) =>
      act((at, remember) => {
        const all = readAnomalies(db)
        const found = all.find(({ anomaly }) => anomaly === id)
        if (found === undefined || !isOpen(found)) throw notOpen(id, found, all.filter(isOpen))
        const { anomaly, organization, snapshot, rule } = found
        remember({ act: 'ack', anomaly, organization, snapshot, rule, reason })
        return { ...found, ack: { by, at: isoTime(at, `the end of ${id}`), reason } }
      }),
  }
}

function isOver({ until }: PinRow, nowMs: number): boolean {
  return until !== null && until <= nowMs
}

function notOpen(id: string, found: Anomaly | undefined, open: readonly Anomaly[]): UsageError {
  const words = found?.ack
    ? `anomaly ${id} is acknowledged already, by ${found.ack.by}: ${found.ack.reason}`
    : `there is no anomaly ${id}`
  const names = open.map(({ anomaly }) => anomaly)
  return new UsageError(words, { hint: namesThere('open anomalies', names) })
}

function forgetting(db: Connection, by: string, act: Act): Pick<AnnotationWriter, 'forget' | 'unforget'> {
  return {
    forget(snapshots, { policy, plan }) {
      for (let from = 0; from < snapshots.length; from += FORGOTTEN_AT_ONCE)
        act((at, remember) => {
          const known = new Set(readForgotten(db).map(({ snapshot }) => snapshot))
          const added = snapshots
            .slice(from, from + FORGOTTEN_AT_ONCE)
            .filter(snapshot => !known.has(snapshot))
          for (const snapshot of added) writeForgotten(db, { snapshot, at, by, policy, plan })
          if (added.length > 0)
            remember({ act: 'forget', snapshots: rangesOf(added), count: added.length, policy, plan })
        })
    },
    unforget(snapshots) {
      for (let from = 0; from < snapshots.length; from += FORGOTTEN_AT_ONCE)
        act((_, remember) => {
          bringBack(db, snapshots.slice(from, from + FORGOTTEN_AT_ONCE), 'undo', remember)
        })
    },
  }
}

/** Answers those that were forgotten. What was pruned stays so. */
function bringBack(
  db: Connection,
  snapshots: readonly number[],
  because: 'undo' | 'pin' | 'hold',
  remember: Remember,
): number[] {
  const pruned = prunedSnapshots(db)
  const back = snapshots.filter(snapshot => !pruned.has(snapshot) && deleteForgotten(db, snapshot))
  if (back.length > 0) remember({ act: 'unforget', snapshots: rangesOf(back), count: back.length, because })
  return back
}

/** Throws UsageError for one that holds nothing, yet or any more. */
function requireKept(db: Connection, snapshot: number): void {
  const row = snapshotRow(db, snapshot)
  if (row === undefined) throw new UsageError(`there is no snapshot ${snapshot}`)
  if (row.state === 'running')
    throw new UsageError(`snapshot ${snapshot} is running`, { hint: 'wait until it is sealed' })
  if (prunedSnapshots(db).has(snapshot))
    throw new UsageError(`snapshot ${snapshot} was pruned: nothing of it is left to keep`)
}
