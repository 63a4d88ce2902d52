/** The plan of a prune by a connection of its own: what it reads is of a single moment, whatever is written meanwhile. */
import { openForReading } from '../catalog/database.ts'
import type { FileStore } from '../files/file-store.ts'
import { planPrune } from './plan.ts'
import type { PrunePlan, PrunePlanOptions } from './types.ts'

/** `catalog`: path of the file. */
export async function planPruneApart(
  catalog: string,
  given: { files: FileStore; nowMs: number },
  options: PrunePlanOptions,
): Promise<PrunePlan> {
  const db = openForReading(catalog)
  try {
    db.exec('BEGIN')
    return await planPrune({ ...given, db }, options)
  } finally {
    db.close()
  }
}
