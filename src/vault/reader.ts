/**
 * A vault to be read: one connection that never writes, the catalog's rows turned into the public types, contents
 * verified whenever they are decoded.
 */
import Database from 'better-sqlite3'
import type { Digest } from '../model/digest.ts'
import { DamageFound, UsageError } from '../model/errors.ts'
import { formatRef } from '../model/resource.ts'
import { parseTime, type TimeSpan } from '../model/time-reference.ts'
import { readAnnotations } from './catalog/annotations.ts'
import { makeBodies } from './catalog/bodies.ts'
import { changesBetween } from './catalog/changes.ts'
import type { Connection } from './catalog/connection.ts'
import { makeContentRows } from './catalog/contents.ts'
import { openForReading } from './catalog/database.ts'
import { readFact } from './catalog/facts.ts'
import { firstMissing } from './catalog/first-missing.ts'
import { readForgotten } from './catalog/forgotten.ts'
import { holdOf, readHolds } from './catalog/holds.ts'
import { readJournal, readRestoredIds, readRuns } from './catalog/journal.ts'
import { leaseHolder } from './catalog/lease.ts'
import { findReadMark, oldestReads, type ReadMarkRow } from './catalog/read-marks.ts'
import { type SnapshotRow, snapshotRow, snapshotRows, summarize } from './catalog/snapshots.ts'
import { readTags } from './catalog/tags.ts'
import { makeTerms } from './catalog/terms.ts'
import {
  findRows,
  makeRowAt,
  parsePartRows,
  refOf,
  type ViewRow,
  versionRows,
  viewRows,
} from './catalog/views.ts'
import { type Checked, checkVault } from './check.ts'
import { makeContentReader } from './content-reader.ts'
import { nodeDisk } from './files/disk.ts'
import { makeFileStore } from './files/file-store.ts'
import { assertHead, type HeadFile } from './head.ts'
import type { Layout } from './layout.ts'
import { resolveName } from './snapshot-name.ts'
import type {
  ChangeFilter,
  ReadingOptions,
  ReadMark,
  StoredBody,
  StoredResource,
  Vault,
  VaultChange,
} from './types.ts'

/** Throws DamageFound where the catalog has lost what the head names, which was read before. */
export function makeReader(layout: Layout, head: HeadFile, options: ReadingOptions = {}): Vault {
  const db = openForReading(layout.catalog)
  try {
    return corruptionNamed(() => {
      assertHead(layout.path, head, db)
      return readerOf(layout, db, options)
    })
  } catch (error) {
    db.close()
    throw error
  }
}

function readerOf(layout: Layout, db: Connection, options: ReadingOptions): Vault {
  const files = makeFileStore(layout.folders, nodeDisk)
  const rows = makeContentRows(db)
  const reading: Checked = { layout, db, files, contents: makeContentReader(rows, files) }
  const rowAt = makeRowAt(db)
  const placeAt = makePlaceAt(db)
  const { timezone = 'UTC', clock = Date.now } = options
  const time = (text: string) => parseTime(text, { now: clock(), timezone })
  return {
    path: layout.path,
    timezone,
    time,
    ...snapshotQueries(db, { time, clock }),
    tags: () => readTags(db),
    holds: () => readHolds(db).map(holdOf),
    resources: (snapshot, filter = {}) => mapped(viewRows(db, placeAt(snapshot), filter), toResource),
    find: (snapshot, kind, id) => findRows(db, placeAt(snapshot), kind, id).map(toResource),
    at(snapshot, resource) {
      const row = rowAt(snapshot, resource)
      return row === undefined ? null : toResource(row)
    },
    ref: resource => refOf(db, resource),
    versions: resource =>
      versionRows(db, resource).map(({ digest, ...row }) => ({ ...row, contentDigest: digest })),
    ...scopeQueries(db),
    fact: key => readFact(db, key),
    contentKey: digest => rows.find(digest),
    ...contentReading(reading),
    changes: (a, b, filter = {}) => changes(db, a, b, filter),
    check: (options = {}) => checkVault(reading, options),
    heldBy: nowMs => leaseHolder(db, nowMs),
    restoreRuns: () => readRuns(db),
    journal: run => readJournal(db, run),
    restoredIds: of => readRestoredIds(db, of),
    close: () => db.close(),
  }
}

function snapshotQueries(
  db: Connection,
  { time, clock }: { time: (text: string) => TimeSpan; clock: () => number },
): Pick<Vault, 'snapshots' | 'resolve'> {
  return {
    snapshots(filter = {}) {
      const annotate = readAnnotations(db, clock())
      return snapshotRows(db, filter.organization).map(row => ({ ...summarize(db, row), ...annotate(row) }))
    },
    resolve(name, filter = {}) {
      const forgotten = new Set(readForgotten(db).map(({ snapshot }) => snapshot))
      const rows = snapshotRows(db, filter.organization).map(row => ({
        ...row,
        isForgotten: forgotten.has(row.id),
      }))
      const naming = { time, tags: readTags(db), allowRunning: filter.allowRunning === true }
      const row = requireSnapshot(db, resolveName(name, rows, naming))
      return { ...summarize(db, row), ...readAnnotations(db, clock())(row) }
    },
  }
}

