/**
 * The chain of the ledger: every entry follows the one before it and has the hash that it says. Signatures are the
 * business of whoever knows the keys.
 */
import type { Fault } from './check-structure.ts'
import type { Connection } from './connection.ts'
import { hashEntry, ledgerEntries } from './ledger.ts'

export function* ledgerFaults(db: Connection): Generator<Fault> {
  let number = 1
  let previous: string | null = null
  for (const entry of ledgerEntries(db)) {
    if (entry.number !== number) yield fault(`entry ${number} of the ledger is missing`)
    else if (entry.previous !== previous)
      yield fault(`entry ${number} of the ledger does not follow the one before it`)
    if (hashEntry(entry.previous, entry.body).toString('hex') !== entry.hash)
      yield fault(`entry ${entry.number} of the ledger is not as it was written`)
    number = entry.number + 1
    previous = entry.hash
  }
}

function fault(message: string): Fault {
  return { code: 'ledger-broken', severity: 'damage', message }
}
