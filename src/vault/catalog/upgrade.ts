/**
 * Brings a catalog of an older format to the one of this code. First it is copied, so that a docvault of before can go
 * on with the copy; then all of it is one transaction, so that it is of the one format or of the other.
 */
import { VaultLocked } from '../../model/errors.ts'
import { copyCatalog, removeOlderCopies } from './catalog-copy.ts'
import type { Connection } from './connection.ts'
import { TALLIED, type Tallied } from './coverage.ts'
import { formatOf } from './format.ts'
import { leaseHolder } from './lease.ts'
import { APPLICATION_ID, MIGRATIONS } from './schema.ts'
import { assertTally, fillTally } from './tally.ts'

export interface Upgrade {
  from: number
  to: number
  /** The catalog as it was before. */
  copy: string
}

export interface UpgradeOptions {
  /** Milliseconds since the epoch. Default the system's. */
  clock?: (() => number) | undefined
  /** Called with a catalog of an older format that is free, before anything is done to it. */
  before?: ((db: Connection) => void) | undefined
  /** Leaves the schema as it is found. */
  asFound?: boolean | undefined
  /** Told after it is done. */
  upgraded?: ((upgrade: Upgrade) => void) | undefined
}

/** One line for whoever runs it. */
export function upgradeWords({ from, to, copy }: Upgrade): string {
  return `the catalog was upgraded from format ${from} to ${to}; as it was before it is kept in ${copy} until everything was checked`
}

/** How often the catalog may change while it is copied, before that is somebody at work. */
const COPIES_AT_MOST = 3

/** Throws VaultLocked, DiskRefused, DamageFound; the catalog is then as it was. */
export function upgrade(db: Connection, file: string, options: UpgradeOptions): void {
  const from = formatOf(db)
  if (from === 0) {
    migrate(db)
    return
  }
  for (let copies = 1; formatOf(db) === from; copies++) {
    assertFree(db, file, options)
    options.before?.(db)
    const before = dataVersion(db)
    const copy = copyCatalog(db, file)
    if (!migrateIf(db, () => dataVersion(db) === before && isFree(db, options))) {
      if (copies < COPIES_AT_MOST) continue
      throw new VaultLocked(file, 'somebody who writes to it while it is copied for its upgrade')
    }
    removeOlderCopies(file)
    options.upgraded?.({ from, to: MIGRATIONS.length, copy })
    return
  }
}

/** A holder that is at work has prepared statements for the format of before. */
function assertFree(db: Connection, file: string, options: UpgradeOptions): void {
  const holder = leaseHolder(db, (options.clock ?? Date.now)())
  if (holder === null) return
  throw new VaultLocked(file, `process ${holder.pid} (${holder.command}) since ${holder.since}`, {
    hint: 'it is of an older docvault: end it first, then run the same command again to upgrade the catalog',
  })
}

function isFree(db: Connection, options: UpgradeOptions): boolean {
  return leaseHolder(db, (options.clock ?? Date.now)()) === null
}

/** False, and nothing is done, where the condition does not hold once nobody else can write. */
function migrateIf(db: Connection, condition: () => boolean): boolean {
  return db
    .transaction(() => {
      if (!condition()) return false
      migrate(db)
      return true
    })
    .immediate()
}

function migrate(db: Connection): void {
  db.transaction(() => {
    const from = formatOf(db)
    // What is counted anew is believed: first it has to be what was written.
    if (isThere(db, 'tally')) assertTally(db, talliedThen(db))
    for (const migration of MIGRATIONS.slice(from)) db.exec(migration)
    fillTally(db)
    db.pragma(`application_id = ${APPLICATION_ID}`)
    db.pragma(`user_version = ${MIGRATIONS.length}`)
  }).immediate()
}

/** What an older format counts: it has fewer tables. One that was counted and is gone is told. */
function talliedThen(db: Connection): Tallied[] {
  const counted = new Set(db.prepare<[], string>('SELECT DISTINCT name FROM tally').pluck().all())
  return TALLIED.filter(({ name }) => counted.has(name) || isThere(db, name))
}

function isThere(db: Connection, table: string): boolean {
  return db.prepare<[string]>('SELECT 1 FROM sqlite_schema WHERE name = ?').get(table) !== undefined
}

/** Another number after another connection has committed. */
function dataVersion(db: Connection): number {
  return Number(db.pragma('data_version', { simple: true }))
}
