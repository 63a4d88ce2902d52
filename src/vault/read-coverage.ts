/** How much of a vault checks have read again, when the reading that is longest ago was, and since when nothing is known to be damaged. */
import { sealedSnapshots } from './catalog/check-seals.ts'
import type { Connection } from './catalog/connection.ts'
import { countBlocks, highestBlock } from './catalog/content-users.ts'
import { openForReading } from './catalog/database.ts'
import { type Layout, layoutOf } from './layout.ts'
import type { Coverage } from './types.ts'
import { longestAgoFirst, type Reading, readVerified } from './verified.ts'

interface Read {
  db: Connection
  layout: Layout
}

export function readCoverage(vault: Read): Coverage {
  const { db } = vault
  const { readings, times } = readingsOf(vault)
  const never = readings.filter(reading => reading.at === 0)
  return {
    oldestAt: times.length === 0 ? null : Math.min(...times),
    neverRead: never.reduce((sum, { first, last }) => sum + countBlocks(db, first, last), 0),
  }
}

/**
 * The time at which all was sound that was there, as far as checks have come round to it: what a disk has damaged since may not
 * have been found yet. What came since is read by the next check. Null: no check is known that found no damage. Milliseconds since
 * the epoch. Throws VaultMissing, VaultUnusable.
 */
export function soundSinceAt(path: string): number | null {
  const layout = layoutOf(path)
  const { soundAt } = readVerified(layout)
  if (soundAt === undefined) return null
  const db = openForReading(layout.catalog)
  try {
    return Math.min(soundAt, ...readingsOf({ db, layout }).times.filter(at => at > 0))
  } finally {
    db.close()
  }
}

/** Of blocks, and with those of seals the times of all. */
function readingsOf({ db, layout }: Read): { readings: Reading[]; times: number[] } {
  const { blocks, snapshots } = readVerified(layout)
  const readings = longestAgoFirst(blocks, highestBlock(db))
  const seals = longestAgoFirst(snapshots, [...sealedSnapshots(db)].at(-1)?.row.id ?? 0)
  return { readings, times: [...readings, ...seals].map(({ at }) => at) }
}
