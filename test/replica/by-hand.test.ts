/** Recovery by the README of a replica, with Debian's `age`, `zstd`, `tar` and `sqlite3` alone: no line of docvault takes part. */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openVault } from '../../src/vault/vault.ts'
import { findings, temporaryFolder } from '../vault/fixture.ts'
import { replicaWorld, viewsAt } from './world.ts'

/** Follows the README: what stands between its lines is run as it is. */
function followReadme(target: string, key: string, run?: string) {
  const folder = temporaryFolder()
  const readme = readFileSync(join(target, 'README.txt'), 'utf8')
  const script = /^---- recover\.sh ----\n([\s\S]*?)^---- end ----$/m.exec(readme)?.[1] ?? 'false'
  writeFileSync(join(folder, 'identity.txt'), key)
  writeFileSync(join(folder, 'recover.sh'), script)
  const argv = ['recover.sh', target, ...(run === undefined ? [] : [run])]
  const { status, stdout, stderr } = spawnSync('sh', argv, { cwd: folder, encoding: 'utf8' })
  return { status, said: stdout + stderr, vault: join(folder, 'vault') }
}

test('the README recovers every content and every snapshot, of the newest run and of an older one', async () => {
  const world = await replicaWorld()
  await world.backUp({ a: 'one', b: 'x'.repeat(300_000) }, ['picture.png', 'film.mp4'])
  await world.replicate()
  const older = viewsAt(world.vaultPath)
  await world.backUp({ a: 'two', c: 'y'.repeat(300_000) }, ['film.mp4', 'scan.pdf'])
  await world.replicate()
  await world.backUp({ a: 'three' }, ['film.mp4'])
  await world.replicate()
  const newest = followReadme(world.target, world.paper)
  expect(newest).toMatchObject({
    status: 0,
    said: expect.stringContaining('the vault of run 000003 is in vault/'),
  })
  expect(viewsAt(newest.vault)).toEqual(viewsAt(world.vaultPath))
  const vault = openVault(newest.vault)
  expect(await findings(vault)).toEqual([])
  vault.close()
  expect(viewsAt(followReadme(world.target, world.paper, '000001').vault)).toEqual(older)
  const listed = spawnSync('sqlite3', [join(newest.vault, 'catalog.db'), 'SELECT count(*) FROM snapshot'], {
    encoding: 'utf8',
  })
  expect(listed.stdout).toBe('3\n')
}, 120_000)

test('the line that begins with AGE-SECRET-KEY-1 is enough of the paper key', async () => {
  const world = await replicaWorld()
  await world.backUp({ a: 'one' })
  await world.replicate()
  const line = world.paper.split('\n').find(text => text.startsWith('AGE-SECRET-KEY-1')) ?? ''
  expect(followReadme(world.target, `${line}\n`).status).toBe(0)
}, 60_000)

test('a pack that is damaged ends the script without its last line', async () => {
  const world = await replicaWorld()
  await world.backUp({ a: 'x'.repeat(300_000) }, ['picture.png'])
  await world.replicate()
  const manifest = readFileSync(join(world.target, 'manifests/000001.json'), 'utf8')
  const pack = join(world.target, /packs\/[0-9a-f]+\.tar\.zst\.age/.exec(manifest)?.[0] ?? '')
  const bytes = readFileSync(pack)
  bytes[bytes.length - 40] = (bytes.at(-40) ?? 0) ^ 1
  writeFileSync(pack, bytes)
  const { status, said } = followReadme(world.target, world.paper)
  expect(status).not.toBe(0)
  expect(said).not.toMatch(/every digest/)
}, 60_000)
