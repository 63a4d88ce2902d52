/**
 * The public face of the vault: opening one to read, or as its only writer.
 */
import { readHead } from './head.ts'
import { assertVault, layoutOf } from './layout.ts'
import { makeReader } from './reader.ts'
import type { ReadingOptions, Vault, WriterOptions } from './types.ts'
import type { WritableVault } from './writer-types.ts'

export { type Upgrade, upgradeWords } from './catalog/upgrade.ts'
export type * from './types.ts'
export type * from './writer-types.ts'

/** Never creates. Throws VaultMissing, VaultUnusable, DamageFound. Many readers may be open beside one writer. */
export function openVault(path: string, options: ReadingOptions = {}): Vault {
  const layout = layoutOf(path)
  assertVault(layout)
  return makeReader(layout, readHead(layout.head), options)
}

/** Throws VaultMissing, VaultUnusable. */
export function assertVaultAt(path: string): void {
  assertVault(layoutOf(path))
}

export { type Checkpointer, makeCheckpointer } from './catalog/checkpointer.ts'
export type { OtherCatalog } from './catalog/other-rows.ts'
export { checkVaultAt } from './check-vault-at.ts'
export { withRepair } from './findings.ts'
export { digestFile } from './large-file.ts'
export { ownerAt, retireVaultAt } from './ownership.ts'
export { makeOtherVault, otherCatalog } from './repair/other-vault.ts'
export { planRepairAt } from './repair/repair-vault.ts'
export { HELD_BYTES } from './repair/wanted.ts'
export { copyVaultAt, type VaultCopy } from './vault-copy.ts'
export { soundSinceAt } from './verified.ts'

/** Creates the folder and catalog when absent, then takes the writer's lease. Throws VaultLocked, VaultUnusable. */
export async function openVaultForWriting(path: string, options: WriterOptions = {}): Promise<WritableVault> {
  // Most commands only read: they start faster without what writes.
  const { openWritable } = await import('./writable-vault.ts')
  return openWritable(layoutOf(path), options)
}
