/**
 * Proves a running snapshot complete before its seal: what the lists named is stored or a gap, bodies have the sizes
 * that were announced, and references lead somewhere. What fails the first two becomes a gap.
 */
import { giveWay } from '../../model/give-way.ts'
import type { Proof } from '../../model/snapshot.ts'
import type { Connection } from './connection.ts'
import { type DanglingProof, findDangling } from './dangling.ts'
import { writeGap } from './gaps.ts'
import { type NamedScope, namedScopes } from './named-items.ts'

interface Failure {
  anchor: number
  kind: number
  platform_id: string
}

export interface Inspection {
  notStored: Failure[]
  wrongSize: Failure[]
  dangling: DanglingProof
}

/** Of a running snapshot to which nothing is written any more until its seal. Others have their turn between the scopes. */
export async function inspect(
  db: Connection,
  { snapshot, base }: { snapshot: number; base: number | null },
): Promise<Inspection> {
  const find = {
    notStored: failuresIn(db, 'listed_not_stored'),
    wrongSize: failuresIn(db, 'stored_size_differs'),
  }
  const found: Inspection = {
    notStored: [],
    wrongSize: [],
    dangling: await findDangling(db, { snapshot, base }),
  }
  for (const scope of namedScopes(db, snapshot)) {
    for (const failure of find.notStored.iterate(scope)) found.notStored.push(failure)
    for (const failure of find.wrongSize.iterate(scope)) found.wrongSize.push(failure)
    await giveWay()
  }
  return found
}

/** Writes the gaps. */
export function prove(
  db: Connection,
  { snapshot, base }: { snapshot: number; base: number | null },
  { notStored, wrongSize, dangling }: Inspection,
): Proof {
  const record = (message: string) => (failure: Failure) =>
    writeGap(db, { ...failure, snapshot, base, resource: failure.platform_id, class: 'invalid', message })
  notStored.forEach(record('named by its list, but not stored'))
  wrongSize.forEach(record('stored with another size than the platform announced'))
  return {
    listed: count(db, 'SELECT count(*) AS count FROM temp.listing WHERE snapshot = +?', snapshot),
    not_stored: notStored.length,
    wrong_size: wrongSize.length,
    ...dangling,
  }
}

function failuresIn(db: Connection, view: string) {
  return db.prepare<[NamedScope], Failure>(
    `SELECT anchor, kind, platform_id FROM temp.${view}
     WHERE snapshot = +:snapshot AND anchor = +:anchor AND kind = +:kind`,
  )
}

function count(db: Connection, query: string, snapshot: number): number {
  return db.prepare<[number], { count: number }>(query).get(snapshot)?.count ?? 0
}
