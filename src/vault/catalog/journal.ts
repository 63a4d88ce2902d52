/**
 * The journal of restores: which runs there were, a line before and after each write, and which object became which.
 * A line is durable against the end of the process when the call returns, and so are the ids.
 */
import { lazily } from '../../model/lazily.ts'
import type { JournalLine, RestoredId, RestoreRunRow, RestoreRunState } from '../../model/restore-journal.ts'
import type { CatalogWriter } from './catalog-writer.ts'
import type { Connection } from './connection.ts'

interface RunRow extends Omit<RestoreRunRow, 'request' | 'report' | 'started' | 'finished'> {
  request: string
  report: string | null
  started: number
  finished: number | null
}

export function readRuns(db: Connection): RestoreRunRow[] {
  return db.prepare<[], RunRow>('SELECT * FROM restore_run ORDER BY id').all().map(toRun)
}

function toRun(row: RunRow): RestoreRunRow {
  return {
    ...row,
    request: JSON.parse(row.request),
    report: row.report === null ? null : JSON.parse(row.report),
    started: new Date(row.started).toISOString(),
    finished: row.finished === null ? null : new Date(row.finished).toISOString(),
  }
}

export function readJournal(db: Connection, run: number): JournalLine[] {
  return db
    .prepare<[number], { at: number; write: string; state: JournalLine['state']; detail: string | null }>(
      'SELECT at, write, state, detail FROM journal WHERE run = +? ORDER BY id',
    )
    .all(run)
    .map(({ at, ...line }) => ({ ...line, at: new Date(at).toISOString() }))
}

/** There are as many as pages. */
const IDS_AT_ONCE = 500

/** Of one run, or of every run into an organization that was not undone, the newest last. Each may be read while another is used. */
export function readRestoredIds(
  db: Connection,
  of: { run: number } | { target: string },
): Iterable<RestoredId> {
  const ofTarget = db.prepare<[string], number>(
    `SELECT id FROM restore_run WHERE target = +? AND state <> 'undone' ORDER BY id`,
  )
  const after = db.prepare<[number, string, string, number], Omit<RestoredId, 'made'> & { made: number }>(
    `SELECT run, kind, source, target, made FROM restored
     WHERE run = +? AND (kind, source) > (?, ?) ORDER BY kind, source LIMIT ?`,
  )
  return {
    *[Symbol.iterator]() {
      const runs = 'run' in of ? [of.run] : ofTarget.pluck().all(of.target)
      for (const run of runs) {
        for (let last = { kind: '', source: '' }; ; ) {
          const rows = after.all(run, last.kind, last.source, IDS_AT_ONCE)
          for (const row of rows) yield { ...row, made: row.made === 1 }
          const end = rows.at(-1)
          if (end === undefined) break
          last = end
        }
      }
    },
  }
}

export interface JournalWriter {
  beginRun(run: { snapshot: number; target: string; before: number; request: unknown }): number
  endRun(run: number, end: { state: RestoreRunState; after: number | null; report: unknown }): void
  line(run: number, line: Omit<JournalLine, 'at'>): void
  putId(id: RestoredId): void
  /** Several at once: the pages of an import. */
  putIds(ids: readonly RestoredId[]): void
}

export function makeJournalWriter(writer: CatalogWriter, clock: () => number): JournalWriter {
  const { db, transact } = writer
  const queries = lazily(() => makeWriteQueries(db))
  const putOne = (id: RestoredId) => queries().put.run(id.run, id.kind, id.source, id.target, id.made ? 1 : 0)
  return {
    beginRun: run =>
      Number(
        transact(() =>
          queries().begin.run(run.snapshot, run.target, run.before, JSON.stringify(run.request), clock()),
        ).lastInsertRowid,
      ),
    endRun: (run, { state, after, report }) =>
      void transact(() => queries().end.run(state, after, JSON.stringify(report), clock(), run)),
    line: (run, { write, state, detail }) =>
      void transact(() => queries().line.run(run, clock(), write, state, detail)),
    putId: id => void transact(() => putOne(id)),
    putIds: ids => void transact(() => ids.forEach(putOne)),
  }
}

/** Most vaults are never restored. */
function makeWriteQueries(db: Connection) {
  const begin = db.prepare<[number, string, number, string, number]>(
    `INSERT INTO restore_run (snapshot, target, before, state, request, started) VALUES (?, ?, ?, 'running', ?, ?)`,
  )
  const end = db.prepare<[RestoreRunState, number | null, string, number, number]>(
    'UPDATE restore_run SET state = ?, after = ?, report = ?, finished = ? WHERE id = +?',
  )
  const line = db.prepare<[number, number, string, string, string | null]>(
    'INSERT INTO journal (run, at, write, state, detail) VALUES (?, ?, ?, ?, ?)',
  )
  const put = db.prepare<[number, string, string, string, number]>(
    `INSERT INTO restored (run, kind, source, target, made) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET target = excluded.target, made = excluded.made`,
  )
  return { begin, end, line, put }
}
