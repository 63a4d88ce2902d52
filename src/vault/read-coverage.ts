/** How much of a vault checks have read again, and when the reading that is longest ago was. */
import { sealedSnapshots } from './catalog/check-seals.ts'
import type { Connection } from './catalog/connection.ts'
import { countBlocks, highestBlock } from './catalog/content-users.ts'
import type { Layout } from './layout.ts'
import type { Coverage } from './types.ts'
import { longestAgoFirst, readVerified } from './verified.ts'

export function readCoverage({ db, layout }: { db: Connection; layout: Layout }): Coverage {
  const { blocks, snapshots } = readVerified(layout)
  const readings = longestAgoFirst(blocks, highestBlock(db))
  const seals = longestAgoFirst(snapshots, [...sealedSnapshots(db)].at(-1)?.row.id ?? 0)
  const never = readings.filter(reading => reading.at === 0)
  const times = [...readings, ...seals].map(reading => reading.at)
  return {
    oldestAt: times.length === 0 ? null : Math.min(...times),
    neverRead: never.reduce((sum, { first, last }) => sum + countBlocks(db, first, last), 0),
  }
}
