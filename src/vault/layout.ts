/**
 * Where things lie in a vault's folder, and whether a path is one. Refuses to make a vault out of a folder that
 * holds something else.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { diskError } from '../model/disk-errors.ts'
import { makeFolders, writeDurably } from '../model/durable-file.ts'
import { VaultMissing, VaultUnusable } from '../model/errors.ts'
import { createFolders, type FileFolders } from './files/file-store.ts'

export interface Layout {
  path: string
  catalog: string
  marker: string
  /** See head.ts. */
  head: string
  /** See verified.ts. */
  verified: string
  folders: FileFolders
}

const MARKER_TEXT = 'This folder is a docvault vault, format 1. Do not change anything in it by hand.\n'

export function layoutOf(path: string): Layout {
  return {
    path,
    catalog: join(path, 'catalog.db'),
    marker: join(path, 'docvault-vault'),
    head: join(path, 'head.json'),
    verified: join(path, 'verified.json'),
    folders: { files: join(path, 'files'), temporary: join(path, 'tmp') },
  }
}

/** Throws VaultMissing, VaultUnusable. */
export function assertVault(layout: Layout): void {
  assertFolder(layout)
  if (isFinished(layout)) return
  if (wasFinished(layout)) throw lostCatalog(layout)
  throw new VaultMissing(layout.path)
}

/** Makes the folder ready for a catalog. */
export function prepareFolder(layout: Layout): void {
  assertFolder(layout)
  if (!isFinished(layout)) assertFree(layout)
  try {
    makeFolders(layout.path)
    createFolders(layout.folders)
  } catch (error) {
    throw (
      diskError(error, layout.path) ??
      new VaultUnusable(`${layout.path} cannot be written to`, { cause: error })
    )
  }
}

/** Last, when the catalog is there. On the disk on return. */
export function markFolder(layout: Layout): void {
  if (markerFault(layout) !== null) writeDurably(layout.marker, MARKER_TEXT)
}

export function markerFault(layout: Layout): string | null {
  if (!existsSync(layout.marker)) return 'docvault-vault, which says what the folder is, is missing'
  return readFileSync(layout.marker, 'utf8') === MARKER_TEXT
    ? null
    : 'docvault-vault does not say what docvault wrote'
}

/** There was a catalog. */
export function wasFinished(layout: Layout): boolean {
  return existsSync(layout.marker) || existsSync(layout.head)
}

function isFinished(layout: Layout): boolean {
  return (statSync(layout.catalog, { throwIfNoEntry: false })?.size ?? 0) > 0
}

function assertFolder(layout: Layout): void {
  const stat = statSync(layout.path, { throwIfNoEntry: false })
  if (stat !== undefined && !stat.isDirectory()) {
    throw new VaultUnusable(`${layout.path} is not a folder`, {
      hint: 'a vault is a folder: choose another path',
    })
  }
}

/** Free: absent, empty, or what a creation left that was cut short. */
function assertFree(layout: Layout): void {
  if (!existsSync(layout.path)) return
  if (wasFinished(layout)) throw lostCatalog(layout)
  const ours = /^(catalog\.db(-wal|-shm|-journal)?|files|tmp)$/
  const foreign = readdirSync(layout.path).find(
    name => !name.startsWith('.') && name !== 'lost+found' && !ours.test(name),
  )
  if (foreign !== undefined) {
    throw new VaultUnusable(`${layout.path} is not a vault and holds other things, e.g. ${foreign}`, {
      hint: 'choose an empty folder for a new vault',
    })
  }
  const { files } = layout.folders
  if (existsSync(files) && readdirSync(files).length > 0) throw lostCatalog(layout)
}

function lostCatalog(layout: Layout): VaultUnusable {
  return new VaultUnusable(`the vault ${layout.path} has lost its catalog.db`, {
    hint: 'bring catalog.db back from a replica; without it the files cannot be read',
  })
}
