/**
 * The newest of what must not get lost: the last sealed snapshot of each organization and the last entry of the ledger.
 */
import type { Digest } from '../../model/digest.ts'
import type { Connection } from './connection.ts'
import { formatOf } from './format.ts'
import { headEntry } from './ledger.ts'

export interface Newest {
  /** Of the catalog. */
  format: number
  /** By organization. */
  snapshots: Readonly<Record<string, { snapshot: number; digest: Digest }>>
  ledger: { entry: number; hash: Digest } | null
}

/** The first that has a ledger. */
const LEDGER_FORMAT = 3

/** Of a catalog of any format. */
export function newestOf(db: Connection): Newest {
  const rows = db
    .prepare<[], { organization: string; snapshot: number; digest: Digest }>(
      // From the newest row on: the one that is looked for stands among the last.
      `SELECT organization.platform_id AS organization, snapshot.id AS snapshot, lower(hex(digest)) AS digest
       FROM organization CROSS JOIN snapshot ON snapshot.id = (
         SELECT newer.id FROM snapshot AS newer WHERE newer.organization = organization.id AND newer.digest IS NOT NULL
         ORDER BY newer.id DESC LIMIT 1)
       ORDER BY organization.platform_id`,
    )
    .all()
  const entry = formatOf(db) < LEDGER_FORMAT ? null : headEntry(db)
  return {
    format: formatOf(db),
    snapshots: Object.fromEntries(rows.map(({ organization, ...newest }) => [organization, newest])),
    ledger: entry && { entry: entry.number, hash: entry.hash },
  }
}

/** What the catalog should hold and does not. */
export function* missingFrom(db: Connection, newest: Newest): Generator<string> {
  const format = formatOf(db)
  if (format < newest.format)
    yield `catalog.db is of format ${format}, and was of format ${newest.format} before`
  const snapshotAt = db.prepare<[number], { digest: string }>(
    'SELECT lower(hex(digest)) AS digest FROM snapshot WHERE id = +?',
  )
  for (const [organization, { snapshot, digest }] of Object.entries(newest.snapshots)) {
    if (snapshotAt.get(snapshot)?.digest !== digest)
      yield `snapshot ${snapshot} of organization ${organization} was sealed and is not in catalog.db as it was`
  }
  const entryAt = db.prepare<[number], { hash: string }>(
    'SELECT lower(hex(hash)) AS hash FROM ledger WHERE id = +?',
  )
  const { ledger } = newest
  if (ledger !== null && entryAt.get(ledger.entry)?.hash !== ledger.hash)
    yield `entry ${ledger.entry} of the ledger was written and is not in catalog.db as it was`
}
