/**
 * What is noted of each of many things while it is worked at: text by text, in a temporary database that goes to disk as
 * soon as it is not small, has no name, and is gone when it is closed. Only `Scratches` opens them, which closes them.
 */
import assert from 'node:assert/strict'
import Database from 'better-sqlite3'
import { giveWay } from '../model/give-way.ts'

const CACHE_KIB = 8192
/** Whoever goes through them may note more meanwhile, which nobody can while rows are read. */
const READ_AT_ONCE = 500

/** What was opened for one piece of work. */
export class Scratches {
  readonly #opened: Scratch[] = []

  open(): Scratch {
    const scratch = new Scratch()
    this.#opened.push(scratch)
    return scratch
  }

  /** Others have their turn in between: what one has on disk takes some milliseconds to go. */
  async close(): Promise<void> {
    for (const scratch of this.#opened.splice(0).reverse()) {
      scratch.close()
      await giveWay()
    }
  }
}

export async function withScratches<T>(use: (scratches: Scratches) => Promise<T>): Promise<T> {
  const scratches = new Scratches()
  try {
    return await use(scratches)
  } finally {
    await scratches.close()
  }
}

export type { Scratch }

class Scratch {
  #opened: ReturnType<typeof open> | null = null
  #isClosed = false

  get(name: string): string | undefined {
    // Nothing is not what was noted: whoever asks too late is to hear of it.
    assert(!this.#isClosed, 'the scratch is closed')
    return this.#opened?.get.get(name)?.value
  }

  has(name: string): boolean {
    return this.get(name) !== undefined
  }

  set(name: string, value: string): void {
    assert(!this.#isClosed, 'the scratch is closed')
    this.#opened ??= open()
    this.#opened.set.run(name, value)
  }

  /** In the order in which they were first noted, those that come meanwhile included. */
  *names(): Generator<string> {
    for (let last = 0; this.#opened !== null; ) {
      const rows = this.#opened.after.all(last, READ_AT_ONCE)
      for (const { name } of rows) yield name
      const end = rows.at(-1)
      if (end === undefined) return
      last = end.id
    }
  }

  close(): void {
    this.#isClosed = true
    this.#opened?.db.close()
    this.#opened = null
  }
}

function open() {
  const db = new Database('')
  db.pragma('journal_mode = OFF')
  db.pragma('synchronous = OFF')
  db.pragma(`cache_size = -${CACHE_KIB}`)
  db.exec('CREATE TABLE note (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, value TEXT NOT NULL)')
  // Never ended: nothing of it is to last.
  db.exec('BEGIN')
  return {
    db,
    get: db.prepare<[string], { value: string }>('SELECT value FROM note WHERE name = +?'),
    set: db.prepare<[string, string], never>(
      'INSERT INTO note (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
    ),
    after: db.prepare<[number, number], { id: number; name: string }>(
      'SELECT id, name FROM note WHERE id > +? ORDER BY id LIMIT ?',
    ),
  }
}
