/**
 * The ledger of operators: who looked at which body, exported, started or restored something over HTTP. Looks are written
 * some at a time, within a second; everything else before it is answered. What cannot be written is kept, and tried again.
 */
import { type Connection, readServerDatabase } from './database.ts'

export const OPERATOR_ACTS = [
  'look',
  'search',
  'export',
  'trigger',
  'cancel',
  'restore-plan',
  'restore-apply',
  'approve',
  'deny',
  'sign-in',
] as const
export type OperatorAct = (typeof OPERATOR_ACTS)[number]

export interface OperatorEntry {
  /** Milliseconds since the epoch. */
  at: number
  who: string
  /** What the issuer calls a person; null for programs. */
  subject: string | null
  act: OperatorAct
  /** Id; null: of no single one. */
  organization: string | null
  /** `page p1`, `run …`. */
  item: string | null
  snapshot: number | null
}

/** The time is that of the entering. */
export type NewOperatorEntry = Pick<OperatorEntry, 'who' | 'subject' | 'act'> &
  Partial<Pick<OperatorEntry, 'organization' | 'item' | 'snapshot'>>

export interface OperatorLedger {
  /** On disk on return, or in `failure`. Never throws. */
  enter(entry: NewOperatorEntry): void
  /** On disk within a second, or when it is closed. */
  enterSoon(entry: NewOperatorEntry): void
  /** Why the last write failed; null: it did not. */
  failure(): { error: unknown; waiting: number; lost: number } | null
  /** Writes what waits. */
  close(): void
}

export interface LedgerOptions {
  now(): number
  /** How long entries are kept. Milliseconds. */
  keepMs(): number
  /** Told once when writing begins to fail. */
  failed(error: unknown): void
}

const SOON_MS = 1000
const MOST_AT_ONCE = 500
/** Of those that cannot be written: then the oldest are lost, and counted. */
const MOST_WAITING = 100_000
const TIDY_EVERY_MS = 3_600_000

export function openOperatorLedger(db: Connection, options: LedgerOptions): OperatorLedger {
  return new Ledger(db, options)
}

class Ledger implements OperatorLedger {
  readonly #db: Connection
  readonly #options: LedgerOptions
  #waiting: OperatorEntry[] = []
  #timer: NodeJS.Timeout | null = null
  #failed: { error: unknown } | null = null
  #lost = 0
  #tidiedAt = Number.NEGATIVE_INFINITY

  constructor(db: Connection, options: LedgerOptions) {
    this.#db = db
    this.#options = options
  }

  enter(entry: NewOperatorEntry): void {
    this.#add(entry)
    this.#flush()
  }

  enterSoon(entry: NewOperatorEntry): void {
    this.#add(entry)
    if (this.#waiting.length >= MOST_AT_ONCE && this.#failed === null) this.#flush()
    else this.#timer ??= setTimeout(() => this.#flush(), SOON_MS).unref()
  }

  failure() {
    return this.#failed && { ...this.#failed, waiting: this.#waiting.length, lost: this.#lost }
  }

  close(): void {
    this.#flush()
    if (this.#timer) clearTimeout(this.#timer)
  }

  #add(entry: NewOperatorEntry): void {
    this.#waiting.push({ organization: null, item: null, snapshot: null, ...entry, at: this.#options.now() })
    if (this.#waiting.length <= MOST_WAITING) return
    this.#waiting.shift()
    this.#lost++
  }

  #flush(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    if (this.#waiting.length === 0) return
    try {
      this.#write()
      this.#waiting = []
      this.#failed = null
    } catch (error) {
      if (this.#failed === null) this.#options.failed(error)
      this.#failed = { error }
      this.#timer = setTimeout(() => this.#flush(), SOON_MS).unref()
    }
  }

  #write(): void {
    const { now, keepMs } = this.#options
    const isTidy = now() - this.#tidiedAt < TIDY_EVERY_MS
    const insert = this.#db.prepare(
      'INSERT INTO operator_entry (at, who, subject, act, organization, item, snapshot) VALUES (@at, @who, @subject, @act, @organization, @item, @snapshot)',
    )
    this.#db.transaction(() => {
      for (const entry of this.#waiting) insert.run(entry)
      if (!isTidy) this.#db.prepare('DELETE FROM operator_entry WHERE at < +?').run(now() - keepMs())
    })()
    if (!isTidy) this.#tidiedAt = now()
  }
}

export interface Period {
  /** Milliseconds since the epoch; undefined: from the first, to the last. */
  from: number | undefined
  to: number | undefined
}

/** Oldest first; nothing where no daemon has run yet. `folder`: of the daemon. Throws DocvaultError `server-db-unusable`. */
export function* readOperatorEntries(folder: string, { from, to }: Period): Generator<OperatorEntry> {
  const db = readServerDatabase(folder)
  if (db === null) return
  try {
    yield* db
      .prepare<[number, number], OperatorEntry>(
        'SELECT at, who, subject, act, organization, item, snapshot FROM operator_entry WHERE at BETWEEN ? AND ? ORDER BY at, number',
      )
      .iterate(from ?? 0, to ?? Number.MAX_SAFE_INTEGER)
  } finally {
    db.close()
  }
}

export interface OperatorSpan {
  /** Numbers of the first and the last entry that are left; null: none is. */
  first: number | null
  last: number | null
  count: number
  /** Milliseconds since the epoch. */
  firstAt: number | null
  /** The highest number that was ever given; 0: none was. */
  highest: number
}

/** Null where no daemon has run yet. Throws DocvaultError `server-db-unusable`. */
export function operatorSpan(folder: string): OperatorSpan | null {
  const db = readServerDatabase(folder)
  if (db === null) return null
  try {
    const span = db
      .prepare<[], Omit<OperatorSpan, 'highest'>>(
        'SELECT min(number) AS first, max(number) AS last, count(*) AS count, min(at) AS firstAt FROM operator_entry',
      )
      .get()
    const highest = db
      .prepare<[], { seq: number }>("SELECT seq FROM sqlite_sequence WHERE name = 'operator_entry'")
      .get()
    return { first: null, last: null, count: 0, firstAt: null, ...span, highest: highest?.seq ?? 0 }
  } finally {
    db.close()
  }
}
