/**
 * The one transaction that makes a running snapshot complete, or partial where it has gaps. On return it has
 * reached the disk.
 */
import assert from 'node:assert/strict'
import { DamageFound } from '../../model/errors.ts'
import type { Kind } from '../../model/resource.ts'
import type { NotOffered, SnapshotSummary, TokenOwner, Weak } from '../../model/snapshot.ts'
import type { CatalogWriter } from './catalog-writer.ts'
import { type ChangedScope, statesFrom } from './changed-scopes.ts'
import type { Connection } from './connection.ts'
import type { ContentsDigest, NewestContents } from './contents-digest.ts'
import { walkContents } from './contents-walk.ts'
import { countPending, countSameButForBody } from './deferred-parts.ts'
import { durably } from './durable.ts'
import { type Inspection, prove } from './prove.ts'
import { EMPTY_SCOPE, isSameState } from './scope-digests.ts'
import { newestState, writeState } from './scope-states.ts'
import { columnsToCover, digestSeal } from './seal-digest.ts'
import { type SnapshotRow, snapshotRow, summarize } from './snapshots.ts'

/** Of what this code seals: see contents-digest.ts. */
const SEAL_FORMAT = 2

export interface Sealing {
  snapshot: number
  now: number
  /** Digested before: what changes in them until the seal is not sealed. */
  changed: readonly ChangedScope[]
  /** Found before, like these. */
  inspection: Inspection
  newest: NewestContents
  /** Asked when the contents are folded. */
  elapsedMs(): number
  requests: number
  bytes: number
  notOffered: readonly NotOffered[]
  weak: readonly Weak[] | undefined
  moved: readonly string[] | undefined
  owner: TokenOwner | undefined
  deferring: readonly Kind[] | undefined
  operations: Readonly<Record<string, number>> | undefined
}

export function sealSnapshot(writer: CatalogWriter, sealing: Sealing): SnapshotSummary {
  const { db } = writer
  return durably(db, () => writer.transact(() => seal(db, sealing)))
}

function seal(db: Connection, sealing: Sealing): SnapshotSummary {
  const row = requireRow(db, sealing.snapshot)
  assert.equal(row.state, 'running', `snapshot ${row.id} is sealed already`)
  const { moved, owner, operations, deferring } = sealing
  const proof = {
    ...prove(db, { snapshot: row.id, base: row.base }, sealing.inspection),
    ...(owner && { owner }),
    ...(moved && { moved }),
    ...(deferring && { markdown_pending: countPending(db, row, deferring) }),
    ...(operations && { operations }),
  }
  const base = row.base === null ? null : requireRow(db, row.base)
  const held = sealing.newest.digest()
  if (base !== null) assertBase(db, base, { held, changed: sealing.changed })
  const states = statesFrom(sealing.changed, row.id)
  for (const state of states) writeState(db, state)
  const { contents, versions, resources, count } = sealing.newest.replace(states)
  const changed = countChanges(db, row.id)
  const gaps = db.prepare<[number]>('SELECT 1 FROM gap WHERE snapshot = +? LIMIT 1').get(row.id)
  const sealed: SnapshotRow = {
    ...row,
    ...changed,
    state: gaps === undefined ? 'complete' : 'partial',
    sealed: sealing.now,
    duration: sealing.elapsedMs(),
    requests: sealing.requests,
    bytes: sealing.bytes,
    carried: count - changed.added - changed.modified,
    resources: JSON.stringify(resources),
    not_offered: JSON.stringify(sealing.notOffered),
    weak: sealing.weak === undefined ? null : JSON.stringify(sealing.weak),
    contents,
    proof: JSON.stringify(proof),
    previous: base?.digest ?? null,
    covers: columnsToCover(db),
    versions,
    seal_format: SEAL_FORMAT,
  }
  writeSealed(db, sealed)
  // Of the row as it stands, so that a column that is written elsewhere is covered as well.
  const digest = digestSeal(db, requireRow(db, row.id))
  db.prepare('UPDATE snapshot SET digest = ? WHERE id = +?').run(Buffer.from(digest, 'hex'), row.id)
  return summarize(db, requireRow(db, row.id))
}

/**
 * Throws DamageFound where the base is not as it was sealed. Of what was carried over its digest is: what became of the
 * rows since, a check tells.
 */
function assertBase(db: Connection, base: SnapshotRow, found: BaseAsFound): void {
  const isSound =
    base.digest?.toString('hex') === digestSeal(db, base) &&
    (base.seal_format === null ? hasWalked(db, base) : hasFolded(db, base, found))
  if (isSound) return
  throw new DamageFound(`snapshot ${base.id} is not as it was sealed, and nothing is sealed on top of it`, {
    hint: 'what was sealed is untouched; run `docvault repair`, which says what it can mend, or bring catalog.db back from a copy',
  })
}

function hasWalked(db: Connection, base: SnapshotRow): boolean {
  const { contents, versions } = walkContents(db, base.id, base.organization)
  return base.contents?.equals(contents) === true && (base.versions?.equals(versions) ?? true)
}

interface BaseAsFound extends Pick<Sealing, 'changed'> {
  /** All that it holds, from the rows. */
  held: ContentsDigest
}

function hasFolded(db: Connection, base: SnapshotRow, { changed, held }: BaseAsFound): boolean {
  return (
    base.contents?.equals(held.contents) === true &&
    base.versions?.equals(held.versions) === true &&
    changed.every(({ name, before }) => isSameState(before, newestState(db, name) ?? EMPTY_SCOPE))
  )
}

function requireRow(db: Connection, snapshot: number): SnapshotRow {
  const row = snapshotRow(db, snapshot)
  assert(row, `no snapshot ${snapshot}`)
  return row
}

/** From the rows themselves, so that no path through the run can count wrong. */
function countChanges(db: Connection, snapshot: number): Pick<SnapshotRow, 'added' | 'modified' | 'removed'> {
  const counts = db
    .prepare<[{ snapshot: number }], { begun: number; replaced: number; ended: number }>(
      `SELECT
         (SELECT count(*) FROM version WHERE since = +:snapshot) AS begun,
         (SELECT count(*) FROM version WHERE until = +:snapshot) AS ended,
         (SELECT count(*) FROM version AS old JOIN version AS new ON new.resource = old.resource
          WHERE old.until = +:snapshot AND new.since = +:snapshot) AS replaced`,
    )
    .get({ snapshot })
  assert(counts)
  const { begun, replaced, ended } = counts
  const modified = replaced - countSameButForBody(db, snapshot)
  return { added: begun - replaced, modified, removed: ended - replaced }
}

function writeSealed(db: Connection, row: SnapshotRow): void {
  db.prepare<[SnapshotRow]>(
    `UPDATE snapshot SET state = :state, sealed = :sealed, duration = :duration, requests = :requests, bytes = :bytes,
       added = :added, modified = :modified, removed = :removed, carried = :carried, resources = :resources,
       not_offered = :not_offered, weak = :weak, proof = :proof, covers = :covers, seal_format = :seal_format, versions = :versions, contents = :contents, previous = :previous
     WHERE id = +:id`,
  ).run(row)
}
