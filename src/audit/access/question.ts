/** A question of an access review, and what is reviewed. */
import type { Vault } from '../../vault/vault.ts'
import type { Cells } from '../report.ts'
import type { SnapshotFacts } from '../snapshot-facts.ts'
import type { LoadedAccess } from './load.ts'

export type Rows = () => Generator<Cells>

export interface Question {
  id: string
  title: string
  note: string
  /** Of the columns. */
  names: readonly string[]
  rows: Rows
}

/** An organization at one snapshot. */
export interface Reviewed {
  vault: Vault
  facts: SnapshotFacts
  access: LoadedAccess
  dormantAfterMs: number
}
