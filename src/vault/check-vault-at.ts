/**
 * The check of a vault that perhaps cannot be opened any more: what stops the opening is the first finding, and what can
 * still be read is checked all the same.
 */
import { accessSync, constants, statSync } from 'node:fs'
import { DiskRefused, diskError, isDiskFull } from '../model/disk-errors.ts'
import { DocvaultError, VaultMissing, VaultUnusable } from '../model/errors.ts'
import { schemaFaults } from './catalog/check-schema.ts'
import { guarded, structureFaults, unreadable } from './catalog/check-structure.ts'
import type { Connection } from './catalog/connection.ts'
import { openUnasked } from './catalog/database.ts'
import { formatOf } from './catalog/format.ts'
import { MIGRATIONS } from './catalog/schema.ts'
import { withRepair } from './findings.ts'
import { readHead } from './head.ts'
import { assertVault, type Layout, layoutOf, wasFinished } from './layout.ts'
import { makeReader } from './reader.ts'
import type { CheckOptions, Finding, Vault } from './types.ts'

/** Throws VaultMissing, and VaultUnusable where the vault is of another version of docvault. */
export async function* checkVaultAt(path: string, options: CheckOptions = {}): AsyncGenerator<Finding> {
  const layout = layoutOf(path)
  let vault: Vault
  try {
    assertVault(layout)
    vault = makeReader(layout, { state: 'missing', newest: null })
  } catch (error) {
    yield* withoutOpening(layout, error)
    return
  }
  try {
    yield* vault.check(options)
  } finally {
    vault.close()
  }
}

function* withoutOpening(layout: Layout, error: unknown): Generator<Finding> {
  if (error instanceof VaultMissing || !wasFinished(layout)) throw error
  // SQLite opens nothing where it cannot write its log, which says nothing of what is stored.
  const refused = error instanceof DiskRefused ? error : diskError(error, layout.catalog)
  if (refused !== null && (isDiskFull(layout.path) || isReadable(layout.catalog))) throw refused
  const db = openAnyway(layout)
  try {
    if (error instanceof VaultUnusable && db !== null && isOfAnotherVersion(layout, db)) throw error
    const message = error instanceof DocvaultError ? error.message : unreadable(error, layout.catalog).message
    yield withRepair({ code: 'catalog-damaged', severity: 'damage', message })
    if (db === null) return
    for (const fault of structureFaults(db)) yield withRepair(fault)
    for (const fault of guarded(schemaFaults(db), 'the schema')) yield withRepair(fault)
  } finally {
    db?.close()
  }
}

/** Nothing stands where SQLite has its files that could not be read there: then it is the disk that refuses. */
function isReadable(catalog: string): boolean {
  try {
    accessSync(catalog, constants.R_OK)
    return ['', '-wal', '-shm'].every(
      name => statSync(`${catalog}${name}`, { throwIfNoEntry: false })?.isFile() ?? true,
    )
  } catch {
    return false
  }
}

function openAnyway(layout: Layout): Connection | null {
  try {
    return openUnasked(layout.catalog)
  } catch {
    return null
  }
}

/** Its head agrees with what the catalog says of itself. */
function isOfAnotherVersion(layout: Layout, db: Connection): boolean {
  try {
    const { newest } = readHead(layout.head)
    const format = formatOf(db)
    return format !== MIGRATIONS.length && (newest === null || newest.format === format)
  } catch {
    return false
  }
}
