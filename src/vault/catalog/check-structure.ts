/**
 * Faults of the catalog as such: damaged pages, broken references, overlapping versions, misplaced contents. One
 * query each, streamed; a query that the damage stops is a fault itself.
 */
import Database from 'better-sqlite3'
import { Interrupted } from '../../model/errors.ts'
import type { Connection } from './connection.ts'
import { describeUsers } from './content-users.ts'

export interface Fault {
  code: string
  severity: 'damage' | 'info'
  message: string
}

interface Rule {
  code: string
  severity?: 'info'
  /** Yields a column `fault`: what is wrong, with its place; and `block` where it is about one. */
  sql: string
}

const RULES: readonly Rule[] = [
  {
    code: 'catalog-damaged',
    sql: `SELECT integrity_check AS fault FROM pragma_integrity_check WHERE integrity_check <> 'ok'`,
  },
  {
    code: 'reference-broken',
    sql: `SELECT format('table %s row %s refers to a missing row of %s', "table", ifnull(rowid, '?'), parent) AS fault
          FROM pragma_foreign_key_check`,
  },
  {
    code: 'resource-misplaced',
    sql: `SELECT format('resource %d stands below one of another organization', resource.id) AS fault
          FROM resource JOIN resource AS above ON above.id = resource.parent
          WHERE above.organization <> resource.organization`,
  },
  {
    code: 'resource-misplaced',
    sql: `SELECT format('resource %d stands below resource %s, which is no older one', id, ifnull(parent, 'nothing')) AS fault
          FROM resource WHERE id < 1 OR parent >= id`,
  },
  {
    code: 'versions-overlap',
    sql: `SELECT format('resource %d: the version of snapshot %d ends after the next begins', resource, since) AS fault
          FROM (SELECT resource, since, until, lead(since) OVER (PARTITION BY resource ORDER BY since) AS next FROM version)
          WHERE next IS NOT NULL AND (until IS NULL OR until > next)`,
  },
  {
    code: 'version-misplaced',
    sql: `SELECT format('resource %d: its version of snapshot %d lies in snapshots of another organization', resource.id, since) AS fault
          FROM version JOIN resource ON resource.id = version.resource
          JOIN snapshot AS first ON first.id = version.since LEFT JOIN snapshot AS last ON last.id = version.until
          WHERE first.organization <> resource.organization
          OR ifnull(last.organization, first.organization) <> resource.organization`,
  },
  {
    code: 'block-inconsistent',
    sql: `SELECT format('block %d holds %d bytes, its contents %d up to %d', block.id, block.bytes, ifnull(total, 0), ifnull(top, 0)) AS fault, block.id AS block
          FROM block LEFT JOIN (
            SELECT block, sum(bytes) AS total, max(start + bytes) AS top FROM content GROUP BY block
          ) AS held ON held.block = block.id
          WHERE held.block IS NULL OR total <> block.bytes OR top <> block.bytes`,
  },
  {
    code: 'delta-inconsistent',
    // Every step leads to a smaller depth, so every chain ends; a prune makes bases that are younger, and chains shorter.
    sql: `SELECT format('block %d is a delta of depth %d against content %d, of depth %d', block.id, block.depth, block.base, older.depth) AS fault, block.id AS block
          FROM block JOIN content ON content.id = block.base JOIN block AS older ON older.id = content.block
          WHERE older.depth < 0 OR older.depth >= block.depth`,
  },
  {
    code: 'delta-inconsistent',
    sql: `SELECT format('block %d has as its dictionary content %d, which is no whole one', block.id, block.dictionary) AS fault, block.id AS block
          FROM block JOIN content ON content.id = block.dictionary JOIN block AS own ON own.id = content.block
          WHERE own.base IS NOT NULL OR own.dictionary IS NOT NULL`,
  },
  {
    code: 'content-twice',
    severity: 'info',
    sql: `SELECT format('content %s is stored %d times', lower(hex(digest)), count(*)) AS fault
          FROM content GROUP BY digest HAVING count(*) > 1`,
  },
]

export function* structureFaults(db: Connection): Generator<Fault> {
  for (const rule of RULES) yield* guarded(faultsOf(db, rule), `rule ${rule.code}`)
}

function* faultsOf(db: Connection, { code, severity, sql }: Rule): Generator<Fault> {
  for (const { fault, block } of db.prepare<[], { fault: string; block?: number }>(sql).iterate()) {
    const users = block === undefined ? '' : `; ${describeUsers(db, { block })}`
    yield { code, severity: severity ?? 'damage', message: `${fault}${users}` }
  }
}

/** Damage that stops a part of the check is a finding, and ends that part, not the check. */
export function* guarded<T>(findings: Iterable<T>, what: string): Generator<T | Fault> {
  try {
    yield* findings
  } catch (error) {
    yield unreadable(error, what)
  }
}

export async function* guardedSteps<T>(findings: AsyncIterable<T>, what: string): AsyncGenerator<T | Fault> {
  try {
    yield* findings
  } catch (error) {
    yield unreadable(error, what)
  }
}

/** Whatever reading stored bytes may throw: what they make of them is not foreseen, only that it is damage. */
export function unreadable(error: unknown, what: string): Fault {
  if (error instanceof Interrupted) throw error
  const reason = error instanceof Error ? error.message : String(error)
  const isSqlite = error instanceof Database.SqliteError
  return {
    code: 'catalog-damaged',
    severity: 'damage',
    message: isSqlite
      ? `the catalog cannot be read (${what}): ${reason}`
      : `${what} cannot be read: ${reason}`,
  }
}
