/**
 * `server.db` in the daemon's folder: who is signed in, and what was done over HTTP. One daemon writes it; commands read it
 * beside that. No restore needs it.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { DocvaultError } from '../../model/errors.ts'

export type Connection = Database.Database

const FORMAT = 1
const BUSY_TIMEOUT_MS = 5000
const SCHEMA = `
CREATE TABLE session (
  hash BLOB PRIMARY KEY,
  subject TEXT NOT NULL,
  name TEXT NOT NULL,
  groups TEXT NOT NULL,
  created INTEGER NOT NULL,
  used INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX session_used ON session (used);
CREATE TABLE operator_entry (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  who TEXT NOT NULL,
  subject TEXT,
  act TEXT NOT NULL,
  organization TEXT,
  item TEXT,
  snapshot INTEGER
) STRICT;
CREATE INDEX operator_entry_at ON operator_entry (at);
PRAGMA user_version = ${FORMAT};
`

class ServerDatabaseUnusable extends DocvaultError {
  constructor(file: string, why: string, cause?: unknown) {
    super('server-db-unusable', `${file} ${why}`, {
      hint: 'move it away: everybody signs in again, and the ledger of operators begins anew',
      cause,
    })
  }
}

/** Made where there is none. Throws DocvaultError `server-db-unusable`. */
export function openServerDatabase(folder: string): Connection {
  return opened(fileIn(folder), {}, db => {
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = FULL')
    // A session that ended is not left in free pages.
    db.pragma('secure_delete = ON')
    if (formatOf(db) === 0) db.exec(`BEGIN IMMEDIATE;${SCHEMA}COMMIT;`)
  })
}

/** Null where there is none yet. Throws DocvaultError `server-db-unusable`. */
export function readServerDatabase(folder: string): Connection | null {
  const file = fileIn(folder)
  return existsSync(file) ? opened(file, { readonly: true }, () => {}) : null
}

function opened(file: string, options: Database.Options, prepare: (db: Connection) => void): Connection {
  let db: Connection | null = null
  try {
    db = new Database(file, { timeout: BUSY_TIMEOUT_MS, ...options })
    prepare(db)
    if (formatOf(db) === FORMAT) return db
  } catch (error) {
    db?.close()
    throw new ServerDatabaseUnusable(file, 'cannot be opened', error)
  }
  db.close()
  throw new ServerDatabaseUnusable(file, 'is of another version of docvault')
}

function formatOf(db: Connection): unknown {
  return db.pragma('user_version', { simple: true })
}

function fileIn(folder: string): string {
  return join(folder, 'server.db')
}
