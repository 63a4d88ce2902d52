/** Rows that a failing disk altered, took or made up, where SQLite does not notice: from another catalog they are as they were. */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import {
  openVault,
  openVaultForWriting,
  otherCatalog,
  planRepairAt,
  soundSinceAt,
} from '../../src/vault/vault.ts'
import { compactedVault, copyOf, rowsIn, withCatalog, zeroPage } from './broken/vaults.ts'
import { findings, ORGANIZATION, seal, temporaryFolder, writeScope } from './fixture.ts'

const acting = { by: 'ada', note: (act: object) => ({ body: () => JSON.stringify(act), sign: null }) }

const DAMAGES: readonly [what: string, sql: string][] = [
  ['altered', `UPDATE resource SET platform_id = platform_id || 'x' WHERE id = 3`],
  [
    'altered in two tables',
    'UPDATE version SET content = 1 WHERE resource = 4; UPDATE snapshot SET title = 1',
  ],
  ['taken', 'DELETE FROM part WHERE resource IN (SELECT resource FROM part LIMIT 40)'],
  ['made up', `INSERT INTO term (text) VALUES ('made up')`],
  ['altered, with its hash left alone', `UPDATE read_mark SET token = 'x' WHERE anchor = 1`],
]

test.each(DAMAGES)('a row that was %s', async (_what, sql) => {
  const sound = await compactedVault()
  const rows = rowsIn(sound)
  const others = [otherCatalog(copyOf(sound), 'another')]
  const path = copyOf(sound)
  alter(path, sql)
  expect(rowsIn(path)).not.toEqual(rows)
  const alone = await planRepairAt(path, {})
  expect(alone.left).toBeGreaterThan(0)
  const plan = await planRepairAt(path, { others })
  // What a plan tried is not yet so, and what is kept for this damage must not go.
  expect(soundSinceAt(path)).toBe(null)
  const vault = await openVaultForWriting(path, { asFound: true })
  const report = await vault.repair({ acting, others })
  expect(report).toMatchObject({ remedies: plan.remedies, lost: 0, left: 0 })
  expect(report.remedies.every(({ action }) => action === 'rebuild')).toBe(true)
  expect(await findings(vault)).toEqual([])
  await vault.close()
  expect(rowsIn(path)).toEqual(rows)
})

test('rows that neither side has as they were written: what they are of is told, and nothing is changed', async () => {
  const sound = await compactedVault()
  const older = copyOf(sound)
  const path = copyOf(sound)
  for (const folder of [older, path]) alter(folder, `UPDATE resource SET platform_id = 'x' WHERE id = 3`)
  const vault = await openVaultForWriting(path, { asFound: true })
  const report = await vault.repair({ acting, others: [otherCatalog(older, 'run 7 of there')] })
  await vault.close()
  expect(report.kept).toBe(null)
  expect(report.left).toBeGreaterThan(0)
  expect(report.remedies[0]?.words).toMatch(
    /^was left as it is: table resource, ids 0 to 1023: .* run 7 of there/,
  )
})

test('of a vault whose newest snapshot cannot be read a repair alone may ask who writes to it', async () => {
  const path = copyOf(await compactedVault())
  const db = new Database(join(path, 'catalog.db'), { readonly: true })
  const pages = db.prepare<[], number>(`SELECT pageno FROM dbstat WHERE name = 'snapshot'`).pluck().all()
  db.close()
  for (const page of pages) zeroPage(path, page)
  expect(() => openVault(path)).toThrow('the catalog is damaged')
  const vault = openVault(path, { asFound: true })
  expect(vault.heldBy(Date.now())).toBe(null)
  vault.close()
})

test('counts that cannot be read, without another catalog: they are made of the rows, which is said', async () => {
  const { before: path } = await prunedVault()
  const rows = rowsIn(path)
  const tally = leavesOf(path, ['tally'])
  expect(tally.length).toBeGreaterThan(2)
  const saidOf: string[] = []
  for (const page of tally) {
    const damaged = copyOf(path)
    zeroPage(damaged, page)
    const unproved = [...lostCounts(path, damaged)].filter(table => !PROVED.includes(table))
    const plan = await planRepairAt(damaged, {})
    const vault = await openVaultForWriting(damaged, { asFound: true })
    const report = await vault.repair({ acting })
    expect(report).toMatchObject({ remedies: plan.remedies, lost: 0, left: 0 })
    expect(await findings(vault)).toEqual([])
    await vault.close()
    expect(rowsIn(damaged)).toEqual(rows)
    const [words, entry] = [report.remedies[0]?.words ?? '', lastEntry(damaged)]
    const said = [/proved, but for those of ([^:]*):/.exec(words), /counts of (.*) were lost/.exec(entry)]
    for (const tables of said) expect((tables?.[1]?.split(', ') ?? []).sort()).toEqual(unproved.sort())
    saidOf.push(...unproved)
  }
  expect(saidOf).toEqual(expect.arrayContaining(['content', 'term']))
})

