/**
 * `search.db` beside the catalog: which units of text contain which three characters in a row, and copies of the texts
 * themselves. It is made from the vault alone, covered by no seal, sent to no replica, and may be deleted at any time: then
 * everything is read instead.
 *
 * `gram` has a row for each unit, under the id that `unit` gives to its key. `pack` has its text, beside
 * others. `holder` says which states have it. What is indexed are the states up to the place that `fact` names, of
 * the vault whose snapshots `fact` names.
 */
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { diskError } from '../../model/disk-errors.ts'
import { DocvaultError } from '../../model/errors.ts'
import type { StatePlace } from '../../vault/vault.ts'
import { PackDamaged } from './text-copy.ts'

export type Connection = Database.Database

const SCHEMA = `
  CREATE VIRTUAL TABLE gram USING fts5(
    text, tokenize = 'trigram case_sensitive 1', detail = none, content = '', contentless_delete = 1);
  CREATE VIRTUAL TABLE gram_term USING fts5vocab(gram, row);
  CREATE TABLE unit (id INTEGER PRIMARY KEY, key INTEGER NOT NULL UNIQUE, pack INTEGER NOT NULL) STRICT;
  CREATE INDEX unit_in_pack ON unit (pack);
  -- No id is given twice: whoever has read a pack may keep it.
  CREATE TABLE pack (
    id INTEGER PRIMARY KEY AUTOINCREMENT, folded BLOB NOT NULL, folded_bytes INTEGER NOT NULL,
    shown BLOB NOT NULL) STRICT;
  CREATE TABLE holder (
    unit INTEGER NOT NULL, resource INTEGER NOT NULL, since INTEGER NOT NULL,
    PRIMARY KEY (unit, resource, since)) STRICT, WITHOUT ROWID;
  -- States of which something could not be read or is too large: they are read again by every search.
  CREATE TABLE unread (
    resource INTEGER NOT NULL, since INTEGER NOT NULL, reason TEXT NOT NULL,
    PRIMARY KEY (resource, since)) STRICT, WITHOUT ROWID;
  CREATE TABLE fact (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;`

/** `docs` in the order of bytes. */
const APPLICATION_ID = 0x646f6373
const BUSY_TIMEOUT_MS = 5000
const CACHE_KIB = 8192

/** The index is not what was written. Whoever meets it goes on without it. */
export class IndexDamaged extends DocvaultError {
  constructor(path: string, cause: unknown) {
    super('index-damaged', `${path} is damaged${cause instanceof Error ? `: ${cause.message}` : ''}`, {
      cause,
      hint: 'run `docvault index --rebuild`; until then everything is read',
    })
  }
}

export type UnreadReason = 'damaged' | 'too-large'

export interface UnreadState extends StatePlace {
  reason: UnreadReason
}

/** States that every search reads. What is damaged is not indexed at all; of what is too large the rest is. */
export function readUnread(db: Connection): UnreadState[] {
  return db.prepare<[], UnreadState>('SELECT resource, since, reason FROM unread').all()
}

export function readDamaged(db: Connection): UnreadState[] {
  return readUnread(db).filter(({ reason }) => reason === 'damaged')
}

export function indexPath(vault: string): string {
  return join(vault, 'search.db')
}

/** Null where there is none that this version made. Throws IndexDamaged. */
export function openIndex(path: string): Connection | null {
  if (!existsSync(path)) return null
  return damageNamed(path, () => identified(new Database(path, { readonly: true, timeout: BUSY_TIMEOUT_MS })))
}

/** Makes it where there is none, and anew where it is damaged or another version's. Throws DiskRefused. */
export function openIndexForWriting(path: string): Connection {
  try {
    const db = damageNamed(path, () => identified(new Database(path, { timeout: BUSY_TIMEOUT_MS })))
    if (db !== null) return db
  } catch (error) {
    if (!(error instanceof IndexDamaged)) throw error
  }
  removeIndex(path)
  return damageNamed(path, () => create(new Database(path, { timeout: BUSY_TIMEOUT_MS })))
}

export function removeIndex(path: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(path + suffix, { force: true })
}

/** What SQLite says of the file, as an error that names it. Throws IndexDamaged, DiskRefused. */
export function damageNamed<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof PackDamaged) throw new IndexDamaged(path, error)
    if (!(error instanceof Database.SqliteError)) throw error
    if (/^SQLITE_(CORRUPT|NOTADB|ERROR)/.test(error.code)) throw new IndexDamaged(path, error)
    throw diskError(error, path) ?? error
  }
}

function identified(db: Connection): Connection | null {
  try {
    if (db.pragma('application_id', { simple: true }) !== APPLICATION_ID) {
      db.close()
      return null
    }
    db.pragma(`cache_size = -${CACHE_KIB}`)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

function create(db: Connection): Connection {
  db.pragma('auto_vacuum = INCREMENTAL')
  db.pragma('journal_mode = WAL')
  // What is taken out for good is not left in free pages.
  db.pragma('secure_delete = ON')
  db.transaction(() => {
    db.exec(SCHEMA)
    db.pragma(`application_id = ${APPLICATION_ID}`)
  })()
  return db
}
