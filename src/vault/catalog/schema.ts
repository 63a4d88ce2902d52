/**
 * The tables of `catalog.db`, as numbered migrations. A migration is never edited once released: schema/ has them.
 *
 * An `anchor` is the parent's resource id, or minus the organization's id where there is no parent.
 * Snapshot N sees a version when `since <= N < until`; `until` null means still valid.
 */

import { KEPT } from './schema/kept.ts'
import { UPKEEP } from './schema/upkeep.ts'

/** Marks the file as docvault's: `docv`. */
export const APPLICATION_ID = 0x646f6376

export const MIGRATIONS = [...KEPT, ...UPKEEP] as const