test.each([
  ['a page with rows', 'before', (path: string) => zeroPage(path, leavesOf(path, ['version'])[1] ?? 0)],
  [
    'a version that was altered',
    'before',
    (path: string) => alter(path, 'UPDATE version SET content = 1 WHERE since = 9'),
  ],
  ['an entry of the ledger that was altered', 'path', alterEntry],
] as const)(
  'counts that cannot be read, and %s, without another catalog: nothing is changed',
  async (_what, which, damage) => {
    const { [which]: path } = await prunedVault()
    for (const page of leavesOf(path, ['tally'])) {
      const damaged = copyOf(path)
      damage(damaged)
      zeroPage(damaged, page)
      const vault = await openVaultForWriting(damaged, { asFound: true })
      const report = await vault.repair({ acting })
      await vault.close()
      expect(report.left).toBeGreaterThan(0)
      expect(report.kept).toBe(null)
    }
  },
)

test('counts that cannot be read, with a copy of before a prune: nothing that was pruned comes back', async () => {
  const { path, before } = await prunedVault()
  const rows = rowsIn(path)
  const pages = leavesOf(path, ['version', 'ledger'])
  const tally = leavesOf(path, ['tally'])
  expect(tally.length).toBeGreaterThan(2)
  let refused = 0
  for (const page of tally)
    for (const other of pages) {
      const damaged = copyOf(path)
      for (const zeroed of new Set([page, other])) zeroPage(damaged, zeroed)
      const repaired = await openVaultForWriting(damaged, { asFound: true })
      const older = await repaired.repair({ acting, others: [otherCatalog(before, 'before')] })
      if (older.left > 0) {
        refused++
        expect(older.kept).toBe(null)
        const now = await repaired.repair({ acting, others: [otherCatalog(path, 'now')] })
        expect(now).toMatchObject({ left: 0 })
      }
      await repaired.close()
      expect(rowsIn(damaged)).toEqual(rows)
    }
  expect(refused).toBeGreaterThan(0)
})

test.each(['none', 'older', 'now'] as const)(
  'notes that cannot be read, with %s other catalog: none is older than what was noted',
  async which => {
    const { path, older } = await notedVault()
    const rows = rowsIn(path)
    const [marks, facts] = [leavesOf(path, ['read_mark']), leavesOf(path, ['fact'])]
    for (const page of leavesOf(path, NOTES)) {
      const damaged = copyOf(path)
      zeroPage(damaged, page)
      const vault = await openVaultForWriting(damaged, { asFound: true })
      const others = { none: [], older: [otherCatalog(older, 'older')], now: [otherCatalog(path, 'now')] }
      const report = await vault.repair({ acting, others: others[which] })
      await vault.close()
      if (report.left > 0) {
        expect([which, marks.includes(page), report.kept]).toEqual([
          which === 'now' ? 'none' : which,
          true,
          null,
        ])
        continue
      }
      const said = withCatalog(damaged, db => db.prepare('SELECT body FROM ledger').pluck().all().join())
      expect(report).toMatchObject({ left: 0, lost: 0 })
      const mended = rowsIn(damaged)
      for (const [table, own] of rows) {
        if (!NOTES.includes(table)) expect(mended.get(table)).toEqual(own)
        expect(own).toEqual(expect.arrayContaining(mended.get(table) ?? []))
      }
      const isWhole = NOTES.every(table => mended.get(table)?.length === rows.get(table)?.length)
      const hasOthers = which === 'now' && facts.includes(page)
      for (const text of [report.remedies[0]?.words, said]) {
        expect([page, text?.includes('; left out: ')]).toEqual([page, !isWhole])
        expect([page, text?.includes(' are as they were there')]).toEqual([page, hasOthers])
      }
      if (which === 'now')
        for (const table of ['fact', 'read_mark']) expect(mended.get(table)).toEqual(rows.get(table))
    }
  },
)

test('read marks of which not even the number can be read come from a catalog of now, or nothing is changed', async () => {
  const { path, older } = await notedVault()
  const rows = rowsIn(path)
  for (const mark of leavesOf(path, ['read_mark']))
    for (const count of leavesOf(path, ['tally'])) {
      const damaged = copyOf(path)
      for (const page of [mark, count]) zeroPage(damaged, page)
      const vault = await openVaultForWriting(damaged, { asFound: true })
      expect(await vault.repair({ acting, others: [otherCatalog(older, 'older')] })).toMatchObject({
        kept: null,
      })
      expect(await vault.repair({ acting, others: [otherCatalog(path, 'now')] })).toMatchObject({ left: 0 })
      await vault.close()
      expect(rowsIn(damaged)).toEqual(rows)
    }
})

