/**
 * The ledger of a vault, beside whoever writes snapshots: an entry is one short transaction and durable on return, so
 * it needs no lease.
 */
import type { Approval } from '../model/approval.ts'
import { readApprovals } from './catalog/approvals.ts'
import type { Connection } from './catalog/connection.ts'
import { openForReading, openForWriting } from './catalog/database.ts'
import { appendEntry, headEntry, type LedgerEntry, ledgerEntries, type NewEntry } from './catalog/ledger.ts'
import { assertHead, makeHead, readHead, writeHead } from './head.ts'
import { assertVault, type Layout, layoutOf } from './layout.ts'

export { hashEntry, type LedgerEntry, type NewEntry } from './catalog/ledger.ts'

export interface Ledger {
  append(entry: NewEntry): LedgerEntry
  /** Nobody else's entry comes in between what it reads and what it appends; where it throws, nothing was appended. */
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
  return {
    append(entry) {
      const appended = appendEntry(db, entry)
      writeHead(layout.head, db)
      return appended
    },
    transact(work) {
      const at = { append: (entry: NewEntry) => appendEntry(db, entry), approvals: () => readApprovals(db) }
      const done = db.transaction(() => work(at)).immediate()
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
