/**
 * One writer at a time, across processes. A holder beats its heart; a lease that has not beaten for a minute, or
 * whose process is certainly dead, may be taken. A holder that lost its lease fails its next transaction, and so does one
 * whose epoch is over: see owner.ts.
 */
import { randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { VaultFenced, VaultLocked } from '../../model/errors.ts'
import { identifyProcess, isCertainlyDead } from '../../model/process-identity.ts'
import { DAEMON_COMMAND, type VaultHolder } from '../../model/vault-holder.ts'
import type { Claim } from '../../model/vault-owner.ts'
import type { Connection } from './connection.ts'
import { durably, unsynced } from './durable.ts'
import { admit, claimsAnew, EPOCH_NOW, readOwner } from './owner.ts'
import { translated } from './sqlite-error.ts'
import { keepTally } from './tally.ts'

const LEASE_EXPIRY_MS = 60_000
const HEARTBEAT_MS = 5_000

interface LeaseRow {
  holder: string
  pid: number
  place: string
  born: string
  since: number
  heartbeat: number
  command: string
}

export interface Lease {
  /** Of this lease and no other. */
  readonly id: string
  /** That it was admitted for. */
  readonly epoch: number
  /** Inside a write transaction, so that nobody takes the lease before the commit. Throws VaultLocked, VaultFenced. */
  assertHeld(): void
  release(): void
}

export interface LeaseRequest {
  path: string
  command: string
  clock: () => number
  claim?: Claim | undefined
}

/**
 * Throws VaultLocked naming the holder, VaultFenced. On return everything that was committed before is on the disk, the owner
 * included: only then may something beside the catalog say of it that it is there.
 */
export function acquireLease(db: Connection, request: LeaseRequest): Lease {
  const holder = randomUUID()
  const claim = () => {
    const other = readLease(db)
    if (other !== undefined && isAlive(other, request.clock())) throw locked(request.path, other)
    const epoch = admit(db, request.path, request.claim, request.clock())
    writeLease(db, holder, request)
    return epoch
  }
  const beat = db.prepare<[number, string]>('UPDATE lease SET heartbeat = ? WHERE holder = +?')
  const epoch = claimed(db, request.path, () => {
    // A lease that a power cut takes along held nobody off but those that it took along as well.
    const onDisk = db.transaction(() => (isOnDisk(db, request.claim) ? claim() : null))
    const admitted = unsynced(db, () => onDisk.immediate())
    if (admitted !== null) return admitted
    if (claimsAnew(db, request.claim)) keepTally(db)
    return durably(db, () => db.transaction(claim).immediate())
  })
  // A beat that fails is caught by the check inside the next transaction.
  const timer = setInterval(() => attempt(() => beat.run(request.clock(), holder)), HEARTBEAT_MS).unref()
  const held = db.prepare<[string, number], { held: number }>(
    `SELECT 1 AS held FROM lease WHERE holder = +? AND ${EPOCH_NOW} = +?`,
  )
  return {
    id: holder,
    epoch,
    assertHeld() {
      if (held.get(holder, epoch) !== undefined) return
      const owner = readOwner(db)
      throw owner.epoch === epoch
        ? locked(request.path, readLease(db))
        : new VaultFenced(request.path, owner, epoch)
    },
    release() {
      clearInterval(timer)
      attempt(() => db.prepare('DELETE FROM lease WHERE holder = +?').run(holder))
    },
  }
}

/**
 * Whether all is on the disk that somebody is to rely on: the owner stays as it is, and the catalog was closed well, so that nothing
 * is in its log and it was synced itself. Inside a transaction.
 */
function isOnDisk(db: Connection, claim: Claim | undefined): boolean {
  const logBytes = statSync(`${db.name}-wal`, { throwIfNoEntry: false })?.size ?? 0
  return logBytes === 0 && !claimsAnew(db, claim)
}

/** A process that sleeps in the middle of a transaction keeps the catalog's lock: as long as it does, nobody takes over. */
function claimed<T>(db: Connection, path: string, claim: () => T): T {
  try {
    return claim()
  } catch (error) {
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY'))
      throw new VaultLocked(path, 'a process that is in the middle of a write and does not end it', {
        cause: error,
        hint: 'is it stopped, or its disk? end it; what it had not finished was then never there',
      })
    throw translated(error, db.name)
  }
}

/** Null when anybody may take the lease. */
export function leaseHolder(db: Connection, now: number): VaultHolder | null {
  const lease = readLease(db)
  if (lease === undefined || !isAlive(lease, now)) return null
  return { id: lease.holder, pid: lease.pid, command: lease.command, since: timeOf(lease.since) }
}

function readLease(db: Connection): LeaseRow | undefined {
  return db.prepare<[], LeaseRow>('SELECT * FROM lease').get()
}

/** A beat from the future, beyond what clocks differ by, is none: it would hold for ever. */
function isAlive(lease: LeaseRow, now: number): boolean {
  return Math.abs(now - lease.heartbeat) < LEASE_EXPIRY_MS && !isCertainlyDead(lease)
}

function writeLease(db: Connection, holder: string, request: LeaseRequest): void {
  const self = identifyProcess()
  const now = request.clock()
  db.prepare('INSERT OR REPLACE INTO lease VALUES (1, ?, ?, ?, ?, ?, ?, ?)').run(
    holder,
    self.pid,
    self.place,
    self.born,
    now,
    now,
    request.command,
  )
}

function locked(path: string, lease: LeaseRow | undefined): VaultLocked {
  if (lease === undefined) return new VaultLocked(path, 'nobody any more: this process lost its lease')
  const holder = `process ${lease.pid} (${lease.command}) since ${timeOf(lease.since)}`
  return new VaultLocked(path, holder, lease.command === DAEMON_COMMAND ? { hint: DAEMON_HOLDS } : {})
}

const DAEMON_HOLDS =
  'a daemon holds it for as long as it runs; a lease left by a dead one expires by itself within a minute'

function timeOf(ms: number): string {
  const date = new Date(ms)
  return Number.isNaN(date.getTime()) ? 'an unknown time' : date.toISOString()
}

function attempt(work: () => void): void {
  try {
    work()
  } catch {
    // The lease then expires by itself.
  }
}
