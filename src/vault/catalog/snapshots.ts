/**
 * Snapshot rows: begun, rolled back, read as summaries. Sealing is in `seal.ts`.
 */
import type { Digest } from '../../model/digest.ts'
import { DamageFound } from '../../model/errors.ts'
import type { Gap, NotOffered, Proof, SnapshotState, SnapshotSummary, Weak } from '../../model/snapshot.ts'
import type { CatalogWriter } from './catalog-writer.ts'
import { type Connection, prepareOnce } from './connection.ts'
import { FOUNDATION, SNAPSHOTS } from './coverage.ts'
import { gapsOf, snapshotsWithGaps } from './gaps.ts'
import { type SummaryColumns, withSummary } from './packed-summaries.ts'
import { assertTally } from './tally.ts'
import { isoTime } from './times.ts'

export interface SnapshotRow extends SummaryColumns {
  id: number
  organization: number
  organization_id: string
  title: string
  state: SnapshotState
  started_by: string
  base: number | null
  started: number
  sealed: number | null
  duration: number
  requests: number
  bytes: number
  added: number
  modified: number
  removed: number
  carried: number
  contents: Buffer | null
  digest: Buffer | null
  previous: Buffer | null
  versions: Buffer | null
  tick: number | null
  /** Null: 1. */
  seal_format: number | null
}

export interface Beginning {
  organization: number
  title: string
  trigger: string
  /** When a schedule wanted it, where one did. Milliseconds since the epoch. */
  tick: number | null
  now: number
}

export interface Begun {
  id: number
  base: number | null
  resumed: boolean
}

const SELECT = `
  SELECT snapshot.*, organization.platform_id AS organization_id
  FROM snapshot JOIN organization ON organization.id = snapshot.organization`

export function snapshotRow(db: Connection, id: number): SnapshotRow | undefined {
  const row = prepareOnce<[number], SnapshotRow>(db, `${SELECT} WHERE snapshot.id = +?`).get(id)
  return row && withSummary(db, row)
}

/**
 * One transaction: a new running snapshot, or the one that was left, without what it had written. Throws DamageFound
 * where what it would be built on, or would take back, is not as it was written: the base and all rows since. Those before
 * it are the business of `check`, so that a night costs the same after ten years.
 */
export function beginSnapshot(writer: CatalogWriter, beginning: Beginning): Begun {
  return writer.transact(() => {
    const base = newestSealed(writer.db, beginning.organization)
    const place = { organization: beginning.organization, base: base ?? 0 }
    assertTally(writer.db, FOUNDATION)
    assertTally(writer.db, SNAPSHOTS, place.base)
    assertStates(writer.db, place)
    const left = writer.db
      .prepare<[typeof place], { id: number }>(
        `SELECT id FROM snapshot WHERE id > +:base AND organization = +:organization AND state = 'running'`,
      )
      .get(place)
    if (left === undefined) return { id: insert(writer.db, beginning, base), base, resumed: false }
    rollBack(writer.db, left.id)
    writer.db
      .prepare('UPDATE snapshot SET title = ?, started_by = ?, tick = ?, base = ? WHERE id = +?')
      .run(beginning.title, beginning.trigger, beginning.tick, base, left.id)
    return { id: left.id, base, resumed: true }
  })
}

/** A snapshot that was ever sealed is never taken back, whatever its state says. */
function assertStates(db: Connection, place: { organization: number; base: number }): void {
  const row = db
    .prepare<[typeof place], { id: number; state: string }>(
      `SELECT id, state FROM snapshot WHERE id > +:base AND organization = +:organization
         AND state NOT IN ('complete', 'partial') AND (
         digest IS NOT NULL OR sealed IS NOT NULL OR id IN (SELECT base FROM snapshot WHERE id > +:base)) LIMIT 1`,
    )
    .get(place)
  if (row === undefined) return
  throw new DamageFound(`snapshot ${row.id} was sealed and says that it is ${row.state}`, {
    hint: 'nothing was changed; run `docvault repair`, which says what it can mend, or bring catalog.db back from a copy',
  })
}

function newestSealed(db: Connection, organization: number): number | null {
  const row = db
    .prepare<[number], { id: number }>(
      `SELECT id FROM snapshot WHERE organization = +? AND state IN ('complete', 'partial') ORDER BY id DESC LIMIT 1`,
    )
    .get(organization)
  return row?.id ?? null
}

function insert(db: Connection, beginning: Beginning, base: number | null): number {
  const row = db
    .prepare(
      `INSERT INTO snapshot (organization, title, state, started_by, tick, base, started)
       VALUES (?, ?, 'running', ?, ?, ?, ?)`,
    )
    .run(beginning.organization, beginning.title, beginning.trigger, beginning.tick, base, beginning.now)
  return Number(row.lastInsertRowid)
}

