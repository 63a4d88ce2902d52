/**
 * What a disk says when it is full or closed to us, as one line: the path, the free bytes, and that nothing is lost.
 * Whatever was sealed or written before is never touched by a write that fails.
 */
import { existsSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { DamageFound, DocvaultError, type ErrorDetails } from './errors.ts'

/** Exit code 1. */
export class DiskRefused extends DocvaultError {
  constructor(message: string, details: ErrorDetails) {
    super('disk', message, details)
  }
}

const FULL = /^(ENOSPC|EDQUOT|EFBIG|SQLITE_FULL)$/
const BROKEN = /^(EIO|SQLITE_IOERR.*)$/
const CLOSED = /^(EACCES|EPERM|EROFS|SQLITE_READONLY.*|SQLITE_CANTOPEN.*|SQLITE_PERM)$/

/** Null for an error that is not of a disk. `path` where the error names none. */
export function diskError(error: unknown, path?: string): DiskRefused | null {
  if (!(error instanceof Error) || error instanceof DocvaultError || !('code' in error)) return null
  const code = String(error.code)
  const named = 'path' in error && typeof error.path === 'string' ? error.path : path
  const place = named ?? 'the disk'
  const details = { cause: error, retry: 'later' } as const
  if (FULL.test(code))
    return new DiskRefused(
      `${place} cannot be written: ${error.message}${describeRoom(named)}; nothing is lost`,
      {
        ...details,
        hint: 'make room, then run the same command again',
      },
    )
  if (BROKEN.test(code))
    return new DiskRefused(
      `${place} cannot be read or written: ${error.message}${describeRoom(named)}; nothing that was sealed is changed`,
      {
        ...details,
        hint: 'is the disk full, or failing? then run the same command again, and `docvault check`',
      },
    )
  // A socket or a port says EACCES as well.
  if (!CLOSED.test(code) || (named === undefined && !('syscall' in error && error.syscall === 'write')))
    return null
  return new DiskRefused(`${place} may not be opened or written: ${error.message}; nothing is lost`, {
    cause: error,
    hint: 'correct the rights of the path, or run as a user who has them, then run the same command again',
  })
}

/** For the edge: what a read of the catalog met anywhere. Null for an error that is no sign of damage. */
export function damageError(error: unknown): DamageFound | null {
  if (!(error instanceof Error) || error instanceof DocvaultError || !('code' in error)) return null
  if (!/^SQLITE_(CORRUPT|NOTADB)/.test(String(error.code))) return null
  return new DamageFound(`the catalog of the vault is damaged: ${error.message}`, {
    cause: error,
    hint: 'run `docvault repair`, which says what it can mend, or bring catalog.db back from a copy',
  })
}

/** E.g. ` (12288 bytes free)`, of the file system that the path is or would be on. */
function describeRoom(path: string | undefined): string {
  if (path === undefined) return ''
  const bytes = freeBytes(path)
  return bytes === null ? ' (free bytes unknown)' : ` (${bytes} bytes free)`
}

/** Too full to open a catalog: its log and the index of it need some tens of KiB. */
const OPENING_BYTES = 128 * 1024

export function isDiskFull(path: string): boolean {
  const bytes = freeBytes(path)
  return bytes !== null && bytes < OPENING_BYTES
}

/** Of the file system that the path is or would be on; null: not known. */
export function freeBytes(path: string): number | null {
  try {
    let folder = path
    while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder)
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return null
  }
}
