/** What is written is counted by the columns that a catalog has, whatever was opened in the process before it. */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { openForWriting } from '../../src/vault/catalog/database.ts'
import { keepTally, tallyFaults } from '../../src/vault/catalog/tally.ts'
import { newVault } from './fixture.ts'

async function newCatalog(): Promise<string> {
  const { path, vault } = await newVault()
  await vault.close()
  return join(path, 'catalog.db')
}

test('a catalog with a column too many, opened as it is found, is counted with it', async () => {
  const [usual, odd] = [await newCatalog(), await newCatalog()]
  const altered = new Database(odd)
  altered.exec('ALTER TABLE pin ADD COLUMN odd TEXT')
  altered.close()
  openForWriting(usual).close()
  const db = openForWriting(odd, { asFound: true })
  try {
    const columns = db.prepare<[], string>("SELECT name FROM pragma_table_info('pin')").pluck().all()
    db.pragma('foreign_keys = OFF')
    db.prepare(`INSERT INTO pin VALUES (${columns.map(() => '1').join(', ')})`).run()
    expect([...tallyFaults(db)]).toEqual([])
  } finally {
    db.close()
  }
})

test('triggers that a full disk kept from being made are made at the next write', async () => {
  const db = openForWriting(await newCatalog(), { tallyIsKeptLater: true })
  try {
    db.pragma('temp.max_page_count = 2')
    expect(() => keepTally(db)).toThrow('full')
    db.pragma('temp.max_page_count = 1000')
    keepTally(db)
    db.prepare("INSERT INTO term (text) VALUES ('word')").run()
    db.prepare("UPDATE term SET text = 'other'").run()
    expect([...tallyFaults(db)]).toEqual([])
  } finally {
    db.close()
  }
})
