/** The format of a catalog: how many migrations it has. */
import { type Connection, prepareOnce } from './connection.ts'

export function formatOf(db: Connection): number {
  return prepareOnce<[], { user_version: number }>(db, 'PRAGMA user_version').get()?.user_version ?? 0
}
