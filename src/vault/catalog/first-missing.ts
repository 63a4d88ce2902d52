/**
 * Since when a resource that is recorded as removed had been missing: a list that nothing can be asked about is believed
 * only when two exact runs agree, and the gaps in between say which one saw it first.
 */
import { type Connection, prepareOnce } from './connection.ts'
import { prunedAt } from './pruned.ts'

interface GapBefore {
  base: number | null
  missing: string | null
}

/** The snapshot that first did not see what is gone as of `upTo`; null where it was recorded at first sight, or that is not known. */
export function firstMissing(db: Connection, upTo: number, resource: number): number | null {
  const removed = prepareOnce<[number, number], { until: number | null }>(
    db,
    'SELECT max(until) AS until FROM version WHERE resource = +? AND until <= +?',
  ).get(resource, upTo)?.until
  // What ended in a pruned snapshot may have been followed by what was pruned with it.
  if (removed === undefined || removed === null || prunedAt(db, removed) !== null) return null
  const gapIn = prepareOnce<[{ snapshot: number | null; resource: number }], GapBefore>(
    db,
    `SELECT snapshot.base, gap.missing FROM snapshot JOIN resource ON resource.id = +:resource
     LEFT JOIN gap ON gap.snapshot = snapshot.id AND gap.anchor = resource.anchor AND gap.kind = resource.kind
       AND gap.resource = ''
     WHERE snapshot.id = +:snapshot`,
  )
  let first: number | null = null
  let digest: string | null = null
  let at = gapIn.get({ snapshot: removed, resource })?.base ?? null
  while (at !== null) {
    const found = gapIn.get({ snapshot: at, resource })
    if (!found || found.missing === null || (digest !== null && found.missing !== digest)) break
    digest = found.missing
    first = at
    at = found.base
  }
  return first
}