const NOTES = ['fact', 'read_mark', 'body']

/** Facts, read marks and bodies on several pages, and the vault as it was a few nights before. */
async function notedVault(): Promise<{ path: string; older: string }> {
  const path = join(temporaryFolder(), 'vault')
  let older = path
  for (let night = 1; night <= 5; night++) {
    if (night === 4) older = copyOf(path)
    const vault = await openVaultForWriting(path)
    const writer = vault.begin(ORGANIZATION, 'test')
    const names = Array.from({ length: 30 }, (_, space) => [`s${space}`, 'space'])
    const spaces = await writeScope(writer, null, 'space', Object.fromEntries(names))
    for (const [id, space] of spaces) {
      const isRead = (id.length + night) % 2 === 0
      if (isRead) await writeScope(writer, space, 'page', { page: `night ${night}` }, `token ${night}`)
      await writer.putBody(
        space,
        { key: `of night ${night}`, name: 'markdown' },
        Buffer.from(`${id} ${night}`),
      )
    }
    await seal(writer)
    for (let fact = 0; fact < 60; fact++) vault.setFact(`${'fact '.repeat(10)}${fact}`, `night ${night}`)
    await vault.close()
  }
  return { path, older }
}

/** Of these the seals prove every row, or the digests of contents. */
const PROVED = ['snapshot', 'version', 'part', 'gap', 'scope_digest', 'block']

/** Tables of which a count cannot be read any more. */
function lostCounts(sound: string, damaged: string): Set<string> {
  const names = withCatalog(sound, db =>
    db.prepare<[], { name: string; part: number }>('SELECT name, part FROM tally').all(),
  )
  return withCatalog(damaged, db => {
    const read = db.prepare<[string, number]>('SELECT rows FROM tally WHERE name = ? AND part = ?')
    return new Set(names.flatMap(({ name, part }) => (isRead(() => read.get(name, part)) ? [] : [name])))
  })
}

function isRead(read: () => unknown): boolean {
  try {
    return read() !== undefined
  } catch {
    return false
  }
}

function lastEntry(path: string): string {
  return withCatalog(path, db => String(db.prepare('SELECT body FROM ledger ORDER BY id DESC').pluck().get()))
}

/** Enough for several pages of counts. */
const NIGHTS = 120

/** A vault of which all but three nights were pruned, and a copy of before. */
async function prunedVault(): Promise<{ path: string; before: string }> {
  const path = join(temporaryFolder(), 'vault')
  const vault = await openVaultForWriting(path)
  for (let night = 1; night <= NIGHTS; night++) {
    const writer = vault.begin(ORGANIZATION, 'test')
    const space = (await writeScope(writer, null, 'space', { s: 'space' })).get('s') ?? 0
    await writeScope(writer, space, 'page', { kept: 'kept', edited: `night ${night}` })
    await seal(writer)
  }
  await vault.close()
  const before = copyOf(path)
  const pruning = await openVaultForWriting(path)
  const goes = Array.from({ length: NIGHTS - 3 }, (_, index) => index + 1)
  pruning.annotations(acting).forget(goes, { policy: 'test', plan: 'test' })
  await pruning.prune({ undoMs: 0 })
  await pruning.close()
  return { path, before }
}

/** Of each table the first leaf, one in the middle, and the last. */
function leavesOf(path: string, tables: readonly string[]): number[] {
  return withCatalog(path, db => {
    const leaves = db
      .prepare<[string], number>(
        `SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY path`,
      )
      .pluck()
    return tables.flatMap(table => {
      const all = leaves.all(table)
      return [...new Set([all.at(0), all.at(all.length / 2), all.at(-1)])].filter(page => page !== undefined)
    })
  })
}

function alterEntry(path: string): void {
  withCatalog(path, db => {
    const guards = db
      .prepare<[], { name: string; sql: string }>(
        `SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'ledger'`,
      )
      .all()
    for (const { name } of guards) db.exec(`DROP TRIGGER "${name}"`)
    db.exec(`UPDATE ledger SET body = '{}'`)
    for (const { sql } of guards) db.exec(sql)
  })
}

function alter(path: string, sql: string): void {
  const db = new Database(join(path, 'catalog.db'))
  try {
    db.pragma('foreign_keys = OFF')
    db.exec(sql)
  } finally {
    db.close()
  }
}
