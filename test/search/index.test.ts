import { cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { normalForm } from '../../src/model/normal-form.ts'
import { buildIndex } from '../../src/search/index/build.ts'
import { checkIndex } from '../../src/search/index/check.ts'
import { indexPath, openIndex, removeIndex } from '../../src/search/index/database.ts'
import { indexedForm } from '../../src/search/index/read-states.ts'
import { search } from '../../src/search/query/search.ts'
import type { Vault } from '../../src/vault/vault.ts'
import { type Company, makeCompany } from '../helpers/company.ts'
import { docvault } from '../helpers/docvault.ts'
import { stoodBySearch, UNLIMITED } from './compare.ts'

const TEXTS = ['e', 'limit', 'limit is 5', 'Welcome', '資', '資料庫']

/** What is found, and how many states had to be read for want of an index. */
async function answers(vault: Vault) {
  const found = []
  let scanned = 0
  for (const text of TEXTS) {
    found.push([...(await stoodBySearch(vault, { texts: [text] }))].toSorted())
    scanned += (await search(vault, { ...UNLIMITED, texts: [text] })).searched.scanned
  }
  return { found, scanned }
}

async function threeNights(): Promise<Company> {
  const company = await makeCompany({ comments: 4 })
  for (const limit of [500, 600, 700]) {
    await company.edit({ 'README.md': `# Welcome\n\nThe limit is ${limit}. 資料庫\n` })
    await company.backUp()
  }
  return company
}

test('an index answers as reading everything does, and nothing is read beside it', async () => {
  const company = await threeNights()
  const vault = company.vault()
  const without = await answers(vault)
  expect(without.scanned).toBeGreaterThan(0)
  await buildIndex(vault, indexPath(company.vaultPath))
  const withIndex = await answers(vault)
  expect(withIndex).toEqual({ found: without.found, scanned: 0 })
  expect((await checkIndex(vault, indexPath(company.vaultPath))).problems).toEqual([])
})

test('interrupted at every look at its signal, the next one goes on to the same index', async () => {
  const company = await threeNights()
  const vault = company.vault()
  const path = indexPath(company.vaultPath)
  const { found } = await answers(vault)
  for (let looks = 0; ; looks++) {
    let left = looks
    const signal = {
      throwIfAborted() {
        if (left-- <= 0) throw new Error('stop')
      },
    }
    const ended = await buildIndex(vault, path, {
      signal: Object.assign(new AbortController().signal, signal),
    }).then(
      () => true,
      () => false,
    )
    // A search answers the same over whatever there is.
    if (looks % 25 === 0) expect((await answers(vault)).found).toEqual(found)
    if (ended) break
  }
  expect((await checkIndex(vault, path)).problems).toEqual([])
}, 120_000)

test('damaged, of another version, of another vault or not an index at all, it is no index, and then made anew', async () => {
  const company = await threeNights()
  const vault = company.vault()
  const path = indexPath(company.vaultPath)
  const { found } = await answers(vault)
  const spoil: [name: string, (db: Database.Database) => void][] = [
    ['another version', db => db.exec(`UPDATE fact SET value = json_set(value, '$.format', 0)`)],
    ['another vault', db => db.exec(`UPDATE fact SET value = json_set(value, '$.snapshots."3"', 'ab')`)],
    ['lacks states', db => db.exec(`UPDATE fact SET value = json_set(value, '$.states', 1)`)],
    ['its facts are gone', db => db.exec('DELETE FROM fact')],
  ]
  for (const [name, change] of spoil) {
    await buildIndex(vault, path)
    const db = new Database(path)
    change(db)
    db.close()
    const answer = await answers(vault)
    expect([name, answer.found, answer.scanned > 0]).toEqual([name, found, true])
    await buildIndex(vault, path)
    expect([name, await answers(vault)]).toEqual([name, { found, scanned: 0 }])
  }
  writeFileSync(
    path,
    'not a database, but a text that is long enough to be taken for the head of one'.repeat(20),
  )
  expect((await search(vault, { ...UNLIMITED, texts: ['limit'] })).searched.indexDamage).toContain(
    'is damaged',
  )
  expect((await answers(vault)).found).toEqual(found)
  await buildIndex(vault, path)
  expect(await answers(vault)).toEqual({ found, scanned: 0 })
  // Whole at its head, and damaged behind it.
  const whole = readFileSync(path)
  const { length } = whole
  for (let page = 4096 * 3; page < length; page += 4096 * 2)
    whole.fill('x', page, Math.min(page + 4096, length))
  writeFileSync(path, whole)
  expect((await answers(vault)).found).toEqual(found)
  expect((await search(vault, { ...UNLIMITED, texts: ['limit'] })).searched.indexDamage).toContain(
    'is damaged',
  )
  rmSync(path)
  expect((await answers(vault)).found).toEqual(found)
  // What SQLite may not open.
  mkdirSync(path)
  expect((await search(vault, { ...UNLIMITED, texts: ['limit'] })).searched.indexDamage).toContain(path)
  expect((await answers(vault)).found).toEqual(found)
  await expect(buildIndex(vault, path)).rejects.toThrow(path)
})

test('a vault that was brought back from a copy and went on is not searched by what the other one had', async () => {
  const company = await threeNights()
  const copy = join(company.folder, 'copy')
  cpSync(company.vaultPath, copy, { recursive: true })
  await company.edit({ 'README.md': '# Welcome\n\nThe limit is 800.\n' })
  await company.backUp()
  await buildIndex(company.vault(), indexPath(company.vaultPath))
  const index = Buffer.from(new Database(indexPath(company.vaultPath), { readonly: true }).serialize())
  await company.edit({ 'README.md': '# Welcome\n\nThe limit is 900.\n' })
  await company.backUp({}, { env: { DOCVAULT_VAULT_PATH: copy } })
  writeFileSync(indexPath(copy), index)
  const { events } = await docvault(['find', 'limit is 900', '--json'], {
    env: { ...company.env, DOCVAULT_VAULT_PATH: copy },
  })
  expect(events.filter(event => event.message_type === 'match').map(({ kind }) => kind)).toEqual(['page'])
  const { events: gone } = await docvault(['find', 'limit is 800', '--json'], {
    env: { ...company.env, DOCVAULT_VAULT_PATH: copy },
  })
  expect(gone).toMatchObject([{ message_type: 'summary', matches: 0, indexed_until: null }])
})

test('after a prune the index has no text that the vault has not', async () => {
  const company = await threeNights()
  const run = (...args: string[]) =>
    docvault(args, { env: { ...company.env, DOCVAULT_RETENTION_UNDO: '0s' } })
  await run('index')
  const path = indexPath(company.vaultPath)
  expect(termsIn(path)).toContain('600')
  await run('forget', '1', '2', '--apply', '--expect', '2')
  const pruned = await run('prune', '--apply')
  expect(pruned.code).toBe(0)
  expect(termsIn(path)).not.toContain('600')
  expect(readBytes(path)).not.toContain('500')
  const vault = company.vault()
  expect((await checkIndex(vault, path)).problems).toEqual([])
  expect((await answers(vault)).scanned).toBe(0)
})

test('an index that lacks a text, or has one of a state that never had it, is found by its check', async () => {
  const company = await threeNights()
  const vault = company.vault()
  const path = indexPath(company.vaultPath)
  for (const [nouns, change] of [
    [['states'], 'DELETE FROM holder WHERE unit = (SELECT min(unit) FROM holder)'],
    [['states'], 'UPDATE holder SET resource = resource + 1000 WHERE unit = (SELECT max(unit) FROM holder)'],
    [['texts', 'states'], 'UPDATE unit SET key = key + 1 WHERE id = 1'],
    [['characters in a row'], 'DELETE FROM gram WHERE rowid = 1'],
  ] satisfies [string[], string][]) {
    removeIndex(path)
    await buildIndex(vault, path)
    const db = new Database(path)
    db.exec(change)
    db.close()
    const { problems } = await checkIndex(vault, path)
    expect([change, problems.map(problem => problem.split(':')[0])]).toEqual([change, nouns])
  }
})

test('a running snapshot is not searched, and its end is', async () => {
  const company = await threeNights()
  await buildIndex(company.vault(), indexPath(company.vaultPath))
  const until = new AbortController()
  await company.edit({ 'README.md': '# Welcome\n\nThe limit is 800.\n' })
  const cut = company.backUp(
    {},
    { signal: until.signal, report: event => event.type === 'done' && until.abort() },
  )
  await expect(cut).rejects.toThrow()
  const find = async (text: string) => [
    ...(await stoodBySearch(company.vault(), { texts: [text], kinds: ['page'] })).values(),
  ]
  expect(await find('limit is 700')).toEqual([[[3, 3]]])
  expect(await find('limit is 800')).toEqual([])
  expect((await buildIndex(company.vault(), indexPath(company.vaultPath))).through).toBe(3)
  await company.backUp()
  expect(await find('limit is 800')).toEqual([[[4, 4]]])
  expect((await buildIndex(company.vault(), indexPath(company.vaultPath))).through).toBe(4)
})

test('what is damaged is counted, searched when it is whole again, and then indexed', async () => {
  const company = await threeNights()
  const vault = company.vault()
  const path = indexPath(company.vaultPath)
  const { found } = await answers(vault)
  const catalog = new Database(join(company.vaultPath, 'catalog.db'))
  const block = catalog.prepare<[], { id: number; data: Buffer }>(
    'SELECT id, data FROM block WHERE data IS NOT NULL ORDER BY length(data) DESC LIMIT 1',
  )
  const damage = catalog.prepare<[Buffer, number]>('UPDATE block SET data = ? WHERE id = ?')
  const whole = block.get()
  if (whole === undefined) throw new Error('there is no block')
  damage.run(Buffer.alloc(whole.data.length), whole.id)
  const find = () => search(company.vault(), { ...UNLIMITED, texts: ['e'] })
  expect((await find()).searched.damaged).toBeGreaterThan(0)
  const { unreadable } = await buildIndex(company.vault(), path)
  expect(unreadable).toBeGreaterThan(0)
  expect((await find()).searched).toMatchObject({ damaged: unreadable, scanned: unreadable })
  // What the vault could not read is no fault of the index, neither before it is mended nor after.
  expect((await checkIndex(company.vault(), path)).problems).toEqual([])
  damage.run(whole.data, whole.id)
  expect((await checkIndex(company.vault(), path)).problems).toEqual([])
  expect((await answers(company.vault())).found).toEqual(found)
  expect(await buildIndex(company.vault(), path)).toMatchObject({ states: unreadable, unreadable: 0 })
  expect(await answers(company.vault())).toEqual({ found, scanned: 0 })
  damage.run(Buffer.alloc(whole.data.length), whole.id)
  catalog.close()
  // That is no fault of the index, which says what the vault said.
  await expect(checkIndex(company.vault(), path)).rejects.toThrow(/^of \d+ states the vault cannot read/)
})

function termsIn(path: string): string[] {
  const db = openIndex(path)
  try {
    return db?.prepare<[], string>('SELECT term FROM gram_term').pluck().all() ?? []
  } finally {
    db?.close()
  }
}

function readBytes(path: string): string {
  expect(statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0).toBe(0)
  return new Database(path, { readonly: true }).serialize().toString('latin1')
}

test('each character of a text begins some trigram of what is indexed', () => {
  const indexed = [...indexedForm(['ab', 'é'])]
  const begins = new Set(indexed.slice(0, -2).map((_, at) => indexed.slice(at, at + 3).join('')))
  for (const part of ['a', 'ab', 'b', normalForm('é')])
    expect([...begins].some(trigram => trigram.startsWith(part))).toBe(true)
})
