/**
 * The one transaction that makes a running snapshot complete, or partial where it has gaps. On return it has
 * reached the disk.
 */
import assert from 'node:assert/strict'
import { DamageFound } from '../../model/errors.ts'
import type { NotOffered, SnapshotSummary, TokenOwner, Weak } from '../../model/snapshot.ts'
import type { CatalogWriter } from './catalog-writer.ts'
import type { Connection } from './connection.ts'
import { durably } from './durable.ts'
import { prove } from './prove.ts'
import { joinReadMarks } from './read-marks.ts'
import { columnsToCover, digestBoth, digestContents, digestSeal, type SealedContents } from './seal-digest.ts'
import { type SnapshotRow, snapshotRow, summarize } from './snapshots.ts'

export interface Sealing {
  snapshot: number
  now: number
  /** Asked when the contents are hashed: on a large vault, most of what a quiet night costs. */
  elapsedMs(): number
  requests: number
  bytes: number
  notOffered: readonly NotOffered[]
  weak: readonly Weak[] | undefined
  moved: readonly string[] | undefined
  owner: TokenOwner | undefined
  operations: Readonly<Record<string, number>> | undefined
}

export function sealSnapshot(writer: CatalogWriter, sealing: Sealing): SnapshotSummary {
  const { db } = writer
  return durably(db, () => {
    const summary = writer.transact(() => seal(db, sealing))
    // A reader may hold the end of the log; the commit is durable without it.
    db.pragma('wal_checkpoint(TRUNCATE)')
    return summary
  })
}

function seal(db: Connection, sealing: Sealing): SnapshotSummary {
  const row = requireRow(db, sealing.snapshot)
  assert.equal(row.state, 'running', `snapshot ${row.id} is sealed already`)
  joinReadMarks(db, row.id)
  const { moved, owner, operations } = sealing
  const proof = {
    ...prove(db, row.id, row.base),
    ...(owner && { owner }),
    ...(moved && { moved }),
    ...(operations && { operations }),
  }
  const base = row.base === null ? null : requireRow(db, row.base)
  const { contents, versions, resources, count } = digestOnto(db, row, base)
  const changed = countChanges(db, row.id)
  const gaps = db.prepare<[number]>('SELECT 1 FROM gap WHERE snapshot = ? LIMIT 1').get(row.id)
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
    contents: Buffer.from(contents, 'hex'),
    proof: JSON.stringify(proof),
    previous: base?.digest ?? null,
    covers: columnsToCover(db),
    versions: Buffer.from(versions, 'hex'),
  }
  writeSealed(db, sealed)
  // Of the row as it stands, so that a column that is written elsewhere is covered as well.
  const digest = digestSeal(db, requireRow(db, row.id))
  db.prepare('UPDATE snapshot SET digest = ? WHERE id = ?').run(Buffer.from(digest, 'hex'), row.id)
  return summarize(db, requireRow(db, row.id))
}

/** Throws DamageFound where the base is not as it was sealed: what is carried over would be sealed as sound. */
function digestOnto(db: Connection, row: SnapshotRow, base: SnapshotRow | null): SealedContents {
  if (base === null) return digestContents(db, row.id, row.organization)
  const both = digestBoth(db, { snapshot: row.id, base: base.id, organization: row.organization })
  const isSound =
    base.digest?.toString('hex') === digestSeal(db, base) &&
    base.contents?.toString('hex') === both.base.contents &&
    (base.versions === null || base.versions.toString('hex') === both.base.versions)
  if (isSound) return both.own
  throw new DamageFound(`snapshot ${base.id} is not as it was sealed, and nothing is sealed on top of it`, {
    hint: 'what was sealed is untouched; run `docvault check`, and bring catalog.db back from a copy',
  })
}

function requireRow(db: Connection, snapshot: number): SnapshotRow {
  const row = snapshotRow(db, snapshot)
  assert(row, `no snapshot ${snapshot}`)
  return row
}

/** From the rows themselves, so that no path through the run can count wrong. */
function countChanges(db: Connection, snapshot: number): Pick<SnapshotRow, 'added' | 'modified' | 'removed'> {
  const counts = db
    .prepare<[{ snapshot: number }], { begun: number; modified: number; ended: number }>(
      `SELECT
         (SELECT count(*) FROM version WHERE since = :snapshot) AS begun,
         (SELECT count(*) FROM version WHERE until = :snapshot) AS ended,
         (SELECT count(*) FROM version AS old JOIN version AS new ON new.resource = old.resource
          WHERE old.until = :snapshot AND new.since = :snapshot) AS modified`,
    )
    .get({ snapshot })
  assert(counts)
  const { begun, modified, ended } = counts
  return { added: begun - modified, modified, removed: ended - modified }
}

function writeSealed(db: Connection, row: SnapshotRow): void {
  db.prepare<[SnapshotRow]>(
    `UPDATE snapshot SET state = :state, sealed = :sealed, duration = :duration, requests = :requests, bytes = :bytes,
       added = :added, modified = :modified, removed = :removed, carried = :carried, resources = :resources,
       not_offered = :not_offered, weak = :weak, proof = :proof, covers = :covers, versions = :versions, contents = :contents, previous = :previous
     WHERE id = :id`,
  ).run(row)
}
