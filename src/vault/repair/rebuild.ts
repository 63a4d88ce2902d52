/** A derived thing that is damaged, and how it is made again. */
import type { Connection } from '../catalog/connection.ts'
import type { Finding } from '../types.ts'
import type { Kept } from './kept.ts'

/** One thing that is made again. */
export interface Rebuild {
  /** For the ledger. */
  name: string
  isOf(finding: Finding): boolean
  from: string
  words: string
  /** What there was before. */
  keep(kept: Kept): void
  /** Inside a transaction. Throws DamageFound where that does not give what was there, and nothing is changed. */
  make(db: Connection): void
}
