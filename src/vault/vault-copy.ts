/**
 * A vault as of one moment, to be copied elsewhere while others write to it: the catalog as a file of its own, and which
 * files belong to it. Files are named by what they hold, and stay where they are.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { diskError } from '../model/disk-errors.ts'
import { openForReading } from './catalog/database.ts'
import { assertVault, layoutOf } from './layout.ts'
import { makeReader } from './reader.ts'
import type { Vault } from './types.ts'

export interface VaultCopy {
  /** Of the catalog; its own bytes are `catalog`. */
  vault: Vault
  /** The file. */
  catalog: string
  /** Whole small files of the vault that are not named by what they hold, by their path below it. */
  loose: ReadonlyMap<string, Buffer>
  /** Stored contents: the path below the vault, and the bytes that the catalog says it has. In the order of their paths. */
  files: StoredFile[]
  /** The copy stays. */
  close(): void
}

export interface StoredFile {
  path: string
  bytes: number
}

/** Folders whose files go with the vault. */
const FOLDERS = ['drills', 'plans', 'replica']

/** Into an empty folder that is there. Throws VaultMissing, DiskRefused. Nobody who writes waits for it. */
export async function copyVaultAt(path: string, folder: string): Promise<VaultCopy> {
  const layout = layoutOf(path)
  assertVault(layout)
  // The head first: the catalog may only be newer than it says.
  const loose = looseFiles(path)
  const copy = layoutOf(folder)
  const db = openForReading(layout.catalog)
  try {
    // In one go: a copy that somebody writes into meanwhile begins anew each time.
    await db.backup(copy.catalog, { progress: () => 0x7fffffff })
  } catch (error) {
    throw diskError(error, copy.catalog) ?? error
  } finally {
    db.close()
  }
  const vault = makeReader(copy, { state: 'missing', newest: null })
  return { vault, catalog: copy.catalog, loose, files: storedFiles(copy.catalog), close: () => vault.close() }
}

function looseFiles(path: string): Map<string, Buffer> {
  const names = ['docvault-vault', 'head.json', ...FOLDERS.flatMap(folder => filesIn(path, folder))]
  const present = names.filter(name => existsSync(join(path, name)))
  return new Map(present.map(name => [name, readFileSync(join(path, name))]))
}

function filesIn(path: string, folder: string): string[] {
  if (!existsSync(join(path, folder))) return []
  return readdirSync(join(path, folder))
    .filter(name => !name.endsWith('.part') && statSync(join(path, folder, name)).isFile())
    .map(name => `${folder}/${name}`)
}

function storedFiles(catalog: string): StoredFile[] {
  const db = openForReading(catalog)
  try {
    return db
      .prepare<[], { digest: string; stored: number }>(
        `SELECT lower(hex(content.digest)) AS digest, block.stored AS stored
         FROM block JOIN content ON content.block = block.id WHERE stored IS NOT NULL ORDER BY 1`,
      )
      .all()
      .map(({ digest, stored }) => ({ path: `files/${digest.slice(0, 2)}/${digest}`, bytes: stored }))
  } finally {
    db.close()
  }
}
