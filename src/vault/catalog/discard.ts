/**
 * Takes a running snapshot out of the catalog when it would say the same as its base, so that a run every few minutes
 * leaves a snapshot only when something changed.
 */
import type { CatalogWriter } from './catalog-writer.ts'
import type { Connection } from './connection.ts'
import { rollBack } from './snapshots.ts'

/** One transaction. True: the snapshot is gone. */
export function discardIfUnchanged(writer: CatalogWriter, snapshot: number): boolean {
  return writer.transact(() => {
    if (differs(writer.db, snapshot)) return false
    rollBack(writer.db, snapshot)
    writer.db.prepare<[number]>('DELETE FROM snapshot WHERE id = +?').run(snapshot)
    return true
  })
}

/** A gap that came, went or changed its cause is a difference: the new snapshot says something else. */
function differs(db: Connection, snapshot: number): boolean {
  const gaps = 'SELECT anchor, kind, resource, class FROM gap WHERE snapshot'
  const row = db
    .prepare<[{ snapshot: number }], { differs: number }>(
      `SELECT base IS NULL
         OR EXISTS (SELECT 1 FROM version WHERE since = +:snapshot)
         OR EXISTS (SELECT 1 FROM version WHERE until = +:snapshot)
         OR EXISTS (${gaps} = +:snapshot EXCEPT ${gaps} = base)
         OR EXISTS (${gaps} = base EXCEPT ${gaps} = +:snapshot) AS differs
       FROM snapshot WHERE id = +:snapshot`,
    )
    .get({ snapshot })
  return row?.differs !== 0
}
