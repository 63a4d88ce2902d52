import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { DamageFound } from '../../src/model/errors.ts'
import { checkVaultAt, openVault } from '../../src/vault/vault.ts'
import { findings, itemOf, newVault, ORGANIZATION, seal, writeScope } from './fixture.ts'

async function vaultWithPages() {
  const { vault, path } = await newVault()
  const writer = vault.begin(ORGANIZATION, 'test')
  const space = (await writeScope(writer, null, 'space', { s1: 'space' })).get('s1') ?? 0
  const large = await writer.put(randomBytes(200_000))
  const scope = writer.scope(space, 'page')
  await scope.add({ ...itemOf('p1', 'small page'), parts: [] })
  await scope.add({ ...itemOf('p2', 'page with a file'), parts: [{ name: 'bytes', content: large.content }] })
  await scope.finish({ token: null, exact: true })
  await seal(writer)
  await vault.close()
  return { path, large }
}

function alter(path: string, sql: string): void {
  const db = new Database(join(path, 'catalog.db'))
  db.pragma('foreign_keys = OFF')
  db.pragma('ignore_check_constraints = ON')
  db.exec(sql)
  db.close()
}

function tablesOf(path: string): string[] {
  const db = new Database(join(path, 'catalog.db'), { readonly: true })
  const sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
  const names = db.prepare<[], { name: string }>(sql).all()
  db.close()
  return names.map(({ name }) => name)
}

function fileOf(path: string): string {
  const [name] = readdirSync(join(path, 'files'), { recursive: true, encoding: 'utf8' }).filter(
    one => one.length > 60,
  )
  return join(path, 'files', name ?? '')
}

async function codes(path: string, readData = true): Promise<string[]> {
  const vault = openVault(path)
  const found = (await findings(vault, readData)).map(one => one.code)
  vault.close()
  return found
}

