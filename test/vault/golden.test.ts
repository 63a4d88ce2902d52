/** Vaults that docvault made in the past: what is in them stays readable, provable and the base of what comes. */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { digestOf } from '../../src/model/digest.ts'
import { DamageFound, VaultUnusable } from '../../src/model/errors.ts'
import { MIGRATIONS } from '../../src/vault/catalog/schema.ts'
import { openLedger } from '../../src/vault/ledger.ts'
import { openVault, openVaultForWriting, type Vault } from '../../src/vault/vault.ts'
import { findings, rejection, seal, writeScope } from './fixture.ts'
import { FILE, FILE_BYTES, GOLDEN, NIGHTS, SPACE } from './golden/organization.ts'
import { FORMATS, unpackGolden } from './golden/unpack.ts'

test('there is a golden vault of every format before the one of this code', () => {
  const past = Array.from({ length: MIGRATIONS.length - 1 }, (_, index) => index + 1)
  expect(FORMATS, 'how to make one: test/vault/golden/README.md').toEqual(expect.arrayContaining(past))
})

describe.each(FORMATS)('a vault of format %i', format => {
  test('is not read before it is upgraded, and says how it is', () => {
    const path = unpackGolden(format)
    if (format === MIGRATIONS.length) return openVault(path).close()
    expect(() => openVault(path)).toThrow(VaultUnusable)
    expect(() => openVault(path)).toThrow(/older docvault/)
  })

  test('holds every page, file, member and gap of both nights after its upgrade', async () => {
    const path = unpackGolden(format)
    const vault = await openVaultForWriting(path)
    for (const [index, night] of NIGHTS.entries()) {
      const snapshot = index + 1
      expect(textsIn(vault, snapshot)).toEqual(
        Object.fromEntries(Object.entries(night.pages).map(([id, { text }]) => [id, text])),
      )
      const [file] = vault.find(snapshot, 'file', FILE)
      expect(file?.parts.map(part => vault.read(part.content))).toEqual([FILE_BYTES])
    }
    expect(membersIn(vault, 2)).toEqual(NIGHTS[0].members)
    expect(vault.resolve('2')).toMatchObject({
      state: 'partial',
      gaps: [{ kind: 'member', class: 'refused' }],
    })
    await vault.close()
  })

  test('is sound, keeps its digests, and the next backup goes on from it', async () => {
    const path = unpackGolden(format)
    const before = digestsOf(path)
    expect(before).toHaveLength(2)
    const vault = await openVaultForWriting(path)
    expect(await damageIn(vault)).toEqual([])
    const writer = vault.begin(GOLDEN, 'test')
    expect(writer.base).toBe(2)
    await writeScope(writer, null, 'space', { [SPACE]: 'Handbook, second edition' })
    const sealed = await seal(writer)
    expect(sealed).toMatchObject({ snapshot: 3, modified: 1, previous: before[1] })
    expect(Object.keys(textsIn(vault, 3))).toEqual(Object.keys(textsIn(vault, 2)))
    await vault.close()
    expect(digestsOf(path).slice(0, 2)).toEqual(before)
    const reader = openVault(path)
    expect(await damageIn(reader)).toEqual([])
    reader.close()
  })

  test('stores what differs little as a delta, what is large as a file, and has its ledger', async () => {
    const path = unpackGolden(format)
    const db = new Database(join(path, 'catalog.db'), { readonly: true })
    const count = (sql: string) => db.prepare(`SELECT count(*) FROM block WHERE ${sql}`).pluck().get()
    expect(count('base IS NOT NULL')).toBeGreaterThan(0)
    expect(count('data IS NULL')).toBe(1)
    db.close()
    await (await openVaultForWriting(path)).close()
    const ledger = openLedger(path, 'read')
    expect([...ledger.entries()].map(entry => entry.number)).toEqual(format < 3 ? [] : [1])
    ledger.close()
  })
})

test('a page that is altered in an old vault is told after its upgrade, too', async () => {
  const path = unpackGolden(FORMATS[0] ?? 1)
  const db = new Database(join(path, 'catalog.db'))
  db.exec('UPDATE block SET data = zeroblob(length(data)) WHERE data IS NOT NULL')
  db.close()
  const vault = await openVaultForWriting(path)
  expect((await findings(vault)).map(one => one.code)).toContain('content-damaged')
  await vault.close()
})

test.each([
  ['a row that was edited', `UPDATE snapshot SET requests = 7`, 'table snapshot'],
  ['a table that is gone', `DROP TABLE read_mark`, 'table read_mark'],
])('%s is not believed by an upgrade, which then changes nothing', async (_, sql, words) => {
  const path = unpackGolden(6)
  const db = new Database(join(path, 'catalog.db'))
  db.pragma('foreign_keys = OFF')
  db.exec(sql)
  const error = await rejection(() => openVaultForWriting(path))
  expect(error).toBeInstanceOf(DamageFound)
  expect(String(error)).toContain(words)
  expect(db.pragma('user_version', { simple: true })).toBe(6)
  db.close()
})

async function damageIn(vault: Vault): Promise<string[]> {
  const found = await findings(vault)
  return found.filter(one => one.severity === 'damage').map(one => `${one.code}: ${one.message}`)
}

function textsIn(vault: Vault, snapshot: number): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const page of vault.resources(snapshot, { kind: 'page' })) {
    const body = page.parts.find(part => part.name === 'markdown')
    const bytes = vault.read(body?.content ?? 0)
    expect(digestOf(bytes)).toBe(body?.digest)
    texts[page.id] = bytes.toString()
  }
  return texts
}

function membersIn(vault: Vault, snapshot: number): Record<string, unknown> {
  const members: Record<string, unknown> = {}
  for (const member of vault.resources(snapshot, { kind: 'member' })) {
    const json = vault.readJson(member)
    members[member.id] = typeof json === 'object' && json !== null && 'role' in json ? json.role : null
  }
  return members
}

function digestsOf(path: string): string[] {
  const db = new Database(join(path, 'catalog.db'), { readonly: true })
  const digests = db.prepare<[], string>('SELECT lower(hex(digest)) FROM snapshot ORDER BY id').pluck().all()
  db.close()
  return digests
}