/** Contents, bodies and names stay: they are true whatever becomes of the snapshot. */
export function rollBack(db: Connection, snapshot: number): void {
  const statements = [
    'DELETE FROM part WHERE (resource, since) IN (SELECT resource, since FROM version WHERE since = +?)',
    'DELETE FROM reference WHERE (resource, since) IN (SELECT resource, since FROM version WHERE since = +?)',
    'DELETE FROM version WHERE since = +?',
    'UPDATE version SET until = NULL WHERE until = +?',
    'DELETE FROM gap WHERE snapshot = +?',
    'DELETE FROM read_mark WHERE since = +?',
  ]
  for (const statement of statements) db.prepare<[number]>(statement).run(snapshot)
}

export function summarize(db: Connection, row: SnapshotRow): SnapshotSummary {
  return summaryOf(row, gapsOf(db, row.id))
}

/** Of many: gaps are looked up where there are some. */
export function makeSummarize(db: Connection): (row: SnapshotRow) => SnapshotSummary {
  const withGaps = snapshotsWithGaps(db)
  return row => summaryOf(row, withGaps.has(row.id) ? gapsOf(db, row.id) : [])
}

/** ISO 8601, UTC; null where there is none. */
export function startOf(db: Connection, snapshot: number): string | null {
  const started = prepareOnce<[number], number>(db, 'SELECT started FROM snapshot WHERE id = +?')
    .pluck()
    .get(snapshot)
  return started === undefined ? null : isoTime(started, `snapshot ${snapshot}: its \`started\``)
}

/** Null: there is none; empty: it has no digest. */
export function digestOfSnapshot(db: Connection, snapshot: number): Digest | '' | null {
  const found = prepareOnce<[number], Buffer | null>(db, 'SELECT digest FROM snapshot WHERE id = +?')
    .pluck()
    .get(snapshot)
  return found === undefined ? null : (hex(found) ?? '')
}

function summaryOf(row: SnapshotRow, gaps: Gap[]): SnapshotSummary {
  return {
    snapshot: row.id,
    organization: row.organization_id,
    organizationTitle: row.title,
    state: row.state,
    trigger: row.started_by,
    ...(row.tick === null ? {} : { tick: timeOf(row, 'tick') ?? '' }),
    started: timeOf(row, 'started') ?? '',
    sealed: timeOf(row, 'sealed'),
    base: row.base,
    resources: parseCounts(parseOwn(row, 'resources')),
    added: row.added,
    modified: row.modified,
    removed: row.removed,
    carried: row.carried,
    gaps,
    not_offered: parseNotOffered(parseOwn(row, 'not_offered')),
    ...(row.weak === null ? {} : { weak: parseWeak(parseOwn(row, 'weak')) }),
    proof: parseProof(parseOwn(row, 'proof')),
    requests: row.requests,
    bytes: row.bytes,
    contents: hex(row.contents),
    digest: hex(row.digest),
    previous: hex(row.previous),
    duration_ms: row.duration,
  }
}

/** What a sealed snapshot counted; null where it is not there, or from before there were proofs. */
export function proofOf(db: Connection, snapshot: number): Proof | null {
  const row = snapshotRow(db, snapshot)
  return row === undefined ? null : parseProof(parseOwn(row, 'proof'))
}

/** Throws DamageFound: it is our own, and was written whole. */
function parseOwn(row: SnapshotRow, column: 'resources' | 'not_offered' | 'proof' | 'weak'): unknown {
  try {
    return JSON.parse(row[column] ?? 'null')
  } catch (error) {
    throw new DamageFound(`snapshot ${row.id}: its \`${column}\` cannot be read`, {
      cause: error,
      hint: 'run `docvault check`',
    })
  }
}

/** ISO 8601, UTC; null where there is none. */
export function timeOf<Column extends 'started' | 'sealed' | 'tick'>(
  row: Pick<SnapshotRow, 'id' | Column>,
  column: Column,
): string | null {
  const at: number | null = row[column]
  return at === null ? null : isoTime(at, `snapshot ${row.id}: its \`${column}\``)
}

function parseCounts(parsed: unknown): Record<string, number> {
  const counts: Record<string, number> = {}
  if (parsed === null || typeof parsed !== 'object') return counts
  for (const [kind, count] of Object.entries(parsed)) counts[kind] = Number(count)
  return counts
}

function parseNotOffered(parsed: unknown): NotOffered[] {
  return Array.isArray(parsed) ? parsed.filter(isNotOffered) : []
}

function isNotOffered(value: unknown): value is NotOffered {
  return typeof value === 'object' && value !== null && 'kind' in value && 'operation' in value
}

function parseWeak(value: unknown): Weak[] {
  return Array.isArray(value) ? value.filter(isWeak) : []
}

function isWeak(value: unknown): value is Weak {
  return typeof value === 'object' && value !== null && 'kind' in value && 'oldest_read' in value
}

function parseProof(value: unknown): Proof | null {
  return isProof(value) ? value : null
}

function isProof(value: unknown): value is Proof {
  return typeof value === 'object' && value !== null && 'listed' in value && 'dangling' in value
}

function hex(digest: Buffer | null): Digest | null {
  return digest?.toString('hex') ?? null
}
