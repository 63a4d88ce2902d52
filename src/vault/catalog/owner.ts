/**
 * The fence: the one row that says whose a vault is, and since which epoch. A writer is admitted for one epoch and stands under
 * it until it closes; with another epoch in the row no transaction of it commits. Nothing but the catalog is asked, so it
 * holds without Redis, and for a process that slept through everything.
 */
import { VaultFenced } from '../../model/errors.ts'
import { type Claim, UNOWNED, type VaultOwner } from '../../model/vault-owner.ts'
import type { Connection } from './connection.ts'
import { durably } from './durable.ts'

interface OwnerRow {
  epoch: number
  host: string | null
  since: number
  retired: number
}

/** Names the epoch that is in force, in any statement. */
export const EPOCH_NOW = 'ifnull((SELECT epoch FROM owner), 0)'

export function readOwner(db: Connection): VaultOwner {
  const row = db.prepare<[], OwnerRow>('SELECT epoch, host, since, retired FROM owner').get()
  if (row === undefined) return UNOWNED
  const { epoch, host, since, retired } = row
  return { epoch, host, since: new Date(since).toISOString(), retired: retired === 1 }
}

/** Inside a write transaction. Answers the epoch that the writer stands under. Throws VaultFenced; nothing is changed then. */
export function admit(db: Connection, path: string, claim: Claim | undefined, nowMs: number): number {
  const owner = readOwner(db)
  if (owner.retired && claim?.reinstate !== true) throw new VaultFenced(path, owner)
  if (claim === undefined) {
    if (owner.host !== null) throw new VaultFenced(path, owner)
    return owner.epoch
  }
  if (isInForce(claim, owner)) return owner.epoch
  if (claim.epoch <= owner.epoch) throw new VaultFenced(path, owner, claim.epoch)
  writeOwner(db, { ...claim, retired: false }, nowMs)
  return claim.epoch
}

/** Whether `admit` would write. */
export function claimsAnew(db: Connection, claim: Claim | undefined): boolean {
  return claim !== undefined && !isInForce(claim, readOwner(db))
}

function isInForce(claim: Claim, owner: VaultOwner): boolean {
  return claim.epoch === owner.epoch && claim.host === owner.host && !owner.retired
}

/** Inside a write transaction of the owner: from its commit on, nobody writes to this folder. */
export function retireFor(db: Connection, path: string, to: Claim, nowMs: number): void {
  const owner = readOwner(db)
  if (to.epoch <= owner.epoch) throw new VaultFenced(path, owner, to.epoch)
  writeOwner(db, { ...to, retired: true }, nowMs)
  // A copy of it would be held by a process that is elsewhere.
  db.prepare('DELETE FROM lease').run()
}

/** For one who writes without a lease: what it stands under, compared in each of its transactions. */
export function makeFence(db: Connection, path: string): () => void {
  const admitted = readOwner(db)
  return () => {
    const owner = readOwner(db)
    if (owner.retired || owner.epoch !== admitted.epoch) throw new VaultFenced(path, owner, admitted.epoch)
  }
}

/** For one whose own folder was left behind without its knowledge, and who holds no lease on it. Durable on return. */
export function retireDurably(db: Connection, path: string, to: Claim, nowMs: number): void {
  durably(db, () => db.transaction(() => retireFor(db, path, to, nowMs)).immediate())
}

/** Not OR REPLACE: see tally.ts. */
function writeOwner(
  db: Connection,
  { epoch, host, retired }: Claim & { retired: boolean },
  nowMs: number,
): void {
  db.prepare('DELETE FROM owner').run()
  db.prepare('INSERT INTO owner VALUES (1, ?, ?, ?, ?)').run(epoch, host, nowMs, retired ? 1 : 0)
}
