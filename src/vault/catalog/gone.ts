/** What a snapshot has not, though there was a version of it before. The cost follows what there is and what is gone. */
import type { Kind } from '../../model/resource.ts'
import type { Connection } from './connection.ts'
import { PRUNED_ENDS, type PrunedEnds, visibleIn } from './views.ts'

export interface GoneRow extends PrunedEnds {
  key: number
  kind: Kind
  since: number
  until: number | null
}

/** Every version that began before, pruned ones too; of a resource the oldest first. */
export function goneRows(
  db: Connection,
  place: { snapshot: number; organization: number },
): IterableIterator<GoneRow> {
  return db
    .prepare<[typeof place], GoneRow>(
      `SELECT resource.id AS key, term.text AS kind, version.since, version.until, ${PRUNED_ENDS}
       FROM resource JOIN term ON term.id = resource.kind
       CROSS JOIN version ON version.resource = resource.id AND version.since <= +:snapshot
       WHERE resource.organization = +:organization AND NOT EXISTS (
         SELECT 1 FROM version AS there WHERE there.resource = resource.id AND ${visibleIn('there', ':snapshot')})
       ORDER BY version.resource, version.since`,
    )
    .iterate(place)
}
