/** The format of a catalog: how many migrations it has. */
import type { Connection } from './connection.ts'

export function formatOf(db: Connection): number {
  return Number(db.pragma('user_version', { simple: true }))
}
