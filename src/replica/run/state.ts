/**
 * What this machine knows of a target: which piece of the vault lies in which pack, as it was sent last, manifest or not. So a
 * run sends what differs, and one that was cut off goes on. It can be lost: then everything is sent again.
 *
 * The identity of a pack is kept until its key list is there, and not a moment longer.
 */
import Database from 'better-sqlite3'
import { digestOf } from '../../model/digest.ts'
import type { Stepwise } from '../../model/stepwise.ts'
import type { PlacedLocked } from './locking.ts'

export const PAGE_BYTES = 4096
/** Of the SHA-256 of a page. */
const DIGEST_BYTES = 16

/** What a page or a piece is told apart by: the first half of its digest, as text. */
export type ShortDigest = string

/** Between two turns of others. */
const ROWS_A_STEP = 2000

export interface PackRow {
  /** Packs are unpacked in this order. */
  seq: number
  key: string
  bytes: number
  sha256: string
  /** Of the catalog. */
  pages: number
  /** Null: it is in the key list of `run`. */
  secret: string | null
  /** Null: no manifest names it yet. */
  run: number | null
}

export interface SentPack {
  key: string
  bytes: number
  sha256: string
  secret: string
  pages: readonly { number: number; digest: ShortDigest }[]
  pieces: readonly { path: string; start: number; digest: ShortDigest }[]
  /** Of which these are the last pieces. */
  files: readonly KnownFile[]
}

export interface KnownFile {
  path: string
  bytes: number
  /** Changes when somebody writes it. */
  stamp: string
  sha256: string
}

export interface ReplicaState {
  get(name: string): string | null
  set(name: string, value: string): void
  /** Those whose name begins so. */
  notes(prefix: string): [name: string, value: string][]
  drop(name: string): void
  pageDigests(pages: number): Stepwise<PageDigests>
  /** As it was sent last; null: it was not. */
  pieceDigest(path: string, start: number): ShortDigest | null
  file(path: string): KnownFile | null
  noteFile(file: KnownFile): void
  /** In one transaction: durable on return. */
  sent(pack: SentPack): void
  packs(): PackRow[]
  /** Pages of the catalog in all packs, replaced ones included. */
  pagesInPacks(): number
  /** As if they had never been sent. */
  forget(keys: readonly string[]): void
  /** Forgets what is beyond the end of the catalog and of files, files that are gone, then packs that nothing is in any more. */
  trim(pages: number, sizes: ReadonlyMap<string, number>): void
  /** Which version of an object is the one that was sent, and until when it is locked. Null: nobody knows. */
  placed(key: string): PlacedLocked | null
  notePlaced(key: string, placed: PlacedLocked): void
  dropPlaced(key: string): void
  /** Drops all others. */
  keepPlaced(keys: ReadonlySet<string>): void
  /** The manifest of the run is there. */
  finish(run: number): void
  clear(): void
  close(): void
}

export const STATE_FILE = 'state.db'

export function openState(file: string): ReplicaState {
  const db = new Database(file, { timeout: 5000 })
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.pragma('secure_delete = ON')
  db.exec(SCHEMA)
  return {
    ...notesOf(db),
    ...piecesOf(db),
    ...packsOf(db),
    ...placedOf(db),
    clear: () => db.exec(TABLES.map(table => `DELETE FROM ${table};`).join('')),
    close: () => db.close(),
  }
}

