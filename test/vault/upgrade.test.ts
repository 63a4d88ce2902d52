/** Bringing a catalog to a newer format: a copy first, all or nothing, and a way back. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { VaultLocked, VaultUnusable } from '../../src/model/errors.ts'
import { MIGRATIONS } from '../../src/vault/catalog/schema.ts'
import { openVault, openVaultForWriting, type Upgrade } from '../../src/vault/vault.ts'
import { findings, rejection, temporaryFolder } from './fixture.ts'
import { unpackGolden } from './golden/unpack.ts'

const OLD = 6
const NEW = MIGRATIONS.length
const canMount = spawnSync('unshare', ['-m', 'true']).status === 0

function copiesIn(path: string): string[] {
  return readdirSync(path).filter(name => name.startsWith('catalog-'))
}

function withCatalog<T>(path: string, work: (db: Database.Database) => T, name = 'catalog.db'): T {
  const db = new Database(join(path, name))
  try {
    return work(db)
  } finally {
    db.close()
  }
}

const formatIn = (path: string, name?: string) =>
  withCatalog(path, db => db.pragma('user_version', { simple: true }), name)

describe('an upgrade', () => {
  test.each([1, 4])('of format %i, which has no head, is through only when there is one', async format => {
    const path = unpackGolden(format)
    const heads: boolean[] = []
    const upgraded = () => heads.push(existsSync(join(path, 'head.json')))
    const vault = await openVaultForWriting(path, { upgraded })
    expect(heads).toEqual([true])
    expect((await findings(vault)).filter(({ severity }) => severity === 'damage')).toEqual([])
    await vault.close()
  })

  test('keeps the catalog as it was beside it, and says where', async () => {
    const path = unpackGolden(OLD)
    const told: Upgrade[] = []
    await (await openVaultForWriting(path, { upgraded: one => told.push(one) })).close()
    const copy = join(path, `catalog-format-${OLD}.db`)
    expect(told).toEqual([{ from: OLD, to: NEW, copy }])
    expect(copiesIn(path)).toEqual([`catalog-format-${OLD}.db`])
    expect(formatIn(path, `catalog-format-${OLD}.db`)).toBe(OLD)
    expect(formatIn(path)).toBe(NEW)
    await (await openVaultForWriting(path, { upgraded: one => told.push(one) })).close()
    expect(told).toHaveLength(1)
  })

  test('can be gone back on: the copy is a whole catalog of the format before', async () => {
    const path = unpackGolden(OLD)
    await (await openVaultForWriting(path)).close()
    rmSync(join(path, 'head.json'))
    renameSync(join(path, `catalog-format-${OLD}.db`), join(path, 'catalog.db'))
    const vault = await openVaultForWriting(path)
    expect((await findings(vault)).map(one => one.code)).toEqual(['copy-removed'])
    expect(vault.snapshots().map(one => one.state)).toEqual(['complete', 'partial'])
    await vault.close()
  })

  test('that was cut short in the middle of its copy is done again from the start', async () => {
    const path = unpackGolden(OLD)
    writeFileSync(join(path, `catalog-format-${OLD}.db.part`), 'half a copy')
    await (await openVaultForWriting(path)).close()
    expect(copiesIn(path)).toEqual([`catalog-format-${OLD}.db`])
  })

  test('keeps only the newest copy', async () => {
    const path = unpackGolden(OLD)
    writeFileSync(join(path, 'catalog-format-3.db'), 'of long ago')
    await (await openVaultForWriting(path)).close()
    expect(copiesIn(path)).toEqual([`catalog-format-${OLD}.db`])
  })

  test('does not happen under another process that holds the vault', async () => {
    const path = unpackGolden(OLD)
    withCatalog(path, db =>
      db
        .prepare(`INSERT INTO lease VALUES (1, 'old', 1, 'another machine', '1', ?, ?, 'docvault daemon')`)
        .run(Date.now(), Date.now()),
    )
    const error = await rejection(() => openVaultForWriting(path))
    expect(error).toBeInstanceOf(VaultLocked)
    expect(error).toMatchObject({ hint: expect.stringContaining('end it first') })
    expect([formatIn(path), copiesIn(path)]).toEqual([OLD, []])
  })

  test('of a new vault has nothing to copy', async () => {
    const path = join(temporaryFolder(), 'vault')
    await (await openVaultForWriting(path)).close()
    expect(copiesIn(path)).toEqual([])
  })

  test.skipIf(!canMount)('without room for the copy is refused before anything is written', () => {
    const path = unpackGolden(OLD)
    const room = Math.ceil((statSync(join(path, 'catalog.db')).size * 1.5) / 1024)
    const source = join(import.meta.dirname, '../../src/vault/vault.ts')
    const script = `
      import { openVaultForWriting } from ${JSON.stringify(source)}
      await openVaultForWriting(process.argv[1]).catch(error => console.log(error.code, error.message))`
    const mounted = temporaryFolder()
    const shell = `mount -t tmpfs -o size=${room}k tmpfs "${mounted}" && cp -r "${path}/." "${mounted}" &&
      "$0" --input-type=module -e "$1" "${mounted}" && ls "${mounted}"`
    const out = execFileSync('unshare', ['-m', 'sh', '-c', shell, process.execPath, script], {
      encoding: 'utf8',
    })
    expect(out).toMatch(
      /^disk .*catalog\.db cannot be upgraded: .* need \d+ bytes beside it, and \d+ are free; nothing/,
    )
    expect(out).not.toContain('catalog-format')
  })
})

test('a catalog of a newer docvault is refused with what to do, the copy of before its upgrade included', async () => {
  const path = unpackGolden(OLD)
  await (await openVaultForWriting(path)).close()
  withCatalog(path, db => db.pragma(`user_version = ${NEW + 1}`))
  for (const open of [() => openVault(path), () => openVaultForWriting(path)]) {
    const error = await rejection(open)
    expect(error).toBeInstanceOf(VaultUnusable)
    expect(error).toMatchObject({
      message: expect.stringContaining(`format ${NEW + 1}, this one knows ${NEW}`),
      hint: expect.stringContaining(`catalog-format-${OLD}.db`),
    })
  }
  expect(existsSync(join(path, `catalog-format-${OLD}.db`))).toBe(true)
})
