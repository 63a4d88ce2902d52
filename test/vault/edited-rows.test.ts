/** A catalog that somebody edited: refused before anything is built on it, mended where that is safe, named by a check. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { DamageFound } from '../../src/model/errors.ts'
import { checkVaultAt } from '../../src/vault/check-vault-at.ts'
import { openLedger } from '../../src/vault/ledger.ts'
import { openVaultForWriting } from '../../src/vault/vault.ts'
import { newVault, ORGANIZATION, rejection, seal, writeScope } from './fixture.ts'

async function closedVault(): Promise<string> {
  const { vault, path } = await newVault()
  const writer = vault.begin(ORGANIZATION, 'test')
  await writeScope(writer, null, 'space', { a: 'one' })
  await seal(writer)
  await vault.close()
  return path
}

function alter(path: string, sql: string): void {
  const db = new Database(join(path, 'catalog.db'))
  db.pragma('foreign_keys = OFF')
  db.exec(sql)
  db.close()
}

async function told(path: string): Promise<string[]> {
  const found: string[] = []
  for await (const { code, message } of checkVaultAt(path)) found.push(`${code}: ${message}`)
  return found
}

test.each([
  ['snapshot', 'UPDATE snapshot SET bytes = 7'],
  ['term', `UPDATE term SET text = 'page' WHERE text = 'space'`],
  ['organization', `UPDATE organization SET platform_id = 'another'`],
])('no backup begins on a table %s that was edited', async (table, sql) => {
  const path = await closedVault()
  alter(path, sql)
  const vault = await openVaultForWriting(path)
  const error = await rejection(() => vault.begin(ORGANIZATION, 'test'))
  expect(error).toBeInstanceOf(DamageFound)
  expect(String(error)).toContain(`table ${table}`)
  expect([...vault.snapshots()].map(one => one.state)).toEqual(['complete'])
  await vault.close()
})

async function vaultOfNights(): Promise<string> {
  const { vault, path } = await newVault()
  for (const state of ['one', 'two', 'three']) {
    const writer = vault.begin(ORGANIZATION, 'test')
    await writeScope(writer, null, 'space', { a: state })
    await seal(writer)
  }
  await vault.close()
  return path
}

test.each([
  ['edited', 'UPDATE snapshot SET bytes = 7 WHERE id = 3'],
  ['gone', 'DELETE FROM snapshot WHERE id = 3'],
  ['no longer sealed', `UPDATE snapshot SET state = 'running' WHERE id = 3`],
])('no backup begins where the newest snapshot is %s', async (_what, sql) => {
  const path = await vaultOfNights()
  alter(path, sql)
  // That it is gone is seen when the vault is opened.
  const error = await rejection(async () => (await openVaultForWriting(path)).begin(ORGANIZATION, 'test'))
  expect(error).toBeInstanceOf(DamageFound)
})

test('a snapshot of long ago that was edited keeps no night from being backed up, and is named by a check', async () => {
  const path = await vaultOfNights()
  alter(path, 'UPDATE snapshot SET bytes = 7 WHERE id = 1')
  const vault = await openVaultForWriting(path)
  const writer = vault.begin(ORGANIZATION, 'test')
  await writeScope(writer, null, 'space', { a: 'four' })
  expect((await seal(writer)).snapshot).toBe(4)
  await vault.close()
  expect((await told(path)).join()).toContain('table snapshot, id 1')
})

test('an index that is gone is made again, a table that is gone is not', async () => {
  const path = await closedVault()
  alter(path, 'DROP INDEX version_since')
  expect(await told(path)).toEqual(['schema-changed: index version_since is missing'])
  await (await openVaultForWriting(path)).close()
  expect(await told(path)).toEqual([])
  alter(path, 'DROP TABLE gap')
  const error = await rejection(() => openVaultForWriting(path))
  expect(error).toBeInstanceOf(DamageFound)
  expect(String(error)).toContain('table gap is missing')
})

test('what is not of the schema is named, and not opened for writing', async () => {
  const path = await closedVault()
  alter(path, 'CREATE TRIGGER quiet AFTER INSERT ON gap BEGIN DELETE FROM gap; END')
  expect(await told(path)).toEqual([`schema-changed: trigger quiet is not docvault's`])
  expect(await rejection(() => openVaultForWriting(path))).toBeInstanceOf(DamageFound)
})

test('a catalog that cannot be opened is checked all the same, and what stops it is named first', async () => {
  const path = await closedVault()
  rmSync(join(path, 'catalog.db'))
  const [first] = await told(path)
  expect(first).toMatch(/^catalog-damaged: /)
})

test.each([
  [
    'an entry taken out of the ledger',
    'DELETE FROM ledger WHERE id = 2',
    ['entry 2 of the ledger is missing'],
  ],
  [
    'an entry of the ledger with another text',
    `UPDATE ledger SET body = 'forged' WHERE id = 2`,
    ['entry 2 of the ledger is not as it was written'],
  ],
  [
    'an entry of the ledger that was forged with its hash',
    `UPDATE ledger SET previous = zeroblob(32) WHERE id = 3`,
    [
      'entry 3 of the ledger does not follow the one before it',
      'entry 3 of the ledger is not as it was written',
    ],
  ],
])('%s is found', async (_, sql, expected) => {
  const path = await closedVault()
  const ledger = openLedger(path, 'append')
  for (const text of ['one', 'two', 'three'])
    ledger.append({ body: number => `${number} ${text}`, sign: null })
  expect([...ledger.entries()].map(one => one.body)).toEqual(['1 one', '2 two', '3 three'])
  ledger.close()
  const broken = async () => (await told(path)).filter(one => one.startsWith('ledger-broken'))
  expect(await broken()).toEqual([])
  alter(path, `DROP TRIGGER ledger_keeps; DROP TRIGGER ledger_stays; ${sql}`)
  expect(await broken()).toEqual(expected.map(one => `ledger-broken: ${one}`))
})
