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
import { compactedVault, copyOf, rowsIn, zeroPage } from './broken/vaults.ts'
import { findings } from './fixture.ts'

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

function alter(path: string, sql: string): void {
  const db = new Database(join(path, 'catalog.db'))
  try {
    db.pragma('foreign_keys = OFF')
    db.exec(sql)
  } finally {
    db.close()
  }
}
