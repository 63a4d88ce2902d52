/**
 * Stops whoever writes to a catalog in the middle of a transaction, by a trigger that does not come to an end. Nothing
 * of the program is changed; after a kill the transaction was never there.
 */
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import Database from 'better-sqlite3'

export interface HeldCatalog {
  /** Resolves when somebody is inside. */
  reached(): Promise<void>
  /** For the next writer there is nothing to stop at. Call when the one inside is dead. */
  release(): void
}

/** No other transaction of a small vault takes that long. */
const STUCK_MS = 2000

/** `event`: what a trigger waits for, e.g. `AFTER UPDATE OF state ON snapshot`. */
export function holdCatalog(vault: string, event: string, when: string): HeldCatalog {
  const db = new Database(join(vault, 'catalog.db'), { timeout: STUCK_MS })
  db.exec(`
    CREATE VIEW test_forever AS
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) AS last FROM n;
    CREATE TRIGGER test_hold ${event} WHEN ${when} BEGIN SELECT last FROM test_forever; END;
  `)
  return {
    async reached() {
      while (isWritable(db)) await delay(20)
    },
    release() {
      db.exec('DROP TRIGGER test_hold; DROP VIEW test_forever')
      db.close()
    },
  }
}

function isWritable(db: Database.Database): boolean {
  try {
    db.exec('BEGIN IMMEDIATE')
  } catch (error) {
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) return false
    throw error
  }
  db.exec('ROLLBACK')
  return true
}
