import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { normalForm } from '../../src/model/normal-form.ts'
import { buildIndex } from '../../src/search/index/build.ts'
import { checkIndex } from '../../src/search/index/check.ts'
import { indexPath, openIndex, removeIndex } from '../../src/search/index/database.ts'
import { indexedForm } from '../../src/search/index/read-states.ts'
import { decodePack, encodePack, type StoredPack, type UnitCopy } from '../../src/search/index/text-copy.ts'
import type { FindRequest } from '../../src/search/query/request.ts'
import { search } from '../../src/search/query/search.ts'
import { openVault, type Vault } from '../../src/vault/vault.ts'
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

test('what is told of a match is the same by an index and by the vault', async () => {
  const company = await makeCompany({ comments: 4, changeRequests: 2 })
  const scripts =
    'Ελλάς ΟΔΟΣ, Straße, ﬁn, İstanbul is \u212a, cafe\u0301, 資料庫 索引, ｱｲｳ ﾊﾟ, עברית, हिन्दी, 👩‍👩‍👧 ❤️ 𝒶limit'
  for (const limit of [500, 600, 500])
    for (const words of [scripts, [...scripts].reverse().join('')]) {
      await company.edit({ 'README.md': `# Welcome\n\nThe **limit** is ${limit}.\n\n* ${words}\n* once\n` })
      await company.backUp()
    }
  const vault = company.vault()
  const ask = async () => {
    const told = []
    for (const context of [0, 3, 60]) {
      for (const [texts, how] of REQUESTS) {
        const { matches, searched } = await search(vault, { ...UNLIMITED, context, texts, ...how })
        told.push({ texts, how, matches, damaged: searched.damaged })
      }
    }
    return told
  }
  const read = await ask()
  expect(read.filter(({ matches }) => matches.length === 0).map(({ texts }) => texts)).toEqual([])
  await buildIndex(vault, indexPath(company.vaultPath))
  expect(await ask()).toEqual(read)
})

const REQUESTS: [string[], Partial<FindRequest>][] = [
  [['limit'], {}],
  [['limit is 5'], {}],
  [['e', 'limit'], {}],
  [['ΟΔΟΣ'], {}],
  [['i̇stanbul'], {}],
  [['is k'], {}],
  [['料'], {}],
  [['👩‍👩‍👧'], {}],
  [['limit'], { without: ['600'] }],
  [['limit'], { word: true }],
  [['The limit'], { matchCase: true }],
  [['^Welc.me$'], { regex: true }],
  [['[56]00\\.'], { regex: true }],
  [['.'], { regex: true, without: ['資料'] }],
  [['once'], { standing: 'now' }],
]