describe('check', () => {
  test('a sound vault has no findings', async () => {
    const { path } = await vaultWithPages()
    expect(await codes(path)).toEqual([])
  })

  test('a tree that leads back to its own top is named, and walked to an end', async () => {
    const { path } = await vaultWithPages()
    // The anchor of what stands at the top is minus the number of the organization.
    alter(path, `UPDATE resource SET id = -organization WHERE platform_id = 's1'`)
    expect(await codes(path)).toContain('resource-misplaced')
  })

  test('a flipped byte in a block is named with the resources it belongs to, and reading them fails', async () => {
    const { path } = await vaultWithPages()
    const db = new Database(join(path, 'catalog.db'))
    const row = db
      .prepare<[], { id: number; data: Buffer }>('SELECT id, data FROM block WHERE data IS NOT NULL')
      .get()
    const data = Buffer.from(row?.data ?? '')
    data.writeUInt8(data.readUInt8(data.length - 3) ^ 1, data.length - 3)
    db.prepare('UPDATE block SET data = ? WHERE id = ?').run(data, row?.id)
    db.close()
    const vault = openVault(path)
    const found = await findings(vault)
    expect(found.length).toBeGreaterThan(0)
    expect(found.every(one => one.code === 'content-damaged' && one.severity === 'damage')).toBe(true)
    expect(found.map(one => one.message).join()).toMatch(/(page|space) [sp]\d.*from snapshot 1 on/)
    expect(() => [...vault.resources(1)].map(one => vault.readJson(one))).toThrow(DamageFound)
    expect(await findings(vault, false)).toEqual([])
    vault.close()
  })

  test('a flipped byte in a file is found only by reading it; a missing or cut file is found without', async () => {
    const { path, large } = await vaultWithPages()
    const file = fileOf(path)
    const bytes = readFileSync(file)
    bytes.writeUInt8(bytes.readUInt8(1000) ^ 1, 1000)
    writeFileSync(file, bytes)
    expect(await codes(path, false)).toEqual([])
    const vault = openVault(path)
    const found = await findings(vault)
    expect(found).toMatchObject([{ code: 'content-damaged' }])
    expect(found[0]?.message).toContain('page p2 in space s1')
    expect(() => vault.read(large.content)).toThrow(DamageFound)
    await expect(async () => {
      for await (const _ of vault.readStream(large.content));
    }).rejects.toThrow(DamageFound)
    vault.close()
    truncateSync(file, 10)
    expect(await codes(path, false)).toEqual(['file-size'])
    rmSync(file)
    expect(await codes(path, false)).toEqual(['file-missing'])
  })

  test.each([
    [
      'a forged content',
      `UPDATE version SET content = (SELECT max(id) FROM content) WHERE resource = 2`,
      'contents-mismatch',
    ],
    [
      'a resource that vanished',
      `DELETE FROM part; DELETE FROM version WHERE resource = 3`,
      'contents-mismatch',
    ],
    ['an added gap', `INSERT INTO gap VALUES (1, -1, 1, '', 'refused', 'forged', 1, NULL)`, 'seal-mismatch'],
    ['a changed state', `UPDATE snapshot SET state = 'partial'`, 'seal-mismatch'],
    ['a missing content', `DELETE FROM content WHERE id = 2`, 'reference-broken'],
    [
      'overlapping versions',
      `INSERT INTO snapshot (id, organization, title, state, started_by, started) VALUES (2, 1, 't', 'running', 't', 1);
       INSERT INTO version SELECT resource, 2, NULL, content, change_digest FROM version WHERE resource = 2`,
      'versions-overlap',
    ],
    ['a block of another size', `UPDATE block SET bytes = bytes + 1`, 'block-inconsistent'],
  ])('%s is found', async (_, sql, code) => {
    const { path } = await vaultWithPages()
    alter(path, sql)
    expect(await codes(path, false)).toContain(code)
  })

  test('a snapshot taken out of the chain is found', async () => {
    const { vault, path } = await newVault()
    for (const text of ['1', '2', '3']) {
      const writer = vault.begin(ORGANIZATION, 'test')
      await writeScope(writer, null, 'space', { s: text })
      await seal(writer)
    }
    await vault.close()
    expect(await codes(path)).toEqual([])
    alter(path, `DELETE FROM snapshot WHERE id = 2`)
    expect(await codes(path)).toContain('chain-broken')
  })

  test('a check of a catalog that lost a table goes on to its end and names it, whichever it is', async () => {
    const { path } = await vaultWithPages()
    const whole = readFileSync(join(path, 'catalog.db'))
    for (const table of tablesOf(path)) {
      alter(path, `DROP TABLE "${table}"`)
      const messages: string[] = []
      for await (const { severity, message } of checkVaultAt(path, { readData: true }))
        if (severity === 'damage') messages.push(message)
      expect(messages, table).toContain(`table ${table} is missing`)
      rmSync(join(path, 'catalog.db-wal'), { force: true })
      rmSync(join(path, 'catalog.db-shm'), { force: true })
      writeFileSync(join(path, 'catalog.db'), whole)
    }
  })

  test('what does not belong to the vault is information, not damage', async () => {
    const { path } = await vaultWithPages()
    writeFileSync(join(path, 'files', 'note.txt'), 'x')
    const vault = openVault(path)
    expect(await findings(vault)).toMatchObject([{ code: 'stray-file', severity: 'info' }])
    vault.close()
  })

  test('subsets together cover every block, and progress reaches its total', async () => {
    const { path } = await vaultWithPages()
    alter(path, `UPDATE block SET data = zeroblob(length(data)) WHERE data IS NOT NULL`)
    const all = (await codes(path)).length
    const vault = openVault(path)
    let found = 0
    for (const n of [1, 2, 3]) {
      let last = [0, 1]
      const progress = (done: number, total: number) => {
        last = [done, total]
      }
      for await (const one of vault.check({ readData: true, subset: { n, m: 3 }, progress })) {
        if (one.code === 'content-damaged') found++
      }
      expect(last[0]).toBe(last[1])
    }
    expect(found).toBe(all)
    vault.close()
  })
})
