/**
 * A vault to be read: one connection that never writes, the catalog's rows turned into the public types, contents
 * verified whenever they are decoded. Long, because it is one face: what is asked of it is answered by the catalog in a line or a few.
 */
import Database from 'better-sqlite3'
import { ContentLost, DamageFound, UsageError } from '../model/errors.ts'
import { formatRef } from '../model/resource.ts'
import { parseTime, type TimeSpan } from '../model/time-reference.ts'
import { readAnnotations } from './catalog/annotations.ts'
import { readAnomalies } from './catalog/anomalies.ts'
import { readApprovals } from './catalog/approvals.ts'
import { rowsAround } from './catalog/around-damage.ts'
import { makeBodies } from './catalog/bodies.ts'
import { type ChangeRange, changedNames, changedUnder, changesBetween } from './catalog/changes.ts'
import {
  momentOf,
  momentRows,
  organizationsKept,
  rowsToName,
  snapshotRows,
  unmarkedMomentOf,
} from './catalog/chosen-snapshots.ts'
import type { Connection } from './catalog/connection.ts'
import { makeContentRows } from './catalog/contents.ts'
import { openForReading } from './catalog/database.ts'
import { readFact } from './catalog/facts.ts'
import { firstMissing } from './catalog/first-missing.ts'
import { readForgotten } from './catalog/forgotten.ts'
import { holdOf, readHolds } from './catalog/holds.ts'
import { inclusionProof } from './catalog/inclusion.ts'
import { readJournal, readRestoredIds, readRuns } from './catalog/journal.ts'
import { leaseHolder } from './catalog/lease.ts'
import { losses } from './catalog/lost.ts'
import { readOwner } from './catalog/owner.ts'
import { firstKept, prunedAt, prunedSnapshots } from './catalog/pruned.ts'
import { findReadMark, oldestReads, type ReadMarkRow } from './catalog/read-marks.ts'
import type { ScopeRow } from './catalog/scopes.ts'
import {
  digestOfSnapshot,
  makeSummarize,
  type SnapshotRow,
  snapshotRow,
  startOf,
  summarize,
} from './catalog/snapshots.ts'
import { countStates, statesAfter } from './catalog/states.ts'
import { readTags } from './catalog/tags.ts'
import { makeTerms } from './catalog/terms.ts'
import { touchingSnapshots } from './catalog/touching.ts'
import { makeUnread } from './catalog/unread.ts'
import {
  findRows,
  idsIn,
  makeRowAt,
  namedRows,
  parsePartRows,
  refOf,
  scopeSizes,
  scopesIn,
  type ViewRow,
  viewRows,
} from './catalog/views.ts'
import { checkVault } from './check.ts'
import { type ContentReader, makeContentReader } from './content-reader.ts'
import { nodeDisk } from './files/disk.ts'
import { makeFileStore } from './files/file-store.ts'
import { assertHead, type HeadFile } from './head.ts'
import {
  goneStates,
  type KeptReading,
  keptSpans,
  keptStates,
  keptStatesOf,
  keptVersions,
  makeKeptReading,
  requireSnapshot,
  summarizePruned,
} from './kept-reading.ts'
import type { Layout } from './layout.ts'
import { planPruneApart } from './prune/plan-apart.ts'
import { readCoverage } from './read-coverage.ts'
import { type NamedSnapshot, resolveName } from './snapshot-name.ts'
import type {
  ChangeFilter,
  ReadingOptions,
  ReadMark,
  ResourceKey,
  ResourceSpans,
  StoredBody,
  StoredResource,
  Vault,
  VaultChange,
} from './types.ts'

