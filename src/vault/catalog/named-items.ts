/**
 * What the lists of running snapshots named, apart from what was made of it: the one is proved against the other
 * before the seal. In temporary tables: a run that is resumed lists everything again.
 */
import { giveWay } from '../../model/give-way.ts'
import { type Connection, prepareOnce } from './connection.ts'
import type { StagedScope } from './staging.ts'

export interface NamedItems {
  note(scope: StagedScope, id: string): void
  /** The platform announced the size of a body. */
  announce(scope: StagedScope, resource: number, name: number, bytes: number): void
  /** The scope is to be read again, or will not be read. */
  forget(scope: StagedScope): void
  /** Everything noted so far stands in the tables. */
  settle(): void
  /** What was noted for it goes, with others' turns in between. */
  close(snapshot: number): Promise<void>
}

export interface NamedScope {
  snapshot: number
  anchor: number
  kind: number
}

const BATCH = 256

const VISIBLE = '(version.since <= snapshot AND (version.until IS NULL OR version.until > snapshot))'

const TABLES = `
  CREATE TEMP TABLE listing (
    snapshot INTEGER, anchor INTEGER, kind INTEGER, platform_id TEXT, PRIMARY KEY (snapshot, anchor, kind, platform_id)
  ) WITHOUT ROWID;
  CREATE TEMP TABLE announced (
    snapshot INTEGER, anchor INTEGER, kind INTEGER, resource INTEGER, name INTEGER, bytes INTEGER,
    PRIMARY KEY (snapshot, anchor, kind, resource, name)
  ) WITHOUT ROWID;

  CREATE TEMP VIEW listed_not_stored AS
  SELECT listing.snapshot, listing.anchor, listing.kind, listing.platform_id FROM listing
  WHERE NOT EXISTS (
    SELECT 1 FROM main.resource JOIN main.version ON version.resource = resource.id AND ${VISIBLE}
    WHERE resource.platform_id = listing.platform_id AND resource.kind = listing.kind
      AND resource.anchor = listing.anchor)
  AND NOT EXISTS (
    SELECT 1 FROM main.gap WHERE gap.snapshot = listing.snapshot AND gap.anchor = listing.anchor
      AND gap.kind = listing.kind AND gap.resource IN ('', listing.platform_id));

  CREATE TEMP VIEW stored_size_differs AS
  SELECT announced.snapshot, announced.anchor, announced.kind, resource.platform_id FROM announced
  JOIN main.resource ON resource.id = announced.resource
  JOIN main.version ON version.resource = announced.resource AND ${VISIBLE}
  JOIN main.part ON part.resource = version.resource AND part.since = version.since AND part.name = announced.name
  JOIN main.content ON content.id = part.content
  WHERE content.bytes <> announced.bytes;`

type Waiting = (db: Statements) => void

export function makeNamedItems(db: Connection): NamedItems {
  db.exec(TABLES)
  const statements = prepare(db)
  let waiting: Waiting[] = []
  const write = db.transaction((batch: readonly Waiting[]) => {
    for (const insert of batch) insert(statements)
  })
  const settle = () => {
    const batch = waiting
    waiting = []
    if (batch.length > 0) write(batch)
  }
  const later = (insert: Waiting) => {
    waiting.push(insert)
    if (waiting.length >= BATCH) settle()
  }
  return {
    note: ({ snapshot, anchor, kind }, id) => later(({ note }) => note.run(snapshot, anchor, kind, id)),
    announce: ({ snapshot, anchor, kind }, resource, name, bytes) =>
      later(({ announce }) => announce.run(snapshot, anchor, kind, resource, name, bytes)),
    forget(scope) {
      settle()
      for (const statement of statements.forget) statement.run(scope)
    },
    settle,
    async close(snapshot) {
      await giveWay()
      settle()
      for (const scope of namedScopes(db, snapshot)) {
        for (const statement of statements.forget) statement.run(scope)
        await giveWay()
      }
    },
  }
}

/** Scopes of a running snapshot of which anything was noted. */
export function namedScopes(db: Connection, snapshot: number): NamedScope[] {
  return prepareOnce<[{ snapshot: number }], NamedScope>(
    db,
    `SELECT DISTINCT snapshot, anchor, kind FROM temp.listing WHERE snapshot = +:snapshot
     UNION SELECT DISTINCT snapshot, anchor, kind FROM temp.announced WHERE snapshot = +:snapshot`,
  ).all({ snapshot })
}

type Statements = ReturnType<typeof prepare>

function prepare(db: Connection) {
  const tables = ['listing', 'announced']
  return {
    note: db.prepare<[number, number, number, string]>(
      'INSERT OR IGNORE INTO temp.listing VALUES (?, ?, ?, ?)',
    ),
    announce: db.prepare<[number, number, number, number, number, number]>(
      'INSERT OR REPLACE INTO temp.announced VALUES (?, ?, ?, ?, ?, ?)',
    ),
    forget: tables.map(table =>
      db.prepare<[NamedScope]>(
        `DELETE FROM temp.${table} WHERE snapshot = +:snapshot AND anchor = +:anchor AND kind = +:kind`,
      ),
    ),
  }
}
