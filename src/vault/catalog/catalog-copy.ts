/**
 * Copies of the catalog as it was before an upgrade, beside it: `catalog-format-6.db`. A copy appears under its name only
 * when it is whole, sound and on the disk. The newest is kept until everything was read after the upgrade and nothing is
 * damaged.
 */
import { readdirSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { DiskRefused } from '../../model/disk-errors.ts'
import { syncPath } from '../../model/durable-file.ts'
import { DamageFound } from '../../model/errors.ts'
import type { Connection } from './connection.ts'
import { formatOf } from './format.ts'

export interface CatalogCopy {
  file: string
  format: number
  sizeBytes: number
  /** Milliseconds since the epoch. */
  madeAt: number
}

const NAME = /^catalog-format-(\d+)\.db$/
/** What SQLite writes besides: the header of its log and the like. */
const ROOM_BESIDES_BYTES = 1024 * 1024

/** Oldest format first. */
export function catalogCopies(catalog: string): CatalogCopy[] {
  const folder = dirname(catalog)
  return readdirSync(folder)
    .flatMap(name => {
      const format = Number(NAME.exec(name)?.[1] ?? 0)
      if (format === 0) return []
      const file = join(folder, name)
      const { size, mtimeMs } = statSync(file)
      return [{ file, format, sizeBytes: size, madeAt: mtimeMs }]
    })
    .sort((a, b) => a.format - b.format)
}

/** Every copy but the newest. */
export function removeOlderCopies(catalog: string): void {
  for (const { file } of catalogCopies(catalog).slice(0, -1)) removeCopy(file)
}

/** False where nothing may be removed, as on a medium that is only read. */
export function removeCopy(file: string): boolean {
  try {
    rmSync(file, { force: true })
    return true
  } catch {
    return false
  }
}

/** Durable on return. Throws DiskRefused, and DamageFound where the catalog cannot be copied whole. */
export function copyCatalog(db: Connection, catalog: string): string {
  const format = formatOf(db)
  const file = join(dirname(catalog), `catalog-format-${format}.db`)
  const part = `${file}.part`
  removeCopy(part)
  assertRoom(catalog)
  try {
    db.prepare('VACUUM INTO ?').run(part)
    assertSound(part, format)
    syncPath(part)
    renameSync(part, file)
  } catch (error) {
    removeCopy(part)
    throw error
  }
  syncPath(dirname(file))
  return file
}

/** For the copy, and once more for what the upgrade writes into the log. */
function assertRoom(catalog: string): void {
  const sizeBytes = sizeOf(catalog) + sizeOf(`${catalog}-wal`)
  const neededBytes = 2 * sizeBytes + ROOM_BESIDES_BYTES
  const { bavail, bsize } = statfsSync(dirname(catalog))
  const freeBytes = bavail * bsize
  if (freeBytes >= neededBytes) return
  throw new DiskRefused(
    `${catalog} cannot be upgraded: a copy of it and the upgrade need ${neededBytes} bytes beside it, and ${freeBytes} are free; nothing was changed`,
    { hint: 'make room, then run the same command again', retry: 'later' },
  )
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

function assertSound(file: string, format: number): void {
  const copy = new Database(file, { readonly: true })
  try {
    const fault = copy.pragma('quick_check(1)', { simple: true })
    if (fault === 'ok' && formatOf(copy) === format) return
    throw new DamageFound(`the copy of the catalog is not sound: ${fault}; nothing was changed`, {
      hint: 'run `docvault check`; is the disk failing?',
    })
  } finally {
    copy.close()
  }
}
