/** A commit that has reached the disk when the call returns. */
import type { Connection } from './connection.ts'

export function durably<T>(db: Connection, commit: () => T): T {
  db.pragma('synchronous = FULL')
  try {
    return commit()
  } finally {
    db.pragma('synchronous = NORMAL')
  }
}
