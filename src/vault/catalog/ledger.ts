/**
 * The append-only ledger: each entry is chained to the one before it. What an entry says, and who signs it, is not
 * known here.
 */
import { createHash } from 'node:crypto'
import type { Connection } from './connection.ts'

export interface LedgerEntry {
  number: number
  hash: string
  previous: string | null
  body: string
  /** Base64. */
  signature: string | null
  key: string | null
}

export interface NewEntry {
  body(number: number, previous: string | null): string
  sign: ((hash: Buffer) => { signature: string; key: string }) | null
}

/** SHA-256 of the bytes of the previous hash, none for the first entry, and of the body. */
export function hashEntry(previous: string | null, body: string): Buffer {
  const hash = createHash('sha256')
  if (previous !== null) hash.update(Buffer.from(previous, 'hex'))
  return hash.update(body).digest()
}

/** One transaction: nobody else's entry comes in between. `before`: in it, and what it throws is thrown. */
export function appendEntry(db: Connection, entry: NewEntry, before?: () => void): LedgerEntry {
  const append = db.transaction((): LedgerEntry => {
    before?.()
    const head = headEntry(db)
    const number = (head?.number ?? 0) + 1
    const previous = head?.hash ?? null
    const body = entry.body(number, previous)
    const hash = hashEntry(previous, body)
    const signed = entry.sign?.(hash) ?? null
    db.prepare('INSERT INTO ledger VALUES (?, ?, ?, ?, ?, ?)').run(
      number,
      hash,
      previous === null ? null : Buffer.from(previous, 'hex'),
      body,
      signed?.signature ?? null,
      signed?.key ?? null,
    )
    const { signature = null, key = null } = signed ?? {}
    return { number, hash: hash.toString('hex'), previous, body, signature, key }
  })
  return append.immediate()
}

/** Oldest first. */
export function* ledgerEntries(db: Connection): Generator<LedgerEntry> {
  for (const row of db.prepare<[], LedgerEntry>(`${SELECT} ORDER BY id`).iterate()) yield row
}

export function headEntry(db: Connection): LedgerEntry | null {
  return db.prepare<[], LedgerEntry>(`${SELECT} ORDER BY id DESC LIMIT 1`).get() ?? null
}

const SELECT = `
  SELECT id AS number, lower(hex(hash)) AS hash, iif(previous IS NULL, NULL, lower(hex(previous))) AS previous, body,
    signature, key
  FROM ledger`