/** Throws DamageFound where the catalog has lost what the head names, which was read before. `asFound`: as `assertHead` has it. */
export function makeReader(layout: Layout, head: HeadFile, options: ReadingOptions = {}): Vault {
  const db = openForReading(layout.catalog)
  try {
    return corruptionNamed(() => {
      assertHead(layout.path, head, db, options.asFound)
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
  const kept = makeKeptReading(db)
  const { cacheBytes } = options
  const contents = makeContentReader(rows, files, { explain: kept.assertKept, cacheBytes, readsRests: true })
  const rowAt = makeRowAt(db)
  const { timezone = 'UTC', clock = Date.now } = options
  const time = (text: string) => parseTime(text, { now: clock(), timezone })
  return {
    path: layout.path,
    timezone,
    time,
    ...snapshotQueries(db, { time, clock }),
    tags: () => readTags(db),
    holds: () => readHolds(db).map(holdOf),
    anomalies: () => readAnomalies(db),
    approvals: () => readApprovals(db),
    resources: (snapshot, filter = {}) =>
      kept.each(snapshot, mapped(viewRows(db, kept.placeAt(snapshot), filter), toResource)),
    find: (snapshot, kind, id) =>
      kept.of(snapshot, () => findRows(db, kept.placeAt(snapshot), kind, id).map(toResource)),
    named(snapshot, { kind, parent }, ids) {
      const place = kept.placeAt(snapshot)
      const scope = { kind, anchor: parent ?? -place.organization }
      return kept.of(snapshot, () => namedRows(db, place, { ...scope, ids }).map(toResource))
    },
    at(snapshot, resource) {
      const row = kept.of(snapshot, () => rowAt(snapshot, resource))
      return row === undefined ? null : toResource(row)
    },
    ref: resource => refOf(db, resource),
    ...stateQueries(db, kept),
    state(place) {
      const row = rowAt(place.since, place.resource)
      return row?.since === place.since ? toResource(row) : null
    },
    unread: () => makeUnread(db),
    ...scopeQueries(db, kept),
    fact: key => readFact(db, key),
    readAgain: () => ({ ...readCoverage({ db, layout }), lost: losses(db).length }),
    contentKey: digest => rows.find(digest),
    ...contentReading(db, contents),
    inclusionProof: (snapshot, resource) => kept.of(snapshot, () => inclusionProof(db, snapshot, resource)),
    changes: (a, b, filter = {}) => changes(db, kept, { a, b, ...filter }),
    changedNames: (a, b) => kept.each(a, kept.each(b, changedNames(db, rangeOf(kept, { a, b })))),
    changedUnder: (a, b) => kept.of(a, () => kept.of(b, () => changedUnder(db, rangeOf(kept, { a, b })))),
    planPrune: options => planPruneApart(layout.catalog, { files, nowMs: clock() }, options),
    check: (options = {}) =>
      checkVault({ layout, db, files, contents: makeContentReader(rows, files, { cacheBytes }) }, options),
    heldBy: nowMs => leaseHolder(db, nowMs),
    owner: () => readOwner(db),
    restoreRuns: () => readRuns(db),
    journal: run => readJournal(db, run),
    restoredIds: of => readRestoredIds(db, of),
    close: () => db.close(),
  }
}

function snapshotQueries(
  db: Connection,
  { time, clock }: { time: (text: string) => TimeSpan; clock: () => number },
): Pick<
  Vault,
  | 'snapshots'
  | 'snapshot'
  | 'moments'
  | 'markedMoments'
  | 'organizations'
  | 'changeCount'
  | 'pruned'
  | 'startedAt'
  | 'digestOf'
  | 'firstKept'
  | 'resolve'
> {
  return {
    changeCount: () => Number(db.pragma('data_version', { simple: true })),
    snapshots(filter = {}) {
      const annotate = readAnnotations(db, clock())
      const summaryOf =
        filter.newest === undefined && filter.oldest === undefined
          ? makeSummarize(db)
          : (row: SnapshotRow) => summarize(db, row)
      return snapshotRows(db, { ...filter, pruned: false }).map(row => ({
        ...summaryOf(row),
        ...annotate(row),
      }))
    },
    snapshot(snapshot) {
      const row = prunedAt(db, snapshot) === null ? snapshotRow(db, snapshot) : undefined
      return row === undefined ? null : { ...summarize(db, row), ...readAnnotations(db, clock())(row) }
    },
    moments: filter => momentRows(db, filter).map(momentOf),
    markedMoments(filter) {
      const annotate = readAnnotations(db, clock())
      return momentRows(db, filter).map(row => ({ ...unmarkedMomentOf(row), ...annotate(row) }))
    },
    organizations: () => organizationsKept(db),
    pruned(filter = {}) {
      const pruned = prunedSnapshots(db)
      const summaryOf = makeSummarize(db)
      return snapshotRows(db, { ...filter, pruned: true }).flatMap(row => {
        const at = pruned.get(row.id)
        return at === undefined ? [] : [summarizePruned(summaryOf(row), at)]
      })
    },
    startedAt: snapshot => startOf(db, snapshot),
    digestOf: snapshot => digestOfSnapshot(db, snapshot),
    firstKept: snapshot => firstKept(db, snapshot),
    resolve(name, { allowRunning = false, organization } = {}) {
      const naming = { time, tags: readTags(db), allowRunning }
      const row = requireSnapshot(db, resolveName(name, snapshotsToName(db, organization), naming))
      return { ...summarize(db, row), ...readAnnotations(db, clock())(row) }
    },
  }
}

function snapshotsToName(db: Connection, organization: string | undefined): NamedSnapshot[] {
  const passed = new Set([
    ...readForgotten(db).map(({ snapshot }) => snapshot),
    ...prunedSnapshots(db).keys(),
  ])
  return rowsToName(db, { organization }).map(row => ({ ...row, isForgotten: passed.has(row.id) }))
}

function stateQueries(
  db: Connection,
  kept: KeptReading,
): Pick<
  Vault,
  'states' | 'statesOf' | 'gone' | 'versions' | 'touching' | 'spans' | 'statesAfter' | 'countStates'
> {
  return {
    states: (snapshot, kind) =>
      kept.each(
        snapshot,
        mapped(keptStates(db, kept.placeAt(snapshot).organization, kind), row => ({
          ...toResource(row),
          until: row.until,
        })),
      ),
    gone: snapshot => kept.of(snapshot, () => goneStates(db, kept.placeAt(snapshot))),
    versions: resource =>
      keptVersions(db, resource).map(({ since, until, content, digest }) => ({
        ...{ since, until, content },
        contentDigest: digest,
      })),
    touching: place => touchingSnapshots(db, place),
    spans(resources) {
      const spans = new Map<ResourceKey, ResourceSpans>()
      for (const [key, rows] of keptSpans(db, resources)) {
        if (rows[0] === undefined) continue
        const { kind, parent, organization } = rows[0]
        const versions = rows.map(({ since, until }) => ({ since, until }))
        spans.set(key, { key, kind, parent, organization, versions })
      }
      return spans
    },
    statesOf: resource =>
      keptStatesOf(db, kept, resource).map(row => ({ ...toResource(row), until: row.until })),
    statesAfter: (place, limit) => statesAfter(db, place, limit),
    countStates: through => countStates(db, through),
  }
}

function scopeQueries(
  db: Connection,
  { placeAt, of, each }: KeptReading,
): Pick<
  Vault,
  'readable' | 'scopes' | 'ids' | 'sizes' | 'bodies' | 'firstMissing' | 'lastRead' | 'oldestReads'
> {
  const terms = makeTerms(db, { isWriter: false })
  const parentOf = (anchor: number) => (anchor < 0 ? null : anchor)
  const scopeOf = ({ kind, anchor }: ScopeRow) => ({ kind, parent: parentOf(anchor) })
  return {
    ids(snapshot, { kind, parent }) {
      const place = placeAt(snapshot)
      return of(snapshot, () => idsIn(db, { ...place, kind, anchor: parent ?? -place.organization }))
    },
    readable(snapshot, filter) {
      const place = placeAt(snapshot)
      const { rows, unread } = of(snapshot, () => corruptionNamed(() => rowsAround(db, place, filter)))
      return { resources: rows.map(toResource), unread }
    },
    sizes(snapshot, kind) {
      const found = of(snapshot, () => scopeSizes(db, placeAt(snapshot), kind))
      return found.map(({ anchor, size }) => ({ parent: parentOf(anchor), size }))
    },
    scopes: snapshot => mapped(each(snapshot, scopesIn(db, placeAt(snapshot))), scopeOf),
    bodies: parent =>
      mapped(makeBodies(db).under(parent), (row): StoredBody => ({ ...row, name: terms.text(row.name) })),
    firstMissing(snapshot, resource) {
      placeAt(snapshot)
      return firstMissing(db, snapshot, resource)
    },
    lastRead(snapshot, parent, kind) {
      const { organization } = placeAt(snapshot)
      const term = terms.find(kind)
      if (term === null) return null
      return toReadMark(findReadMark(db, parent ?? -organization, term, snapshot))
    },
    oldestReads: snapshot =>
      new Map(oldestReads(db, placeAt(snapshot)).map(row => [row.kind, new Date(row.at).toISOString()])),
  }
}

function contentReading(
  db: Connection,
  contents: ContentReader,
): Pick<Vault, 'read' | 'readStream' | 'readJson'> {
  return {
    read: content => corruptionNamed(() => contents.read(content)),
    readStream: content => corruptionNamed(() => contents.stream(content)),
    readJson(resource) {
      try {
        return JSON.parse(corruptionNamed(() => contents.read(resource.content)).toString('utf8'))
      } catch (error) {
        // It says what it hits by itself.
        if (error instanceof ContentLost) throw error
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

function rangeOf(kept: KeptReading, { a, b }: { a: number; b: number }): ChangeRange {
  const { organization } = kept.placeAt(a)
  if (organization !== kept.placeAt(b).organization)
    throw new UsageError(`snapshots ${a} and ${b} are of different organizations`)
  return { a, b, organization }
}

function* changes(
  db: Connection,
  kept: KeptReading,
  { a, b, ...filter }: ChangeFilter & { a: number; b: number },
): Generator<VaultChange> {
  const [from, to] = [requireSnapshot(db, a), requireSnapshot(db, b)]
  if (from.organization !== to.organization) {
    throw new UsageError(`snapshots ${a} and ${b} are of different organizations`, {
      hint: `${a} is of ${from.title}, ${b} of ${to.title}`,
    })
  }
  const { organization } = kept.placeAt(b)
  const assertBoth = () => [a, b].forEach(snapshot => void kept.placeAt(snapshot))
  for (const { rows, ...change } of changesBetween(db, { a, b, organization, ...filter })) {
    assertBoth()
    const stored = { before: storedOf(rows.before), after: storedOf(rows.after) }
    yield { ...change, stored }
  }
  assertBoth()
}

function storedOf(row: ViewRow | undefined): StoredResource | null {
  return row === undefined ? null : toResource(row)
}

function toResource(row: ViewRow): StoredResource {
  const { key, kind, id, parent, parentKind, parentId, since, content } = row
  const names = { key, kind, id, parent, parentKind, parentId }
  return { ...names, since, content, contentDigest: row.digest, parts: parsePartRows(row.parts) }
}

function* mapped<T, R>(rows: IterableIterator<T>, map: (row: T) => R): Generator<R> {
  for (const row of rows) yield map(row)
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