/** Which version of an object is which stays true, whatever is sent again. */
const TABLES = ['note', 'pack', 'page', 'piece', 'file']
const SCHEMA = `
CREATE TABLE IF NOT EXISTS note (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS pack (seq INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL UNIQUE, bytes INTEGER NOT NULL,
  sha256 TEXT NOT NULL, pages INTEGER NOT NULL, secret TEXT, run INTEGER) STRICT;
CREATE TABLE IF NOT EXISTS page (number INTEGER PRIMARY KEY, digest BLOB NOT NULL, pack INTEGER NOT NULL) STRICT;
CREATE INDEX IF NOT EXISTS page_pack ON page (pack);
CREATE TABLE IF NOT EXISTS piece (path TEXT NOT NULL, start INTEGER NOT NULL, digest BLOB NOT NULL, pack INTEGER NOT NULL,
  PRIMARY KEY (path, start)) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS piece_pack ON piece (pack);
CREATE TABLE IF NOT EXISTS file (path TEXT PRIMARY KEY, bytes INTEGER NOT NULL, stamp TEXT NOT NULL, sha256 TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS placed (key TEXT PRIMARY KEY, tag TEXT, version TEXT, locked_until INTEGER) STRICT;
`

const NOTE_FILE = 'INSERT OR REPLACE INTO file VALUES (:path, :bytes, :stamp, :sha256)'

function notesOf(
  db: Database.Database,
): Pick<ReplicaState, 'get' | 'set' | 'notes' | 'drop' | 'file' | 'noteFile'> {
  const get = db.prepare<[string], { value: string }>('SELECT value FROM note WHERE name = +?')
  const set = db.prepare('INSERT OR REPLACE INTO note VALUES (?, ?)')
  const all = db.prepare<[], { name: string; value: string }>('SELECT name, value FROM note')
  const drop = db.prepare('DELETE FROM note WHERE name = +?')
  const file = db.prepare<[string], KnownFile>('SELECT * FROM file WHERE path = +?')
  const noteFile = db.prepare(NOTE_FILE)
  return {
    get: name => get.get(name)?.value ?? null,
    set: (name, value) => void set.run(name, value),
    notes: prefix =>
      all
        .all()
        .filter(({ name }) => name.startsWith(prefix))
        .map(({ name, value }) => [name, value]),
    drop: name => void drop.run(name),
    file: path => file.get(path) ?? null,
    noteFile: known => void noteFile.run(known),
  }
}

function piecesOf(db: Database.Database): Pick<ReplicaState, 'pageDigests' | 'pieceDigest' | 'trim'> {
  const piece = db.prepare<[string, number], { digest: ShortDigest }>(
    'SELECT lower(hex(digest)) AS digest FROM piece WHERE path = +? AND start = +?',
  )
  const rows = db
    .prepare<[number, number], [number: number, digest: string]>(
      'SELECT number, hex(digest) FROM page WHERE number >= +? AND number < +?',
    )
    .raw()
  return {
    *pageDigests(pages) {
      const digests = new PageDigests(pages)
      for (let from = 0; from < pages; from += ROWS_A_STEP) {
        for (const [number, digest] of rows.all(from, Math.min(from + ROWS_A_STEP, pages)))
          digests.set(number, digest)
        yield
      }
      return digests
    },
    pieceDigest: (path, start) => piece.get(path, start)?.digest ?? null,
    trim: db.transaction((pages: number, sizes: ReadonlyMap<string, number>) => {
      db.prepare('DELETE FROM page WHERE number >= +?').run(pages)
      const beyond = db.prepare('DELETE FROM piece WHERE path = +? AND start >= +?')
      const known = db
        .prepare<[], string>('SELECT DISTINCT path FROM piece UNION SELECT path FROM file')
        .pluck()
      for (const path of known.all()) {
        const bytes = sizes.get(path)
        // The empty file is a piece as well.
        beyond.run(path, bytes === undefined ? 0 : Math.max(1, bytes))
        if (bytes === undefined) db.prepare('DELETE FROM file WHERE path = +?').run(path)
      }
      db.exec(
        'DELETE FROM pack WHERE seq NOT IN (SELECT pack FROM page) AND seq NOT IN (SELECT pack FROM piece)',
      )
    }),
  }
}

type PacksOfState = Pick<ReplicaState, 'sent' | 'packs' | 'pagesInPacks' | 'forget' | 'finish'>

