/**
 * In which snapshots something of a resource, or below it, came, changed or went, or may have: found by its versions and by what
 * snapshots could not read, however many there are.
 */
import { type Connection, prepareOnce } from './connection.ts'

export interface TouchedPlace {
  /** Of a resource: with everything below it. */
  resource: number
  /** Of the platform: whatever is called so, wherever it stands. */
  called?: string | undefined
}

/** Pruned ones included, readings of restores as well; oldest first. */
export function touchingSnapshots(db: Connection, { resource, called = '' }: TouchedPlace): number[] {
  return prepareOnce<[{ resource: number; called: string }], number>(
    db,
    `WITH RECURSIVE below(id) AS (
       VALUES (:resource) UNION SELECT id FROM resource WHERE platform_id = +:called
       UNION SELECT child.id FROM below CROSS JOIN resource AS child ON child.anchor = below.id)
     SELECT since FROM below CROSS JOIN version ON version.resource = below.id
     UNION SELECT until FROM below CROSS JOIN version ON version.resource = below.id WHERE until IS NOT NULL
     UNION SELECT snapshot FROM gap
     ORDER BY 1`,
  )
    .pluck()
    .all({ resource, called })
}
