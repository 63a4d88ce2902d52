/** Takes out the rows that only pruned snapshots need: versions with their parts, digests of scopes, marks of readings. */
import type { Connection } from '../catalog/connection.ts'
import type { Gone, Horizon } from '../maintenance/horizon.ts'
import type { Steps } from '../maintenance/steps.ts'

const ROWS_AT_ONCE = 500
const SNAPSHOTS_AT_ONCE = 10
/** Rows that are looked for at a time. */
const FOUND_AT_ONCE = 5000
/** Parents whose marks are read at a time. */
const ANCHORS_AT_ONCE = 500

interface VersionName {
  resource: number
  since: number
}

/** Those that begin after one snapshot that stays and end before or with the next. Answers how many. */
export async function takeVersions(db: Connection, steps: Steps, gone: readonly Gone[]): Promise<number> {
  const find = db.prepare<[Gone & { limit: number }], VersionName>(
    `SELECT resource, since FROM version INDEXED BY version_until
     WHERE until > +:after AND until <= +:before AND since > +:after
     AND EXISTS (SELECT 1 FROM snapshot WHERE snapshot.id = version.since AND organization = +:organization) LIMIT :limit`,
  )
  const take = ['part', 'reference', 'version'].map(table =>
    db.prepare<[number, number]>(`DELETE FROM ${table} WHERE resource = +? AND since = +?`),
  )
  let taken = 0
  for (const run of gone) {
    for (let found = find.all({ ...run, limit: FOUND_AT_ONCE }); found.length > 0; ) {
      await steps.each(found, ROWS_AT_ONCE, ({ resource, since }) => {
        for (const statement of take) statement.run(resource, since)
      })
      taken += found.length
      found = find.all({ ...run, limit: FOUND_AT_ONCE })
    }
  }
  return taken
}

/** Digests of scopes that no snapshot which stays has. */
export async function takeScopeStates(db: Connection, steps: Steps, gone: readonly Gone[]): Promise<void> {
  const find = db.prepare<[Gone], { since: number }>(
    `SELECT DISTINCT since FROM scope_digest WHERE since > +:after AND since < +:before AND until <= +:before
     AND EXISTS (SELECT 1 FROM snapshot WHERE snapshot.id = since AND organization = +:organization)`,
  )
  const take = db.prepare<[{ since: number; before: number }]>(
    'DELETE FROM scope_digest WHERE since = +:since AND until <= +:before',
  )
  for (const run of gone)
    await steps.each(find.all(run), SNAPSHOTS_AT_ONCE, ({ since }) => take.run({ since, before: run.before }))
}

interface Mark {
  anchor: number
  kind: number
  since: number
  next: number | null
}

/** A reading that no snapshot which stays has as its last one of the scope. */
export async function takeReadMarks(db: Connection, steps: Steps, { isNeeded }: Horizon): Promise<void> {
  const find = db.prepare<[number, number], Mark>(
    `SELECT anchor, kind, since, lead(since) OVER (PARTITION BY anchor, kind ORDER BY since) AS next
     FROM read_mark WHERE anchor > +? AND anchor <= +?`,
  )
  const take = db.prepare<[number, number, number]>(
    'DELETE FROM read_mark WHERE anchor = +? AND kind = +? AND since = +?',
  )
  const { least, most } = db
    .prepare<[], { least: number; most: number }>(
      'SELECT ifnull(min(anchor), 0) AS least, ifnull(max(anchor), 0) AS most FROM read_mark',
    )
    .get() ?? { least: 0, most: 0 }
  for (let from = least - 1; from < most; from += ANCHORS_AT_ONCE) {
    const found = find.all(from, from + ANCHORS_AT_ONCE).filter(({ since, next }) => !isNeeded(since, next))
    await steps.each(found, ROWS_AT_ONCE, ({ anchor, kind, since }) => take.run(anchor, kind, since))
  }
}
