/**
 * Items of scopes being read, in temporary tables, so that memory does not grow with a scope. Rows are gathered
 * and written in batches; what the temporary tables hold dies with the connection.
 */

import type { Connection } from './connection.ts'
import { IN_BASE } from './current.ts'

/** What `finish` does with an item: leaves the base's version, replaces it, makes the first one. */
export const VERDICT = { same: 0, modified: 1, added: 2 } as const

export interface StagedItem {
  resource: number
  verdict: (typeof VERDICT)[keyof typeof VERDICT]
  content: number | null
  change: Buffer | null
  parts: readonly { name: number; content: number }[]
  references: readonly { kind: number; id: string }[]
}

interface ScopePlace {
  snapshot: number
  anchor: number
  kind: number
}

export interface StagedScope extends ScopePlace {
  /** Number of the scope within this connection. */
  scope: number
}

interface StageCounts {
  added: number
  modified: number
  same: number
}

export interface Staging {
  open(place: ScopePlace): StagedScope
  /** Replaces an earlier item of the same resource. */
  put(scope: StagedScope, item: StagedItem): void
  /** As the base has it; gives way to any item of the same resource. */
  keep(scope: StagedScope, resource: number): void
  missing(scope: StagedScope): { id: string; resource: number }[]
  counts(scope: StagedScope): StageCounts
  /** Versions of the base that go with the missing ones: they and everything below. */
  countRemoved(scope: StagedScope): number
  clear(scope: StagedScope): void
}

const BATCH = 256

/** What hangs on an item. */
const DETAILS = ['stage_part', 'stage_reference'] as const

const TABLES = `
  CREATE TEMP TABLE stage (
    scope INTEGER, resource INTEGER, verdict INTEGER, content INTEGER, change_digest BLOB, PRIMARY KEY (scope, resource)
  ) WITHOUT ROWID;
  CREATE TEMP TABLE stage_part (
    scope INTEGER, resource INTEGER, name INTEGER, content INTEGER, PRIMARY KEY (scope, resource, name)
  ) WITHOUT ROWID;
  CREATE TEMP TABLE stage_reference (
    scope INTEGER, resource INTEGER, kind INTEGER, platform_id TEXT, PRIMARY KEY (scope, resource, kind, platform_id)
  ) WITHOUT ROWID;
  CREATE TEMP TABLE gone (resource INTEGER PRIMARY KEY);`

export const MISSING = `
  FROM resource CROSS JOIN version ON version.resource = resource.id
  WHERE anchor = +:anchor AND kind = +:kind AND ${IN_BASE}
  AND NOT EXISTS (SELECT 1 FROM stage WHERE scope = +:scope AND stage.resource = resource.id)`

/** The missing ones and all that stands below them, as `below(id)`. */
export const WITH_GONE = `
  WITH RECURSIVE below(id) AS (
    SELECT resource.id ${MISSING}
    UNION SELECT child.id FROM below CROSS JOIN resource AS child ON child.anchor = below.id
  )`

export function makeStaging(db: Connection): Staging {
  db.exec(TABLES)
  let scopes = 0
  const write = makeWriter(db)
  let waiting: Waiting[] = []
  const settle = () => {
    const batch = waiting
    waiting = []
    if (batch.length > 0) write(batch)
  }
  const queries = prepareQueries(db)
  const add = (staged: Waiting) => {
    waiting.push(staged)
    if (waiting.length >= BATCH) settle()
  }
  return {
    open: place => ({ ...place, scope: ++scopes }),
    put: (scope, item) => add({ scope, item }),
    keep: (scope, resource) => add({ scope, item: { resource, ...KEPT } }),
    missing(scope) {
      settle()
      return queries.missing.all(scope)
    },
    counts(scope) {
      settle()
      return queries.counts.get(scope) ?? { added: 0, modified: 0, same: 0 }
    },
    countRemoved: scope => queries.removed.get(scope)?.count ?? 0,
    clear(scope) {
      waiting = waiting.filter(staged => staged.scope.scope !== scope.scope)
      for (const statement of queries.clearDetails) statement.run(scope.scope)
      queries.clear.run(scope.scope)
    },
  }
}

function prepareQueries(db: Connection) {
  return {
    missing: db.prepare<[StagedScope], { id: string; resource: number }>(
      `SELECT resource.platform_id AS id, resource.id AS resource ${MISSING} ORDER BY resource.platform_id`,
    ),
    counts: db.prepare<[StagedScope], StageCounts>(
      `SELECT count(*) FILTER (WHERE verdict = 2) AS added, count(*) FILTER (WHERE verdict = 1) AS modified,
         count(*) FILTER (WHERE verdict = 0) AS same FROM stage WHERE scope = +:scope`,
    ),
    removed: db.prepare<[StagedScope], { count: number }>(
      `${WITH_GONE} SELECT count(*) AS count FROM below CROSS JOIN version ON version.resource = below.id WHERE ${IN_BASE}`,
    ),
    clear: db.prepare<[number]>('DELETE FROM stage WHERE scope = +?'),
    clearDetails: DETAILS.map(table => db.prepare<[number]>(`DELETE FROM ${table} WHERE scope = +?`)),
  }
}

interface Waiting {
  scope: StagedScope
  item: Omit<StagedItem, 'verdict'> & { verdict: StagedItem['verdict'] | null }
}

const KEPT = { verdict: null, content: null, change: null, parts: [], references: [] } as const

function makeWriter(db: Connection): (batch: readonly Waiting[]) => void {
  const keep = db.prepare<[number, number]>('INSERT OR IGNORE INTO stage VALUES (?, ?, 0, NULL, NULL)')
  const put = db.prepare<[number, number, number, number | null, Buffer | null]>(
    'INSERT OR REPLACE INTO stage VALUES (?, ?, ?, ?, ?)',
  )
  const dropDetails = DETAILS.map(table =>
    db.prepare<[number, number]>(`DELETE FROM ${table} WHERE scope = +? AND resource = +?`),
  )
  const putPart = db.prepare<[number, number, number, number]>('INSERT INTO stage_part VALUES (?, ?, ?, ?)')
  const refer = db.prepare<[number, number, number, string]>(
    'INSERT OR IGNORE INTO stage_reference VALUES (?, ?, ?, ?)',
  )
  return db.transaction((batch: readonly Waiting[]) => {
    for (const {
      scope: { scope },
      item,
    } of batch) {
      if (item.verdict === null) {
        keep.run(scope, item.resource)
        continue
      }
      for (const statement of dropDetails) statement.run(scope, item.resource)
      for (const { kind, id } of item.references) refer.run(scope, item.resource, kind, id)
      for (const part of item.parts) putPart.run(scope, item.resource, part.name, part.content)
      put.run(scope, item.resource, item.verdict, item.content, item.change)
    }
  })
}
