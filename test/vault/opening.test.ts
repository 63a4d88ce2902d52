import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { VaultLocked, VaultMissing, VaultUnusable } from '../../src/model/errors.ts'
import { openVault, openVaultForWriting } from '../../src/vault/vault.ts'
import { newVault, ORGANIZATION, rejection, seal, temporaryFolder, viewOf, writeScope } from './fixture.ts'

describe('opening', () => {
  test('reading never creates anything', async () => {
    const path = join(temporaryFolder(), 'vault')
    expect(() => openVault(path)).toThrow(VaultMissing)
    expect(existsSync(path)).toBe(false)
    mkdirSync(path)
    expect(() => openVault(path)).toThrow(VaultMissing)
    expect(readdirSync(path)).toEqual([])
  })

  test('a path that is a file is unusable', async () => {
    const path = join(temporaryFolder(), 'vault')
    writeFileSync(path, 'hello')
    expect(() => openVault(path)).toThrow(VaultUnusable)
    expect(await rejection(() => openVaultForWriting(path))).toBeInstanceOf(VaultUnusable)
  })

  test('a folder with other things in it does not become a vault', async () => {
    const path = temporaryFolder()
    writeFileSync(join(path, 'thesis.doc'), 'hello')
    const error = await rejection(() => openVaultForWriting(path))
    expect(error).toBeInstanceOf(VaultUnusable)
    expect(String(error)).toContain('thesis.doc')
    expect(readdirSync(path)).toEqual(['thesis.doc'])
  })

  test.each([
    [
      'is not SQLite',
      /not a SQLite database/,
      (file: string) => writeFileSync(file, 'no database, but long enough. '.repeat(99)),
    ],
    [
      'belongs to another application',
      /another application/,
      (file: string) => new Database(file).exec('CREATE TABLE t (a)').close(),
    ],
    [
      'was made by a newer docvault',
      /newer docvault/,
      (file: string) => {
        const db = new Database(file)
        db.pragma(`application_id = ${0x646f6376}`)
        db.pragma('user_version = 999')
        db.exec('CREATE TABLE t (a)')
        db.close()
      },
    ],
  ])('a catalog that %s is unusable and stays as it is', async (_, words, make) => {
    const path = temporaryFolder()
    const file = join(path, 'catalog.db')
    make(file)
    for (const open of [() => openVault(path), () => openVaultForWriting(path)]) {
      const error = await rejection(open)
      expect(error).toBeInstanceOf(VaultUnusable)
      expect(String(error)).toMatch(words)
    }
  })

  test('a vault whose catalog is gone is not taken for an empty one', async () => {
    const { vault, path } = await newVault()
    await vault.close()
    rmSync(join(path, 'catalog.db'))
    writeFileSync(join(path, 'files', 'x'), 'x')
    expect(() => openVault(path)).toThrow(VaultUnusable)
    expect(await rejection(() => openVaultForWriting(path))).toBeInstanceOf(VaultUnusable)
  })

  test('a creation that was cut short can be repeated', async () => {
    const path = temporaryFolder()
    writeFileSync(join(path, 'catalog.db'), '')
    expect(() => openVault(path)).toThrow(VaultMissing)
    const vault = await openVaultForWriting(path)
    await vault.close()
    openVault(path).close()
  })

  test('a reader sees sealed snapshots beside a writer at work', async () => {
    const { vault, path } = await newVault()
    const first = vault.begin(ORGANIZATION, 'test')
    await writeScope(first, null, 'space', { a: '1' })
    await seal(first)
    const reader = openVault(path)
    const second = vault.begin(ORGANIZATION, 'test')
    await writeScope(second, null, 'space', { a: '2', b: '1' })
    await second.flush()
    expect(viewOf(reader, 1)).toEqual({ 'space//a': '1' })
    expect(reader.resolve('latest').snapshot).toBe(1)
    await seal(second)
    expect(viewOf(reader, 1)).toEqual({ 'space//a': '1' })
    expect(viewOf(reader, 2)).toEqual({ 'space//a': '2', 'space//b': '1' })
    reader.close()
  })
})

describe('the lease', () => {
  test('a second writer is refused and told who holds the vault', async () => {
    const { path } = await newVault({ command: 'backup --exact' })
    const error = await rejection(() => openVaultForWriting(path))
    expect(error).toBeInstanceOf(VaultLocked)
    expect(String(error)).toContain(`process ${process.pid} (backup --exact)`)
  })

  test('it is given back on close', async () => {
    const { vault, path } = await newVault()
    await vault.close()
    await (await openVaultForWriting(path)).close()
  })

  test('after a minute without a heartbeat it may be taken, and who lost it cannot write any more', async () => {
    let now = 1_000_000
    const clock = () => now
    const { vault, path } = await newVault({ clock })
    const writer = vault.begin(ORGANIZATION, 'test')
    now += 59_000
    expect(await rejection(() => openVaultForWriting(path, { clock }))).toBeInstanceOf(VaultLocked)
    now += 1_000
    const taker = await openVaultForWriting(path, { clock })
    expect(() => vault.setFact('a', 'b')).toThrow(VaultLocked)
    await writer.put(Buffer.from('late'))
    expect(await rejection(() => writer.flush())).toBeInstanceOf(VaultLocked)
    expect(await rejection(() => seal(writer))).toBeInstanceOf(VaultLocked)
    expect(taker.begin(ORGANIZATION, 'test')).toMatchObject({ id: 1, resumed: true })
    await vault.close()
    taker.setFact('still', 'mine')
    await taker.close()
  })

  test('a holder that is certainly dead is followed at once', async () => {
    const { vault, path } = await newVault()
    await vault.close()
    const source = new URL('../../src/vault/vault.ts', import.meta.url).pathname
    const script = `import { openVaultForWriting } from ${JSON.stringify(source)}
      await openVaultForWriting(${JSON.stringify(path)}); process.kill(process.pid, 'SIGKILL')`
    expect(() => execFileSync(process.execPath, ['--input-type=module', '-e', script])).toThrow()
    const db = new Database(join(path, 'catalog.db'), { readonly: true })
    expect(db.prepare('SELECT pid FROM lease').all()).toHaveLength(1)
    db.close()
    await (await openVaultForWriting(path)).close()
  })

  test('a dead holder elsewhere is waited for', async () => {
    const { vault, path } = await newVault()
    vault.setFact('a', 'b')
    const db = new Database(join(path, 'catalog.db'))
    db.exec(`UPDATE lease SET place = 'another machine', pid = 999999999`)
    db.close()
    expect(await rejection(() => openVaultForWriting(path))).toBeInstanceOf(VaultLocked)
  })
})
