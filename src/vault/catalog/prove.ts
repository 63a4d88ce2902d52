/**
 * Proves a running snapshot complete before its seal: what the lists named is stored or a gap, bodies have the sizes
 * that were announced, and references lead somewhere. What fails the first two becomes a gap.
 */
import type { Proof } from '../../model/snapshot.ts'
import type { Connection } from './connection.ts'
import { danglingProof } from './dangling.ts'
import { writeGap } from './gaps.ts'

interface Failure {
  anchor: number
  kind: number
  platform_id: string
}

export function prove(db: Connection, snapshot: number, base: number | null): Proof {
  const notStored = failures(db, 'listed_not_stored', snapshot)
  const wrongSize = failures(db, 'stored_size_differs', snapshot)
  const record = (message: string) => (failure: Failure) =>
    writeGap(db, { ...failure, snapshot, base, resource: failure.platform_id, class: 'invalid', message })
  notStored.forEach(record('named by its list, but not stored'))
  wrongSize.forEach(record('stored with another size than the platform announced'))
  return {
    listed: count(db, 'SELECT count(*) AS count FROM temp.listing WHERE snapshot = ?', snapshot),
    not_stored: notStored.length,
    wrong_size: wrongSize.length,
    ...danglingProof(db, snapshot, base),
  }
}

function failures(db: Connection, view: string, snapshot: number): Failure[] {
  return db
    .prepare<[number], Failure>(`SELECT anchor, kind, platform_id FROM temp.${view} WHERE snapshot = ?`)
    .all(snapshot)
}

function count(db: Connection, query: string, snapshot: number): number {
  return db.prepare<[number], { count: number }>(query).get(snapshot)?.count ?? 0
}
