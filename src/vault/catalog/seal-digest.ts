/**
 * The digest that makes a sealed snapshot evident to tamper with: the SHA-256 of one JSON array of the organization's id,
 * the gaps, and every column of the snapshot's row by name that `covers` lists, `digest` aside; of a snapshot without
 * `covers`, what the older rule below says. Two of the columns, `contents` and `versions`, stand for all that the
 * snapshot holds: see contents-digest.ts, and contents-walk.ts for those of seal format 1.
 */
import { canonicalJson, type Digest, digestOf } from '../../model/digest.ts'
import type { Connection } from './connection.ts'
import { gapsOf } from './gaps.ts'
import { type SnapshotRow, summarize } from './snapshots.ts'

/** Every column there is: nobody who adds one has to remember it here. */
export function columnsToCover(db: Connection): string {
  const names = db
    .prepare<[], { name: string }>(`SELECT name FROM pragma_table_info('snapshot') ORDER BY name`)
    .all()
    .map(row => row.name)
  return JSON.stringify(names.filter(name => name !== 'digest'))
}

/** Of a row in its sealed form. */
export function digestSeal(db: Connection, row: SnapshotRow): Digest {
  return row.covers === null ? digestOlderSeal(db, row) : digestOf(sealText(db, row, row.covers))
}

/** What is hashed. */
export function sealText(db: Connection, row: SnapshotRow, covers: string): string {
  const covered: unknown = JSON.parse(covers)
  const values = new Map<string, unknown>(Object.entries(row))
  const columns = (Array.isArray(covered) ? covered : []).map(name => [name, plain(values.get(name))])
  return canonicalJson([row.organization_id, gapsOf(db, row.id), columns])
}

function plain(value: unknown): unknown {
  return Buffer.isBuffer(value) ? value.toString('hex') : (value ?? null)
}

function digestOlderSeal(db: Connection, row: SnapshotRow): Digest {
  const summary = summarize(db, row)
  return digestOf(
    canonicalJson([
      summary.previous,
      summary.contents,
      summary.organization,
      summary.organizationTitle,
      summary.snapshot,
      summary.base,
      summary.state,
      summary.trigger,
      summary.started,
      summary.sealed,
      summary.resources,
      summary.gaps,
      summary.not_offered,
      [summary.added, summary.modified, summary.removed, summary.carried],
      ...(summary.proof === null ? [] : [summary.proof]),
    ]),
  )
}
