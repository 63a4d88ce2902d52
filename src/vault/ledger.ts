/**
 * The ledger of a vault, beside whoever writes snapshots: an entry is one short transaction and durable on return, so
 * it needs no lease. Whose epoch is over, or whose folder was left behind, appends nothing.
 */
import type { Approval } from '../model/approval.ts'
import { readApprovals } from './catalog/approvals.ts'
import type { Connection } from './catalog/connection.ts'
import { openForReading, openForWriting } from './catalog/database.ts'
import { appendEntry, headEntry, type LedgerEntry, ledgerEntries, type NewEntry } from './catalog/ledger.ts'
import { makeFence } from './catalog/owner.ts'
import { assertHead, makeHead, readHead, writeHead } from './head.ts'
import { assertVault, type Layout, layoutOf } from './layout.ts'

export { hashEntry, type LedgerEntry, type NewEntry } from './catalog/ledger.ts'

export interface Ledger {
  /** Throws VaultFenced. */
  append(entry: NewEntry): LedgerEntry
  /** Nobody else's entry comes in between what it reads and what it appends; where it throws, nothing was appended. Throws VaultFenced. */
  transact<T>(work: (at: Transacting) => T): T
  /** Oldest first. */
  entries(): Iterable<LedgerEntry>
  head(): LedgerEntry | null
  close(): void
}

export interface Transacting {
  append(entry: NewEntry): LedgerEntry
  approvals(): Approval[]
}

/** Never creates a vault. Throws VaultMissing, VaultUnusable. */
export function openLedger(path: string, mode: 'read' | 'append'): Ledger {
  const layout = layoutOf(path)
  assertVault(layout)
  const head = readHead(layout.head)
  const db = mode === 'read' ? openForReading(layout.catalog) : openToAppend(layout)
  try {
    assertHead(layout.path, head, db)
  } catch (error) {
    db.close()
    throw error
  }
  if (mode === 'append') db.pragma('synchronous = FULL')
  const assertOurs = makeFence(db, path)
  return {
    append(entry) {
      const appended = appendEntry(db, entry, assertOurs)
      writeHead(layout.head, db)
      return appended
    },
    transact(work) {
      const at = { append: (entry: NewEntry) => appendEntry(db, entry), approvals: () => readApprovals(db) }
      const acting = () => {
        assertOurs()
        return work(at)
      }
      const done = db.transaction(acting).immediate()
      writeHead(layout.head, db)
      return done
    },
    entries: () => ledgerEntries(db),
    head: () => headEntry(db),
    close: () => db.close(),
  }
}

function openToAppend({ catalog, head }: Layout): Connection {
  return openForWriting(catalog, { before: older => makeHead(head, older) })
}