function packsOf(db: Database.Database): PacksOfState {
  return {
    sent: db.transaction(({ pages, pieces, files, ...pack }: SentPack) => {
      const { lastInsertRowid: seq } = db
        .prepare(
          'INSERT INTO pack (key, bytes, sha256, pages, secret) VALUES (:key, :bytes, :sha256, :pages, :secret)',
        )
        .run({ ...pack, pages: pages.length })
      const page = db.prepare('INSERT OR REPLACE INTO page VALUES (?, unhex(?), ?)')
      for (const { number, digest } of pages) page.run(number, digest, seq)
      const piece = db.prepare('INSERT OR REPLACE INTO piece VALUES (?, ?, unhex(?), ?)')
      for (const { path, start, digest } of pieces) piece.run(path, start, digest, seq)
      const file = db.prepare(NOTE_FILE)
      for (const known of files) file.run(known)
    }),
    packs: () => db.prepare<[], PackRow>('SELECT * FROM pack ORDER BY seq').all(),
    pagesInPacks: () => db.prepare<[], number>('SELECT ifnull(sum(pages), 0) FROM pack').pluck().get() ?? 0,
    forget: db.transaction((keys: readonly string[]) => {
      for (const key of keys) {
        const seq = db.prepare<[string], number>('SELECT seq FROM pack WHERE key = +?').pluck().get(key)
        if (seq === undefined) continue
        db.prepare('DELETE FROM page WHERE pack = +?').run(seq)
        db.prepare('DELETE FROM piece WHERE pack = +?').run(seq)
        db.prepare('DELETE FROM pack WHERE seq = +?').run(seq)
      }
    }),
    finish(run) {
      db.prepare('UPDATE pack SET run = ?, secret = NULL WHERE run IS NULL').run(run)
      // What the log holds of them as well.
      db.pragma('wal_checkpoint(TRUNCATE)')
    },
  }
}

type PlacedOfState = Pick<ReplicaState, 'placed' | 'notePlaced' | 'dropPlaced' | 'keepPlaced'>

function placedOf(db: Database.Database): PlacedOfState {
  interface Row {
    tag: string | null
    version: string | null
    locked_until: number | null
  }
  const get = db.prepare<[string], Row>('SELECT * FROM placed WHERE key = +?')
  const note = db.prepare('INSERT OR REPLACE INTO placed VALUES (?, ?, ?, ?)')
  const drop = db.prepare('DELETE FROM placed WHERE key = +?')
  const keys = db.prepare<[], string>('SELECT key FROM placed').pluck()
  return {
    placed(key) {
      const row = get.get(key)
      if (row === undefined) return null
      const { tag, version, locked_until: lockedUntil } = row
      return {
        tag: tag ?? undefined,
        versionId: version ?? undefined,
        lockedUntil: lockedUntil ?? undefined,
      }
    },
    notePlaced: (key, { tag = null, versionId = null, lockedUntil = null }) =>
      void note.run(key, tag, versionId, lockedUntil === null ? null : Math.floor(lockedUntil)),
    dropPlaced: key => void drop.run(key),
    keepPlaced: db.transaction((kept: ReadonlySet<string>) => {
      for (const key of keys.all()) if (!kept.has(key)) drop.run(key)
    }),
  }
}

export function shortDigest(bytes: Buffer): ShortDigest {
  return digestOf(bytes).slice(0, 2 * DIGEST_BYTES)
}

/** Of pages as they were sent last, one after the other; zeros for what was not sent. */
export class PageDigests {
  readonly #bytes: Buffer

  constructor(pages: number) {
    this.#bytes = Buffer.alloc(pages * DIGEST_BYTES)
  }

  /** Empty beyond the last, which no digest equals. */
  get(page: number): ShortDigest {
    return this.#bytes.toString('hex', page * DIGEST_BYTES, (page + 1) * DIGEST_BYTES)
  }

  set(page: number, digest: ShortDigest): void {
    this.#bytes.write(digest, page * DIGEST_BYTES, 'hex')
  }
}
