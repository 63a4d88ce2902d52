/** Gives back to the disk what was freed: files that no content names, and free pages of the catalog. */

import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, sep } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Digest } from '../../model/digest.ts'
import { DiskRefused, freeBytes } from '../../model/disk-errors.ts'
import type { CatalogWriter } from '../catalog/catalog-writer.ts'
import type { Connection } from '../catalog/connection.ts'
import type { ContentRows } from '../catalog/contents.ts'
import { checkpoint } from '../catalog/durable.ts'
import { translated } from '../catalog/sqlite-error.ts'
import type { FileStore } from '../files/file-store.ts'
import type { Steps } from './steps.ts'

const DIGEST = /^[0-9a-f]{64}$/
const NAMES_AT_ONCE = 100
/** Pages that one transaction moves and cuts off; where the disk is full, fewer. */
const PAGES_AT_ONCE = 256
const FEWEST_PAGES = 16

/**
 * What a crash left between a file and its row, of this prune or of a backup. No file that anybody else put there is touched.
 * While nobody else stores anything; `pause` throws where somebody begins to.
 */
export async function sweepFiles(
  rows: ContentRows,
  files: FileStore,
  { pause, unlink }: { pause: () => void; unlink: (digests: readonly Digest[]) => void },
): Promise<void> {
  let seen = 0
  for (const name of files.names()) {
    if (++seen % NAMES_AT_ONCE === 0) await setImmediate()
    pause()
    const digest = name.split(sep).at(-1) ?? ''
    const isOurs = DIGEST.test(digest) && name === `${digest.slice(0, 2)}${sep}${digest}`
    // One that a repair may take for what was lost stays.
    const isWanted = isOurs && (rows.isFile(digest) || rows.findLost(digest) !== null)
    if (isOurs && !isWanted) unlink([digest])
  }
}

/** The catalog is as small as it can be on return, where it was made so that it can shrink. */
export async function giveBack(
  { db, log }: CatalogWriter,
  steps: Steps,
  progress: (done: number, total: number) => void,
): Promise<void> {
  const total = freePages(db)
  let pages = PAGES_AT_ONCE
  for (let free = total; canShrink(db) && free > 0; ) {
    try {
      await steps.run(() => db.exec(`PRAGMA incremental_vacuum(${pages})`))
    } catch (error) {
      if (!(error instanceof DiskRefused) || pages === FEWEST_PAGES) throw error
      pages = FEWEST_PAGES
      continue
    }
    const left = freePages(db)
    if (left >= free) break
    free = left
    progress(total - free, total)
  }
  await log.copied()
}

/** Where there is no room for `copies` of the catalog. */
export interface NoRoom {
  /** E.g. `the catalog was not written anew`. */
  what: string
  hint: string
  copies: number
}

/**
 * Writes the catalog anew as a whole, without the room that rows left on its pages, and so that it can shrink from then on. All
 * who write wait, and so does this thread. Throws DiskRefused before anything is done where there is no room for a copy.
 */
export function vacuum(db: Connection, noRoom: Omit<NoRoom, 'copies'>): void {
  // The copy is made among the temporary files, then goes through the log of the catalog.
  for (const folder of [sqliteTemporary(), dirname(db.name)]) assertRoom(db, folder, { ...noRoom, copies: 1 })
  db.pragma('auto_vacuum = INCREMENTAL')
  try {
    db.exec('VACUUM')
  } catch (error) {
    throw translated(error, db.name)
  }
  checkpoint(db)
}

/** Where SQLite puts temporary files: https://www.sqlite.org/tempfiles.html, section 5. */
function sqliteTemporary(): string {
  const { SQLITE_TMPDIR, TMPDIR } = process.env
  const candidates = [SQLITE_TMPDIR, TMPDIR, '/var/tmp', '/usr/tmp', '/tmp']
  return candidates.find(folder => folder !== undefined && existsSync(folder)) ?? tmpdir()
}

/** Throws DiskRefused. */
export function assertRoom(db: Connection, folder: string, { what, hint, copies }: NoRoom): void {
  const needed = Math.ceil(catalogBytes(db) * copies * ROOM)
  const free = freeBytes(folder)
  if (free === null || free >= needed) return
  throw new DiskRefused(`${what}: that takes ${needed} bytes in ${folder}, of which ${free} are free`, {
    hint,
    retry: 'later',
  })
}

/** Of the catalog, for a copy of it. */
const ROOM = 1.1

/** Bytes that the catalog holds free and cannot give back. */
export function unreturnedBytes(db: Connection): number {
  return canShrink(db) ? 0 : freePages(db) * number(db, 'page_size')
}

export function catalogBytes(db: Connection): number {
  return number(db, 'page_count') * number(db, 'page_size')
}

/** Made with `auto_vacuum`: else SQLite keeps free pages for what comes next, and only a copy of all of it would be smaller. */
function canShrink(db: Connection): boolean {
  return number(db, 'auto_vacuum') === 2
}

function freePages(db: Connection): number {
  return number(db, 'freelist_count')
}

function number(db: Connection, pragma: string): number {
  return Number(db.pragma(pragma, { simple: true }))
}
