/** A connection to the catalog, and the statements that are prepared once for each. */
import type Database from 'better-sqlite3'

export type Connection = Database.Database

const statements = new WeakMap<Connection, Map<string, unknown>>()

/**
 * A statement that is prepared once a connection: preparing costs more than most lookups. Not for `iterate`, which
 * one statement can do once at a time only.
 *
 * SQLite prepares most statements that compare a column with a bare parameter anew for each binding, unasked: the plan
 * might depend on the value. Ours do not, and say `= +?`, which keeps the statement.
 */
export function prepareOnce<Parameters extends unknown[], Row>(
  db: Connection,
  sql: string,
): Database.Statement<Parameters, Row> {
  const known = statements.get(db) ?? new Map<string, unknown>()
  statements.set(db, known)
  const isStatement = (value: unknown): value is Database.Statement<Parameters, Row> => value !== undefined
  const found = known.get(sql)
  if (isStatement(found)) return found
  const made = db.prepare<Parameters, Row>(sql)
  known.set(sql, made)
  return made
}

/** A statement to `iterate`: the one of before, or another while somebody is still going through that one. */
export function prepareFree<Parameters extends unknown[], Row>(
  db: Connection,
  sql: string,
): Database.Statement<Parameters, Row> {
  const found = prepareOnce<Parameters, Row>(db, sql)
  return found.busy ? db.prepare<Parameters, Row>(sql) : found
}