function scopeQueries(db: Connection): Pick<Vault, 'bodies' | 'firstMissing' | 'lastRead' | 'oldestReads'> {
  const terms = makeTerms(db)
  return {
    bodies: parent =>
      mapped(
        makeBodies(db).under(parent),
        (row): StoredBody => ({ ...row, name: terms.text(row.name), digest: hex(row.digest) }),
      ),
    firstMissing: (snapshot, resource) => firstMissing(db, snapshot, resource),
    lastRead(snapshot, parent, kind) {
      const term = terms.find(kind)
      if (term === null) return null
      const anchor = parent ?? -placeOf(db, snapshot).organization
      return toReadMark(findReadMark(db, anchor, term, snapshot))
    },
    oldestReads: snapshot =>
      new Map(oldestReads(db, placeOf(db, snapshot)).map(row => [row.kind, new Date(row.at).toISOString()])),
  }
}

function contentReading({ db, contents }: Checked): Pick<Vault, 'read' | 'readStream' | 'readJson'> {
  return {
    read: content => corruptionNamed(() => contents.read(content)),
    readStream: content => corruptionNamed(() => contents.stream(content)),
    readJson(resource) {
      try {
        return JSON.parse(corruptionNamed(() => contents.read(resource.content)).toString('utf8'))
      } catch (error) {
        if (!(error instanceof DamageFound || error instanceof SyntaxError)) throw error
        const name = formatRef(refOf(db, resource.key))
        throw new DamageFound(`${name}: ${error.message}`, { cause: error, hint: hintOf(error) })
      }
    },
  }
}

function hintOf(error: Error): string {
  const hint = error instanceof DamageFound ? error.hint : undefined
  return hint ?? 'run `docvault check --read-data`'
}

export function toReadMark(row: ReadMarkRow | null): ReadMark | null {
  if (row === null) return null
  const exactAt = row.exact_at === null ? null : new Date(row.exact_at).toISOString()
  return { token: row.token, exactAt, snapshot: row.last }
}

function* changes(db: Connection, a: number, b: number, filter: ChangeFilter): Generator<VaultChange> {
  const [from, to] = [requireSnapshot(db, a), requireSnapshot(db, b)]
  if (from.organization !== to.organization) {
    throw new UsageError(`snapshots ${a} and ${b} are of different organizations`, {
      hint: `${a} is of ${from.title}, ${b} of ${to.title}`,
    })
  }
  for (const { rows, ...change } of changesBetween(db, {
    a,
    b,
    organization: from.organization,
    ...filter,
  })) {
    const stored = { before: storedOf(rows.before), after: storedOf(rows.after) }
    yield { ...change, stored }
  }
}

function storedOf(row: ViewRow | undefined): StoredResource | null {
  return row === undefined ? null : toResource(row)
}

/** The organization of a snapshot never changes. */
function makePlaceAt(db: Connection): (snapshot: number) => { snapshot: number; organization: number } {
  const known = new Map<number, { snapshot: number; organization: number }>()
  return snapshot => {
    const place = known.get(snapshot) ?? placeOf(db, snapshot)
    known.set(snapshot, place)
    return place
  }
}

function placeOf(db: Connection, snapshot: number): { snapshot: number; organization: number } {
  return { snapshot, organization: requireSnapshot(db, snapshot).organization }
}

function requireSnapshot(db: Connection, snapshot: number): SnapshotRow {
  const row = snapshotRow(db, snapshot)
  if (row === undefined) throw new UsageError(`there is no snapshot ${snapshot}`)
  return row
}

function toResource({ digest, change: _, parts, ...row }: ViewRow): StoredResource {
  return { ...row, contentDigest: digest, parts: parsePartRows(parts) }
}

function* mapped<T, R>(rows: IterableIterator<T>, map: (row: T) => R): Generator<R> {
  for (const row of rows) yield map(row)
}

function hex(digest: Buffer): Digest {
  return digest.toString('hex')
}

/** SQLite's own word for a page that makes no sense, or for a table that is not there, is damage like any other. */
function corruptionNamed<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof Database.SqliteError && /^SQLITE_(CORRUPT|NOTADB|ERROR)/.test(error.code)) {
      throw new DamageFound(`the catalog is damaged: ${error.message}`, { cause: error })
    }
    throw error
  }
}
