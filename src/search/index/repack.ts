/**
 * Packs anew all copies of texts, in the order of the resources that had them first, and the versions of one side by side:
 * what few nights brought lies with what was there. A transaction for each new pack: whatever interrupts it, each text lies
 * in the pack that its unit names.
 */
import { giveWay } from '../../model/give-way.ts'
import type { Connection } from './database.ts'
import { bytesOf, makePackWriter, makeReadCopy } from './packs.ts'
import type { UnitCopy } from './text-copy.ts'

/** Of zstd: decoded in half of the time that 9 takes, made in as much. */
const LEVEL = 12
const STEP_BYTES = 640 * 1024

/** Throws PackDamaged. */
export async function repack(db: Connection, signal: AbortSignal | undefined): Promise<void> {
  const order = db
    .prepare<[], number>('SELECT unit FROM holder GROUP BY unit ORDER BY min(resource), min(since), unit')
    .pluck()
    .all()
  const move = makeMove(db)
  for (let at = 0; at < order.length; ) {
    await giveWay()
    signal?.throwIfAborted()
    at += move(order, at)
  }
  db.prepare('DELETE FROM pack WHERE id NOT IN (SELECT pack FROM unit)').run()
}

/** How many units of the list, from there on, are done. */
function makeMove(db: Connection): (units: readonly number[], from: number) => number {
  const packOf = db.prepare<[number], number>('SELECT pack FROM unit WHERE id = +?').pluck()
  const put = db.prepare<[number, number]>('UPDATE unit SET pack = ? WHERE id = +?')
  const remove = db.prepare<[number, number]>(
    'DELETE FROM pack WHERE id = +? AND NOT EXISTS (SELECT 1 FROM unit WHERE pack = +?)',
  )
  const packed = makeReadCopy(db)
  const move = db.transaction((units: readonly number[], from: number): number => {
    const left = new Set<number>()
    const copies: UnitCopy[] = []
    let [at, bytes] = [from, 0]
    for (; at < units.length && bytes < STEP_BYTES; at++) {
      const unit = units[at] ?? 0
      const pack = packOf.get(unit)
      // Taken out meanwhile.
      if (pack === undefined) continue
      const copy = packed.read(unit)
      left.add(pack)
      copies.push(copy)
      bytes += bytesOf(copy)
    }
    const packs = makePackWriter(db, LEVEL)
    for (const { unit, ...text } of copies) {
      packs.add(text, pack => {
        put.run(pack, unit)
        return unit
      })
    }
    packs.flush()
    for (const pack of left) remove.run(pack, pack)
    return at - from
  })
  return move.immediate
}
