/** Takes out of an index what is of states that a prune took out of the vault. */
import { giveWay } from '../../model/give-way.ts'
import type { Vault } from '../../vault/vault.ts'
import { type Connection, readUnread } from './database.ts'
import { type IndexPlace, writePlace } from './place.ts'
import { makeUntidy } from './tidy.ts'

const MOST_ROWS = 2000

interface HolderRow {
  unit: number
  resource: number
  since: number
}

/** How many texts it took out. Interrupted, the next one begins again. */
export async function sweep(
  db: Connection,
  { vault, place, signal }: { vault: Vault; place: IndexPlace; signal: AbortSignal | undefined },
): Promise<number> {
  const rows = db.prepare<[number, number, number, number], HolderRow>(
    'SELECT unit, resource, since FROM holder WHERE (unit, resource, since) > (?, ?, ?) ORDER BY 1, 2, 3 LIMIT ?',
  )
  const takeOut = makeTakeOut(db)
  let at: HolderRow = { unit: 0, resource: 0, since: 0 }
  let removed = 0
  for (;;) {
    const next = rows.all(at.unit, at.resource, at.since, MOST_ROWS)
    const last = next.at(-1)
    if (last === undefined) break
    await giveWay()
    signal?.throwIfAborted()
    removed += takeOut(next.filter(row => vault.state(row) === null))
    at = last
  }
  db.transaction(() => {
    sweepUnread(db, vault)
    writePlace(db, { ...place, states: countIndexed(db) })
  }).immediate()
  return removed
}

function makeTakeOut(db: Connection): (rows: readonly HolderRow[]) => number {
  const removeHolder = db.prepare<[number, number, number]>(
    'DELETE FROM holder WHERE unit = +? AND resource = +? AND since = +?',
  )
  const isHeld = db.prepare<[number]>('SELECT 1 FROM holder WHERE unit = +? LIMIT 1')
  const removeUnit = db.prepare<[number]>('DELETE FROM unit WHERE id = +?')
  const removeGram = db.prepare<[number]>('DELETE FROM gram WHERE rowid = +?')
  const untidy = makeUntidy(db)
  const takeOut = db.transaction((rows: readonly HolderRow[]) => {
    for (const { unit, resource, since } of rows) removeHolder.run(unit, resource, since)
    const free = [...new Set(rows.map(({ unit }) => unit))].filter(unit => isHeld.get(unit) === undefined)
    for (const unit of free) {
      removeGram.run(unit)
      removeUnit.run(unit)
    }
    if (free.length > 0) untidy()
    return free.length
  })
  return rows => (rows.length === 0 ? 0 : takeOut.immediate(rows))
}

function sweepUnread(db: Connection, vault: Vault): void {
  const remove = db.prepare<[number, number]>('DELETE FROM unread WHERE resource = +? AND since = +?')
  for (const row of readUnread(db)) if (vault.state(row) === null) remove.run(row.resource, row.since)
}

function countIndexed(db: Connection): number {
  const row = db
    .prepare<[], { count: number }>(
      'SELECT count(*) AS count FROM (SELECT resource, since FROM holder UNION SELECT resource, since FROM unread)',
    )
    .get()
  return row?.count ?? 0
}
