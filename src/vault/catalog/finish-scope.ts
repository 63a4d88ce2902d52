/**
 * Turns a staged scope into version rows. To be run inside one transaction. Everything is derived from the base and
 * the stage, never from what the running snapshot wrote before, so finishing a scope again replaces the first time.
 */
import type { Connection } from './connection.ts'
import { closeReadMarks, writeReadMark } from './read-marks.ts'
import { MISSING, type StagedScope, WITH_GONE } from './staging.ts'

export interface ScopeEnd {
  token: string | null
  exact: boolean
  now: number
  /** The running snapshot may have touched the scope before: it was finished, or something was removed above it. */
  again: boolean
}

/** True when something was removed. */
export type FinishScope = (scope: StagedScope, end: ScopeEnd) => boolean

export function makeFinishScope(db: Connection): FinishScope {
  const undo = prepareAll(db, [...REOPEN_BELOW, ...UNDO])
  const write = prepareAll(db, WRITE)
  const remove = prepareAll(db, REMOVE)
  const anyMissing = db.prepare<[StagedScope]>(`SELECT 1 ${MISSING} LIMIT 1`)
  return (scope, end) => {
    if (end.again) for (const statement of undo) statement.run(scope)
    for (const statement of write) statement.run(scope)
    const removes = anyMissing.get(scope) !== undefined
    if (removes) {
      for (const statement of remove) statement.run(scope)
      closeReadMarks(db, scope.snapshot)
    }
    writeReadMark(db, { ...scope, ...end })
    return removes
  }
}

function prepareAll(db: Connection, statements: readonly string[]) {
  return statements.map(statement => db.prepare<[StagedScope]>(statement))
}

const IN_SCOPE = 'resource IN (SELECT id FROM resource WHERE anchor = +:anchor AND kind = +:kind)'

/** Resources that this run had removed and that are there after all. */
const RETURNED = `
  SELECT stage.resource FROM stage JOIN version ON version.resource = stage.resource AND version.until = +:snapshot
  WHERE stage.scope = +:scope AND NOT EXISTS (
    SELECT 1 FROM version AS newer WHERE newer.resource = stage.resource AND newer.since = +:snapshot)`

/** What went with them cannot be told from what went on its own: nothing is guessed to be gone. */
const REOPEN_BELOW = [
  'DELETE FROM gone',
  `WITH RECURSIVE below(id) AS (
     ${RETURNED} UNION SELECT child.id FROM below JOIN resource AS child ON child.anchor = below.id)
   INSERT INTO gone SELECT id FROM below`,
  'DELETE FROM read_mark WHERE since = +:snapshot AND at IS NULL AND anchor IN (SELECT resource FROM gone)',
  'DELETE FROM gone WHERE resource IN (SELECT resource FROM stage WHERE scope = +:scope)',
  `UPDATE version SET until = NULL WHERE until = +:snapshot AND resource IN (SELECT resource FROM gone)
   AND NOT EXISTS (SELECT 1 FROM version AS newer WHERE newer.resource = version.resource AND newer.since = +:snapshot)`,
]

const UNDO = [
  `DELETE FROM reference WHERE since = +:snapshot AND ${IN_SCOPE}`,
  `DELETE FROM part WHERE since = +:snapshot AND ${IN_SCOPE}`,
  `DELETE FROM version WHERE since = +:snapshot AND ${IN_SCOPE}`,
  `UPDATE version SET until = NULL WHERE until = +:snapshot AND ${IN_SCOPE}`,
]

const WRITE = [
  `UPDATE version SET until = :snapshot WHERE until IS NULL AND since < +:snapshot
   AND resource IN (SELECT resource FROM stage WHERE scope = +:scope AND verdict = 1)`,
  `INSERT INTO version (resource, since, until, content, change_digest)
   SELECT resource, :snapshot, NULL, content, change_digest FROM stage WHERE scope = +:scope AND verdict > 0`,
  `INSERT INTO part SELECT resource, :snapshot, name, content FROM stage_part WHERE scope = +:scope`,
  `INSERT INTO reference SELECT resource, :snapshot, kind, platform_id FROM stage_reference WHERE scope = +:scope`,
  // The scope was read after all.
  `DELETE FROM gap WHERE snapshot = +:snapshot AND anchor = +:anchor AND kind = +:kind AND resource = ''`,
]

const REMOVE = [
  'DELETE FROM gone',
  `${WITH_GONE} INSERT INTO gone SELECT id FROM below`,
  'DELETE FROM part WHERE since = +:snapshot AND resource IN (SELECT resource FROM gone)',
  'DELETE FROM reference WHERE since = +:snapshot AND resource IN (SELECT resource FROM gone)',
  'DELETE FROM version WHERE since = +:snapshot AND resource IN (SELECT resource FROM gone)',
  `UPDATE version SET until = :snapshot WHERE until IS NULL AND resource IN (SELECT resource FROM gone)`,
  'DELETE FROM gap WHERE snapshot = +:snapshot AND anchor IN (SELECT resource FROM gone)',
]
