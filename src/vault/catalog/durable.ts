/** What of a commit has reached the disk when the call returns. */
import { type Connection, prepareOnce } from './connection.ts'

/** All of it, and all that was committed before. */
export function durably<T>(db: Connection, commit: () => T): T {
  return synchronous(db, 'FULL', commit)
}

/** Nothing for certain: a power cut may take it along, and whatever is committed after it until something is synced. */
export function unsynced<T>(db: Connection, commit: () => T): T {
  return synchronous(db, 'OFF', commit)
}

/** Brings what the log holds into the catalog. A reader may hold the end of it: then the next one cuts it off. */
export function checkpoint(db: Connection): void {
  db.pragma('wal_checkpoint(TRUNCATE)')
}

/** Of the log: `all` that are in it, and how many of them are not in the catalog yet. Not in a transaction. */
export function pagesOf(db: Connection): { all: number; waiting: number } {
  // Reports, and copies nothing: https://www.sqlite.org/pragma.html#pragma_wal_checkpoint
  const said = prepareOnce<[], { log: number; checkpointed: number }>(db, 'PRAGMA wal_checkpoint(NOOP)').get()
  return said === undefined
    ? { all: 0, waiting: 0 }
    : { all: said.log, waiting: said.log - said.checkpointed }
}

function synchronous<T>(db: Connection, mode: 'FULL' | 'OFF', commit: () => T): T {
  db.pragma(`synchronous = ${mode}`)
  try {
    return commit()
  } finally {
    db.pragma('synchronous = NORMAL')
  }
}
