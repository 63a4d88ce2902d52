import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Disk, nodeDisk } from '../../src/vault/files/disk.ts'
import { openVault, openVaultForWriting, type WritableVault } from '../../src/vault/vault.ts'
import { findings, itemOf, newVault, ORGANIZATION, rejection, seal, viewOf, writeScope } from './fixture.ts'

const STEPS = ['create', 'write', 'reopen', 'sync', 'rename', 'makeFolder', 'syncFolder'] as const
type Step = (typeof STEPS)[number]

/** Notes every operation; fails the chosen one from its `after`th call on. */
function watchedDisk(fail?: { step: Step; code: string }): Disk & { log: string[] } {
  const log: string[] = []
  const note = (step: Step) => {
    log.push(step)
    if (fail?.step === step) throw Object.assign(new Error(`${fail.code}: made to fail`), { code: fail.code })
  }
  const watch = (file: Awaited<ReturnType<Disk['create']>>) => ({
    write: async (bytes: Buffer) => {
      note('write')
      await file.write(bytes)
    },
    sync: async () => {
      note('sync')
      await file.sync()
    },
    close: () => file.close(),
  })
  return {
    log,
    create: async path => {
      note('create')
      return watch(await nodeDisk.create(path))
    },
    reopen: async path => {
      note('reopen')
      return watch(await nodeDisk.reopen(path))
    },
    rename: async (from, to) => {
      note('rename')
      await nodeDisk.rename(from, to)
    },
    makeFolder: async path => {
      note('makeFolder')
      return nodeDisk.makeFolder(path)
    },
    syncFolder: async path => {
      note('syncFolder')
      await nodeDisk.syncFolder(path)
    },
    remove: nodeDisk.remove,
  }
}

async function writeLarge(vault: WritableVault, how: 'put' | 'file'): Promise<void> {
  const writer = vault.begin(ORGANIZATION, 'test')
  const scope = writer.scope(null, 'space')
  const key = await scope.add(itemOf('s', 'space'))
  await scope.finish({ token: null, exact: true })
  if (how === 'put') await writer.put(randomBytes(100_000))
  else {
    const file = join(writer.spoolFolder(), 'spooled')
    writeFileSync(file, randomBytes(9_000_000))
    await writer.putBodyFile(key, { key: 'f', name: 'bytes' }, file)
  }
  await seal(writer)
}

describe('durability', () => {
  test('a file is synced before it gets its name, and its folder and new folders after', async () => {
    const disk = watchedDisk()
    const { vault } = await newVault({ disk })
    await writeLarge(vault, 'put')
    expect(disk.log).toEqual([
      'create',
      'write',
      'reopen',
      'sync',
      'makeFolder',
      'syncFolder',
      'rename',
      'syncFolder',
    ])
    disk.log.length = 0
    await writeLarge(vault, 'file')
    expect(disk.log.filter(step => step !== 'makeFolder').slice(0, 2)).toEqual(['reopen', 'sync'])
    expect(disk.log.slice(-2)).toEqual(['rename', 'syncFolder'])
  })

  test.each(
    STEPS.flatMap(step => (['put', 'file'] as const).map(how => ({ step, how }))).filter(
      one => one.how === 'put' || !['create', 'write'].includes(one.step),
    ),
  )(
    'a full disk at $step of a $how is an error that leaves the vault sound and the run resumable',
    async ({ step, how }) => {
      const { vault, path } = await newVault({ disk: watchedDisk({ step, code: 'ENOSPC' }) })
      const error = await rejection(() => writeLarge(vault, how))
      expect(error).toMatchObject({ code: 'ENOSPC' })
      expect((await findings(vault)).filter(one => one.severity === 'damage')).toEqual([])
      await vault.close()

      const healthy = await openVaultForWriting(path)
      await writeLarge(healthy, how)
      expect(healthy.resolve('latest').snapshot).toBe(1)
      expect((await findings(healthy)).filter(one => one.severity === 'damage')).toEqual([])
      await healthy.close()
    },
  )

  test('after a failure everything throws until the next begin', async () => {
    const { vault } = await newVault({ disk: watchedDisk({ step: 'sync', code: 'EIO' }) })
    const writer = vault.begin(ORGANIZATION, 'test')
    const scope = writer.scope(null, 'space')
    const { content } = await writer.put(randomBytes(100_000))
    await scope.add({ ...itemOf('s', 'space'), parts: [{ name: 'bytes', content }] })
    expect(await rejection(() => writer.flush())).toMatchObject({ code: 'EIO' })
    expect(await rejection(() => scope.finish({ token: null, exact: true }))).toMatchObject({ code: 'EIO' })
    expect(await rejection(() => writer.put(Buffer.from('x')))).toMatchObject({ code: 'EIO' })
    expect(await rejection(() => seal(writer))).toMatchObject({ code: 'EIO' })
    await writer.abandon().catch(() => {})
    const next = vault.begin(ORGANIZATION, 'test')
    expect(next.resumed).toBe(true)
    await writeScope(next, null, 'space', { s: 'small' })
    expect(await seal(next)).toMatchObject({ state: 'complete' })
  })

  test('a catalog that cannot grow loses nothing that was sealed', async () => {
    const { vault, path } = await newVault()
    const writer = vault.begin(ORGANIZATION, 'test')
    await writeScope(writer, null, 'space', { s: 'kept' })
    await seal(writer)
    await vault.close()
    const script = `
      import { randomBytes } from 'node:crypto'
      import { openVaultForWriting } from ${JSON.stringify(new URL('../../src/vault/vault.ts', import.meta.url).pathname)}
      const vault = await openVaultForWriting(${JSON.stringify(path)})
      const writer = vault.begin({ id: 'org', title: 'Org' }, 'test')
      try {
        for (let i = 0; i < 1000; i++) await writer.put(randomBytes(20_000))
        await writer.flush()
      } catch (error) {
        console.log(error.message)
      }`
    const limited = `trap '' XFSZ; ulimit -f 1000; exec "$0" --input-type=module -e "$1"`
    const child = spawnSync('bash', ['-c', limited, process.execPath, script], { encoding: 'utf8' })
    expect(child.stdout.trim()).toMatch(
      /catalog\.db cannot be read or written: .+ \(\d+ bytes free\); nothing that was sealed is changed$/,
    )
    const reader = openVault(path)
    expect(viewOf(reader, 1)).toEqual({ 'space//s': 'kept' })
    expect(await findings(reader)).toEqual([])
    reader.close()
  })
})
