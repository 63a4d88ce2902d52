/**
 * SQLite's own words, turned into errors that say what is wrong with which file and what became of the vault.
 */
import Database from 'better-sqlite3'
import { diskError } from '../../model/disk-errors.ts'
import { DamageFound } from '../../model/errors.ts'

/** The error to throw in its place; anything that is no word of SQLite comes back as it is. */
export function translated(error: unknown, file: string): unknown {
  if (!(error instanceof Database.SqliteError)) return error
  if (!/^SQLITE_(CORRUPT|NOTADB|CONSTRAINT|ERROR|MISMATCH)/.test(error.code))
    return diskError(error, file) ?? error
  return new DamageFound(`the catalog ${file} is damaged: ${error.message}`, {
    cause: error,
    hint: 'nothing was changed; run `docvault repair`, which says what it can mend, or bring catalog.db back from a copy',
  })
}

/** Whether something of the catalog cannot be read, by SQLite or by the disk. */
export function isUnreadable(error: unknown): boolean {
  return error instanceof Database.SqliteError && /^SQLITE_(CORRUPT|IOERR)/.test(error.code)
}
