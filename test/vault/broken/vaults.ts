/** The sound vaults that are broken, and short ways to break them. */
import { createHash } from 'node:crypto'
import {
  closeSync,
  cpSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { digestOf } from '../../../src/model/digest.ts'
import { openVaultForWriting } from '../../../src/vault/vault.ts'
import { itemOf, ORGANIZATION, seal, temporaryFolder, writeScope } from '../fixture.ts'
import { FORMATS, unpackGolden } from '../golden/unpack.ts'

/** The newest golden vault, in the format of now: two nights, deltas, a file, a gap, an entry of the ledger. */
export async function goldenVault(): Promise<string> {
  const path = unpackGolden(FORMATS.at(-1) ?? 0)
  await (await openVaultForWriting(path)).close()
  // The copy of before the upgrade would mend nearly everything.
  removeCopies(path)
  return path
}

const PAGES = 30

/** Documents that have much in common, compacted: deltas against a dictionary, against texts, against what came after. */
export async function compactedVault(): Promise<string> {
  const path = join(temporaryFolder(), 'vault')
  const vault = await openVaultForWriting(path, { inlineLimitBytes: 9000 })
  for (const night of [1, 2, 3]) {
    const writer = vault.begin(ORGANIZATION, 'test')
    const space = (await writeScope(writer, null, 'space', { s: 'space' })).get('s') ?? 0
    const pages = writer.scope(space, 'page')
    for (let page = 0; page < PAGES; page++) {
      const text = textOf(page, page % 3 === 0 ? night : 1)
      const markdown = await writer.put(Buffer.from(text))
      const document = await writer.put(Buffer.from(documentOf(text)))
      const parts = [
        { name: 'document', content: document.content },
        { name: 'markdown', content: markdown.content },
      ]
      await pages.add({ ...itemOf(`p${page}`, digestOf(text)), parts })
    }
    await pages.finish({ token: null, exact: true })
    await seal(writer)
  }
  await vault.compact({ level: 3 })
  await vault.close()
  return path
}

function textOf(page: number, edit: number): string {
  const lines = Array.from({ length: 80 }, (_, line) => noise(`${page} ${line === edit ? edit : ''} ${line}`))
  return lines.join('\n')
}

/** Around each line the same. */
function documentOf(text: string): string {
  const nodes = text.split('\n').map(line => ({
    object: 'block',
    type: 'paragraph',
    nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: line, marks: [] }] }],
  }))
  return JSON.stringify({ nodes })
}

function noise(name: string): string {
  return createHash('sha256').update(name).digest('base64')
}

export function copyOf(path: string): string {
  const copy = join(temporaryFolder(), 'vault')
  cpSync(path, copy, { recursive: true })
  return copy
}

function removeCopies(path: string): void {
  for (const name of readdirSync(path)) if (name.startsWith('catalog-format-')) rmSync(join(path, name))
}

/** Of the catalog, as an upgrade does. */
export function keepCopy(path: string): void {
  withCatalog(path, db => void db.prepare('VACUUM INTO ?').run(join(path, 'catalog-format-9.db')))
}

/** As a failing disk or a hand in the wrong file does: nothing keeps count. */
export function alter(path: string, sql: string): void {
  withCatalog(path, db => void db.exec(sql))
}

export function withCatalog<T>(path: string, work: (db: Database.Database) => T): T {
  const db = new Database(join(path, 'catalog.db'))
  try {
    db.pragma('foreign_keys = OFF')
    db.pragma('ignore_check_constraints = ON')
    return work(db)
  } finally {
    db.close()
  }
}

/** A bit in the middle of the stored bytes of the first block that the condition names. */
export function flipInBlock(path: string, where: string): void {
  withCatalog(path, db => {
    const row = db
      .prepare<[], { id: number; data: Buffer }>(
        `SELECT id, data FROM block WHERE data IS NOT NULL AND ${where} LIMIT 1`,
      )
      .get()
    if (row === undefined) throw new Error(`no block: ${where}`)
    db.prepare('UPDATE block SET data = ? WHERE id = ?').run(flipped(row.data), row.id)
  })
}

const PAGE_BYTES = 4096

/** As a bad sector is read: as zeros. `page`: a query for its number. */
export function losePage(path: string, page: string): void {
  const number = withCatalog(path, db => {
    db.pragma('wal_checkpoint(TRUNCATE)')
    return db.prepare<[], number>(page).pluck().get()
  })
  if (number === undefined) throw new Error(`no page: ${page}`)
  zeroPage(path, number)
}

/** Of a catalog without a log. */
export function zeroPage(path: string, page: number): void {
  const file = openSync(join(path, 'catalog.db'), 'r+')
  writeSync(file, Buffer.alloc(PAGE_BYTES), 0, PAGE_BYTES, (page - 1) * PAGE_BYTES)
  closeSync(file)
}

/** All of its stored bytes, so that nothing in it decodes. */
export function ruinBlock(path: string, where: string): void {
  const one = `(SELECT id FROM block WHERE data IS NOT NULL AND ${where} LIMIT 1)`
  alter(path, `UPDATE block SET data = zeroblob(length(data)) WHERE id = ${one}`)
}

export function flipped(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  const at = Math.floor(copy.length / 2)
  copy.writeUInt8(copy.readUInt8(at) ^ 1, at)
  return copy
}

/** The one file of a content that there is. */
export function fileIn(path: string): string {
  const names = readdirSync(join(path, 'files'), { recursive: true, encoding: 'utf8' })
  const name = names.find(found => /[0-9a-f]{64}$/.test(found))
  if (name === undefined) throw new Error('there is no file')
  return join(path, 'files', name)
}

export function flipInFile(file: string): void {
  writeFileSync(file, flipped(readFileSync(file)))
}

/** By table, but for what a repair itself writes and for blocks, which may be stored otherwise. */
export function rowsIn(path: string): Map<string, unknown[]> {
  const db = new Database(join(path, 'catalog.db'), { readonly: true })
  try {
    const tables = db.prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'table'`).pluck().all()
    const own = tables.filter(name => !/^(sqlite_.*|lease|ledger|tally|block)$/.test(name))
    return new Map(own.map(name => [name, db.prepare(`SELECT * FROM "${name}"`).all()]))
  } finally {
    db.close()
  }
}