test('interrupted at every look at its signal, the next one goes on to the same index', async () => {
  const company = await threeNights()
  const vault = company.vault()
  const path = indexPath(company.vaultPath)
  const { found } = await answers(vault)
  for (let looks = 0; ; looks++) {
    const ended = await buildIndex(vault, path, { signal: abortedAfter(looks) }).then(
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

test('a copy that is not what the vault has is found by the check, one that cannot be read by every search', async () => {
  const company = await threeNights()
  const vault = company.vault()
  const path = indexPath(company.vaultPath)
  const { found } = await answers(vault)
  for (const [problem, change] of [
    [
      'copies: the text',
      (pack: Buffer) => Buffer.from(pack.toString('latin1').replace('limit', 'timil'), 'latin1'),
    ],
    [`${path} is damaged: copies of texts cannot be decompressed`, null],
  ] as const) {
    removeIndex(path)
    await buildIndex(vault, path)
    const db = new Database(path)
    for (const pack of db.prepare<[], StoredPack & { id: number }>(PACKS).all()) {
      const folded = Buffer.from(pack.folded)
      folded.fill(0xff, folded.length - 40)
      const changed =
        change === null ? { ...pack, folded } : encodePack(decodePack(pack).map(changedBy(change)), 3)
      db.prepare('UPDATE pack SET folded = ?, shown = ? WHERE id = ?').run(
        changed.folded,
        changed.shown,
        pack.id,
      )
    }
    db.close()
    expect((await checkIndex(vault, path)).problems.join()).toContain(problem)
    if (change !== null) continue
    expect((await search(vault, { ...UNLIMITED, texts: ['limit'] })).searched.indexDamage).toContain(problem)
    expect((await answers(vault)).found).toEqual(found)
  }
})

const PACKS = 'SELECT id, folded, folded_bytes AS foldedBytes, shown FROM pack'

function changedBy(change: (text: Buffer) => Buffer): (unit: UnitCopy) => UnitCopy {
  return unit => ({ ...unit, fields: unit.fields.map(copy => ({ ...copy, folded: change(copy.folded) })) })
}

test('what a killed index took out is gone from its copies after the next one', async () => {
  const company = await threeNights()
  const run = (...args: string[]) =>
    docvault(args, { env: { ...company.env, DOCVAULT_RETENTION_UNDO: '0s' } })
  const path = indexPath(company.vaultPath)
  await run('index')
  const before = readFileSync(path)
  await run('forget', '1', '2', '--apply', '--expect', '2')
  expect((await run('prune', '--apply')).code).toBe(0)
  for (let looks = 0, isDone = false; !isDone; looks++) {
    const copy = join(company.folder, `copy-${looks}`)
    cpSync(company.vaultPath, copy, { recursive: true })
    writeFileSync(indexPath(copy), before)
    expect(copiesIn(indexPath(copy))).toContain('limit is 600')
    const vault = openVault(copy)
    isDone = await buildIndex(vault, indexPath(copy), { signal: abortedAfter(looks) }).then(
      () => true,
      () => false,
    )
    await buildIndex(vault, indexPath(copy))
    vault.close()
    expect(copiesIn(indexPath(copy))).not.toContain('limit is 600')
  }
}, 60_000)

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

test('what another one writes, or prunes, while an index is compared is no fault of it', async () => {
  const company = await threeNights()
  const path = indexPath(company.vaultPath)
  const catalog = new Database(join(company.vaultPath, 'catalog.db'))
  onTestFinished(() => void catalog.close())
  const contents = 'UPDATE block SET data = '
  catalog.exec('CREATE TABLE kept AS SELECT id, data FROM block WHERE data IS NOT NULL')
  catalog.exec(`${contents} x'00' WHERE data IS NOT NULL`)
  expect((await buildIndex(company.vault(), path)).unreadable).toBeGreaterThan(0)
  catalog.exec(`${contents} (SELECT data FROM kept WHERE kept.id = block.id) WHERE data IS NOT NULL`)
  catalog.exec('DROP TABLE kept')
  const whileCompared = (...command: string[]) => {
    const run = once(() => runNow(company, command))
    return checkIndex(
      company.vault(),
      path,
      Object.assign(new AbortController().signal, { throwIfAborted: run }),
    )
  }
  expect(await whileCompared('index')).toMatchObject({ problems: [], stale: null })
  expect((await checkIndex(company.vault(), path)).texts).toBeGreaterThan(0)
  runNow(company, ['forget', '1', '2', '--apply', '--expect', '2'])
  expect(await whileCompared('prune', '--apply')).toMatchObject({
    problems: [],
    stale: expect.stringContaining('pruned while'),
  })
  expect(await checkIndex(company.vault(), path)).toMatchObject({ problems: [], stale: null })
})

function once(work: () => void): () => void {
  const left = [work]
  return () => left.pop()?.()
}

/** Nothing else in this process goes on meanwhile. */
function runNow(company: Company, command: readonly string[]): void {
  const launcher = resolve(import.meta.dirname, '../../bin/docvault')
  const { status, stderr } = spawnSync(launcher, command, {
    env: { PATH: process.env.PATH, ...company.env, DOCVAULT_RETENTION_UNDO: '0s' },
  })
  expect([status, stderr.toString()]).toEqual([0, ''])
}

function abortedAfter(looks: number): AbortSignal {
  let left = looks
  return Object.assign(new AbortController().signal, {
    throwIfAborted() {
      if (left-- <= 0) throw new Error('stop')
    },
  })
}

/** Whatever lies in any pack. */
function copiesIn(path: string): string {
  const db = new Database(path, { readonly: true })
  try {
    return db
      .prepare<[], StoredPack>(PACKS)
      .all()
      .flatMap(decodePack)
      .flatMap(({ fields }) => fields.map(({ folded }) => folded.toString()))
      .join(' ')
  } finally {
    db.close()
  }
}

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
