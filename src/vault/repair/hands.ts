/** What a repair changes a vault with. */
import type { Acting } from '../annotation-writer.ts'
import type { CatalogWriter } from '../catalog/catalog-writer.ts'
import type { PackingParts } from '../maintenance/packing.ts'
import type { Steps } from '../maintenance/steps.ts'
import type { Kept } from './kept.ts'

export interface Hands extends PackingParts {
  writer: CatalogWriter
  steps: Steps
  kept: Kept
  acting: Acting
  /** Milliseconds since the epoch. */
  nowMs: number
  /** Called once the ledger has another end. */
  written: () => void
}
