import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { openVault, openVaultForWriting } from '../../src/vault/vault.ts'
import { findings, newVault, ORGANIZATION, seal, temporaryFolder, writeScope } from './fixture.ts'

const MAIN = join(import.meta.dirname, '../../src/main.ts')
const canMount = spawnSync('unshare', ['-m', 'true']).status === 0

/** A command in a mount namespace of its own, after some commands of a shell. */
function inNamespace(prepare: string, args: readonly string[]) {
  const script = `${prepare} && exec "$0" "$@"`
  return spawnSync('unshare', ['-m', 'sh', '-c', script, process.execPath, MAIN, ...args], {
    encoding: 'utf8',
  })
}

async function sealedVault(): Promise<string> {
  const { vault, path } = await newVault()
  const writer = vault.begin(ORGANIZATION, 'test')
  await writeScope(writer, null, 'space', { s: 'kept' })
  await seal(writer)
  await vault.close()
  return path
}

describe.skipIf(!canMount)('a vault on read-only media', () => {
  test('can be listed and checked', async () => {
    const path = await sealedVault()
    const mount = `mount --bind "${path}" "${path}" && mount -o remount,ro,bind "${path}"`
    const listed = inNamespace(mount, ['snapshots', '--json', '--vault', path])
    expect(listed.stderr).toBe('')
    expect(JSON.parse(listed.stdout.split('\n')[0] ?? '')).toMatchObject({ snapshot: 1, state: 'complete' })
    const checked = inNamespace(mount, ['check', '--read-data', '--vault', path])
    expect(checked.stdout).toContain('no damage found')
    expect(checked.status).toBe(0)
  })

  test('opening it for writing is one line with the path, and nothing is lost', async () => {
    const path = await sealedVault()
    const mount = `mount --bind "${path}" "${path}" && mount -o remount,ro,bind "${path}"`
    const script = `
      import { openVaultForWriting } from ${JSON.stringify(join(import.meta.dirname, '../../src/vault/vault.ts'))}
      await openVaultForWriting(${JSON.stringify(path)}).catch(error => console.log(error.message))`
    const shell = `${mount} && exec "$0" --input-type=module -e "$1"`
    const child = spawnSync('unshare', ['-m', 'sh', '-c', shell, process.execPath, script], {
      encoding: 'utf8',
    })
    expect(child.stdout).toContain(path)
    expect(child.stdout.trim()).toMatch(/nothing is lost$/)
    expect(child.stdout.trim().split('\n')).toHaveLength(1)
  })
})

describe('a seal', () => {
  test('whose log is lost while somebody reads is noticed by check, by readers and by the next backup', async () => {
    const { vault, path } = await newVault()
    const first = vault.begin(ORGANIZATION, 'test')
    await writeScope(first, null, 'space', { s: 'one' })
    await seal(first)
    const reader = new Database(join(path, 'catalog.db'), { readonly: true })
    reader.exec('BEGIN')
    reader.prepare('SELECT count(*) FROM snapshot').get()
    const second = vault.begin(ORGANIZATION, 'test')
    await writeScope(second, null, 'space', { s: 'two' })
    await seal(second)
    const copy = join(temporaryFolder(), 'copy')
    cpSync(path, copy, { recursive: true })
    reader.close()
    await vault.close()
    rmSync(join(copy, 'catalog.db-wal'))
    rmSync(join(copy, 'catalog.db-shm'), { force: true })
    const script = ['check', '--vault', copy]
    const checked = spawnSync(process.execPath, [MAIN, ...script], { encoding: 'utf8' })
    expect(checked.stdout).toContain('snapshot-lost: snapshot 2')
    expect(checked.status).toBe(13)
    const listed = spawnSync(process.execPath, [MAIN, 'snapshots', '--vault', copy], { encoding: 'utf8' })
    expect(listed.stderr).toContain('snapshot 2 of organization org was sealed')
    expect(listed.status).toBe(13)
    await expect(openVaultForWriting(copy)).rejects.toThrow('snapshot 2 of organization org was sealed')
  })

  test('stands in catalog.db itself when nobody reads', async () => {
    const { vault, path } = await newVault()
    const writer = vault.begin(ORGANIZATION, 'test')
    await writeScope(writer, null, 'space', { s: 'one' })
    await seal(writer)
    const copy = join(temporaryFolder(), 'copy')
    mkdirSync(copy)
    for (const name of ['catalog.db', 'head.json', 'docvault-vault'])
      cpSync(join(path, name), join(copy, name))
    mkdirSync(join(copy, 'files'))
    const reader = openVault(copy)
    expect(await findings(reader)).toEqual([])
    expect(reader.resolve('latest').snapshot).toBe(1)
    reader.close()
  })

  test('new catalogs can give room back page by page', async () => {
    const { path } = await newVault()
    const db = new Database(join(path, 'catalog.db'), { readonly: true })
    expect(db.pragma('auto_vacuum', { simple: true })).toBe(2)
    db.close()
  })
})

test.skipIf(!canMount)(
  'a full disk is one line with the path and the free bytes, and what was sealed stays',
  () => {
    const folder = temporaryFolder()
    chmodSync(folder, 0o755)
    const vaultFile = join(import.meta.dirname, '../../src/vault/vault.ts')
    const script = `
    import { randomBytes } from 'node:crypto'
    import { openVault, openVaultForWriting } from ${JSON.stringify(vaultFile)}
    const vault = await openVaultForWriting(${JSON.stringify(join(folder, 'vault'))})
    const begin = () => vault.begin({ id: 'org', title: 'Org' }, 'test')
    const first = begin()
    await first.scope(null, 'space').finish({ token: null, exact: true })
    await first.seal({ requests: 0, bytes: 0 })
    const writer = begin()
    try {
      for (let i = 0; i < 500; i++) await writer.put(randomBytes(20_000))
      await writer.flush()
    } catch (error) {
      const { diskError } = await import(${JSON.stringify(join(import.meta.dirname, '../../src/model/disk-errors.ts'))})
      console.log((diskError(error) ?? error).message)
    }
    const reader = openVault(${JSON.stringify(join(folder, 'vault'))})
    console.log(reader.resolve('latest').snapshot)`
    const shell = `mount -t tmpfs -o size=3m tmpfs "${folder}" && exec "$0" --input-type=module -e "$1"`
    const out = execFileSync('unshare', ['-m', 'sh', '-c', shell, process.execPath, script], {
      encoding: 'utf8',
    })
    const [message, latest] = out.trim().split('\n')
    expect(message).toMatch(/ cannot be written: .+ \(\d+ bytes free\); nothing is lost$/)
    expect(latest).toBe('1')
  },
)
