/**
 * Opens `catalog.db`: pragmas, identity, migrations. Refuses a file that is not SQLite, another application's
 * database, and a catalog of a newer docvault; every refusal is a VaultUnusable with the path in it.
 */
import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import Database from 'better-sqlite3'
import { diskError } from '../../model/disk-errors.ts'
import { VaultMissing, VaultUnusable } from '../../model/errors.ts'
import { catalogCopies } from './catalog-copy.ts'
import { mendSchema } from './check-schema.ts'
import type { Connection } from './connection.ts'
import { formatOf } from './format.ts'
import { LONG_PAGES } from './log.ts'
import { defineRowSum } from './row-sum.ts'
import { APPLICATION_ID, MIGRATIONS } from './schema.ts'
import { keepTally } from './tally.ts'
import { type UpgradeOptions, upgrade } from './upgrade.ts'

const BUSY_TIMEOUT_MS = 5000
/** Also what a sort may take before it goes to disk. A larger one was measured to make no backup faster. */
const CACHE_KIB = 2048

/** Throws VaultMissing when the file is absent or was never finished. */
export function openForReading(file: string): Connection {
  if (!existsSync(file) || statSync(file).size === 0) throw new VaultMissing(file)
  return identified(file, () => {
    try {
      return openReadOnly(file, file)
    } catch (error) {
      if (!isWriteRefused(error)) throw error
      assertNoLog(file, error)
      return openReadOnly(file, `${pathToFileURL(resolve(file)).href}?immutable=1`)
    }
  })
}

function openReadOnly(file: string, name: string): Connection {
  const db = connect(name, { readonly: true })
  try {
    db.pragma(`cache_size = -${CACHE_KIB}`)
    const version = identify(db, file)
    if (version === 0) throw new VaultMissing(file)
    if (version < MIGRATIONS.length) throw outdated(file)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** SQLite wants to make the index of a log beside the catalog, also to read. */
function isWriteRefused(error: unknown): boolean {
  return error instanceof Database.SqliteError && /^SQLITE_(CANTOPEN|READONLY)/.test(error.code)
}

/** On a medium that cannot be written nobody writes, and what the log holds cannot be read without its index. */
function assertNoLog(file: string, cause: unknown): void {
  const log = `${file}-wal`
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) === 0) return
  throw new VaultUnusable(`${file} cannot be read here: part of it stands in ${log} still`, {
    cause,
    hint: 'copy the folder of the vault to where this user may write, and read it there',
  })
}

function connect(name: string, options: Database.Options): Connection {
  // Read by the library when it makes its first connection: lets `immutable` be said.
  process.env['SQLITE_USE_URI'] ??= '1'
  const db = new Database(name, { timeout: BUSY_TIMEOUT_MS, ...options })
  defineRowSum(db)
  return db
}

export interface WritingOptions extends UpgradeOptions {
  /** By who writes, who calls `keepTally` before: most vaults of a daemon are opened, and written to hours later. */
  tallyIsKeptLater?: boolean
}

/** Creates the catalog when absent and upgrades an older one. Throws VaultLocked where that one is in use. */
export function openForWriting(file: string, options: WritingOptions = {}): Connection {
  return identified(file, () => {
    const db = connect(file, {})
    try {
      const version = identify(db, file)
      configure(db)
      if (version < MIGRATIONS.length) upgrade(db, file, options)
      if (!options.asFound) mendSchema(db)
      if (!options.tallyIsKeptLater) keepTally(db)
      return db
    } catch (error) {
      db.close()
      throw error
    }
  })
}

/** For a check: whatever the file says of itself. Throws SqliteError. */
export function openUnasked(file: string): Connection {
  return connect(file, { readonly: true, fileMustExist: true })
}

/** Runs work with SQLite's own words for damage turned into a reason; other errors pass. */
function identified<T>(file: string, open: () => T): T {
  try {
    return open()
  } catch (error) {
    const refused = diskError(error, file)
    if (refused) throw refused
    if (!(error instanceof Database.SqliteError)) throw error
    const reason = error.code === 'SQLITE_NOTADB' ? 'it is not a SQLite database' : error.message
    throw new VaultUnusable(`${file} cannot be used as a catalog: ${reason}`, {
      cause: error,
      hint: 'point --vault / DOCVAULT_VAULT_PATH at a vault, or at an empty folder to create one',
    })
  }
}

function configure(db: Connection): void {
  // Only before there is anything in the file, the mode of its journal included.
  if (isEmpty(db)) db.pragma('auto_vacuum = INCREMENTAL')
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = NORMAL')
  db.pragma('foreign_keys = ON')
  db.pragma(`wal_autocheckpoint = ${LONG_PAGES}`)
  db.pragma('temp_store = FILE')
  for (const schema of ['main', 'temp']) db.pragma(`${schema}.cache_size = -${CACHE_KIB}`)
}

/** The catalog's version; 0 for a database with nothing in it. */
function identify(db: Connection, file: string): number {
  const application = Number(db.pragma('application_id', { simple: true }))
  const version = formatOf(db)
  if (application === 0 && version === 0 && isEmpty(db)) return 0
  if (application !== APPLICATION_ID) {
    throw new VaultUnusable(`${file} belongs to another application`, { hint: 'choose another vault path' })
  }
  if (version > MIGRATIONS.length) throw newer(file, version)
  return version
}

function isEmpty(db: Connection): boolean {
  return db.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined
}

/** What a docvault of before cannot know is not guessed at; a copy that it knows may lie beside the catalog. */
function newer(file: string, version: number): VaultUnusable {
  const known = catalogCopies(file).findLast(copy => copy.format <= MIGRATIONS.length)
  const back = known
    ? `, or go back to ${known.file}, the catalog of before its upgrade (how: docs/how-to/run/upgrade.md)`
    : ''
  return new VaultUnusable(
    `${file} was made by a newer docvault (format ${version}, this one knows ${MIGRATIONS.length})`,
    { hint: `nothing was changed; use a docvault that is at least as new as the one that wrote it${back}` },
  )
}

function outdated(file: string): VaultUnusable {
  return new VaultUnusable(`${file} was made by an older docvault and is not upgraded yet`, {
    hint: 'run `docvault upgrade` once, which asks no platform; or `docvault backup`',
  })
}
