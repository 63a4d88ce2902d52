/** Whose the vault of a folder is, asked and changed without opening it as its writer. */
import { type Claim, UNOWNED, type VaultOwner } from '../model/vault-owner.ts'
import { openForReading, openForWriting, openUnasked } from './catalog/database.ts'
import { formatOf } from './catalog/format.ts'
import { readOwner, retireDurably } from './catalog/owner.ts'
import { makeHead } from './head.ts'
import { assertVault, layoutOf } from './layout.ts'

/** Before this format no vault was of a host. */
const FIRST_FORMAT = 13

/** Throws VaultMissing, VaultUnusable. */
export function ownerAt(path: string): VaultOwner {
  const layout = layoutOf(path)
  assertVault(layout)
  const unasked = openUnasked(layout.catalog)
  try {
    if (formatOf(unasked) < FIRST_FORMAT) return UNOWNED
  } finally {
    unasked.close()
  }
  const db = openForReading(layout.catalog)
  try {
    return readOwner(db)
  } finally {
    db.close()
  }
}

/** Leaves the folder behind for `to`, whoever has it open: that one commits nothing more. Throws VaultFenced, VaultMissing. */
export function retireVaultAt(path: string, to: Claim, nowMs: number): void {
  const layout = layoutOf(path)
  assertVault(layout)
  const db = openForWriting(layout.catalog, { before: older => makeHead(layout.head, older) })
  try {
    retireDurably(db, path, to, nowMs)
  } finally {
    db.close()
  }
}
