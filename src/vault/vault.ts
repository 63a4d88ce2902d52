/**
 * The public face of the vault: opening one to read, or as its only writer.
 */
import type { Vault, VaultOptions, WritableVault, WriterOptions } from './types.ts'

export type * from './types.ts'

/** Never creates. Throws VaultMissing, VaultUnusable. Many readers may be open beside one writer. */
export declare function openVault(path: string, options?: VaultOptions): Vault
/** Creates the folder and catalog when absent, then takes the writer's lease. Throws VaultLocked, VaultUnusable. */
export declare function openVaultForWriting(path: string, options?: WriterOptions): Promise<WritableVault>
