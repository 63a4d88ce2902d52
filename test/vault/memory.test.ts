import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { openVault } from '../../src/vault/vault.ts'
import { newVault, ORGANIZATION, seal, temporaryFolder, writeScope } from './fixture.ts'

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** In a process of its own, so that nothing else is measured. */
const SCRIPT = `
  import { randomBytes } from 'node:crypto'
  import { setImmediate as nextTurn } from 'node:timers/promises'
  import { openVaultForWriting } from ${JSON.stringify(new URL('../../src/vault/vault.ts', import.meta.url).pathname)}
  import { digestOf } from ${JSON.stringify(new URL('../../src/model/digest.ts', import.meta.url).pathname)}
  const vault = await openVaultForWriting(process.argv[1])
  const writer = vault.begin({ id: 'org', title: 'Org' }, 'test')
  const scope = writer.scope(null, 'page')
  // Handles of the compressor are freed a turn after they are collected.
  const heap = async () => { await writer.flush(); gc(); await nextTurn(); gc(); const { heapUsed, external } = process.memoryUsage(); return heapUsed + external }
  let early = 0
  for (let index = 0; index < 60_000; index++) {
    const json = Buffer.from(JSON.stringify({ id: index, noise: randomBytes(500).toString('hex') }))
    await scope.add({ id: 'page ' + index, changeDigest: digestOf(String(index)), json, parts: [] })
    if (index === 20_000) early = await heap()
  }
  const late = await heap()
  await scope.finish({ token: null, exact: true })
  const { resources } = await writer.seal({ requests: 0, bytes: 0 })
  await vault.close()
  console.log(JSON.stringify({ growth: late - early, resources }))`

test('a small block that is kept does not keep what stood beside it in memory', async () => {
  const { vault, path } = await newVault({ blockBytes: 1024 })
  const writer = vault.begin(ORGANIZATION, 'test')
  const noise = () => randomBytes(600).toString('hex')
  await writeScope(
    writer,
    null,
    'page',
    Object.fromEntries(Array.from({ length: 1000 }, (_, page) => [`${page}`, noise()])),
  )
  await seal(writer)
  const reader = openVault(path)
  // What is collected is given back beside the program: on a busy machine some turns later.
  const collected = async () => {
    collect()
    await nextTurn()
    return process.memoryUsage().arrayBuffers
  }
  const before = Math.min(await collected(), await collected(), await collected())
  // What a program does meanwhile is in the same pools, two a pool.
  for (const { content } of reader.resources(1)) Buffer.allocUnsafe(reader.read(content).length * 20)
  await expect
    .poll(async () => (await collected()) - before, { timeout: 10_000 })
    .toBeLessThan(4 * 1024 * 1024)
  reader.close()
}, 30_000)

test('a block that leaves the cache is freed at once, and what was read of it stays', async () => {
  const { vault, path } = await newVault({ blockBytes: 256 * 1024 })
  const writer = vault.begin(ORGANIZATION, 'test')
  const text = (page: string) => `${page} `.repeat(16 * 1024).slice(0, 16 * 1024)
  const pages = Array.from({ length: 3200 }, (_, page): [string, string] => [`${page}`, text(`${page}`)])
  await writeScope(writer, null, 'page', Object.fromEntries(pages))
  await seal(writer)
  const reader = openVault(path, { cacheBytes: 2 * 1024 * 1024 })
  const ofEachBlock = [...reader.resources(1)].filter(({ content }) => content % 15 === 0)
  const before = process.memoryUsage().arrayBuffers
  let most = 0
  const read = ofEachBlock.map(({ content, id }): [string, Buffer] => {
    const bytes = reader.read(content)
    most = Math.max(most, process.memoryUsage().arrayBuffers - before)
    return [id, bytes]
  })
  reader.close()
  for (const [id, bytes] of read) expect(JSON.parse(bytes.toString())).toBe(text(id))
  // 50 MB are decoded, of which 3.5 are kept here and 2 in the cache.
  expect(read.length).toBeGreaterThan(200)
  expect(most).toBeLessThan(16 * 1024 * 1024)
}, 30_000)

test('a scope of 60,000 items takes no more memory than one of 20,000', () => {
  const path = join(temporaryFolder(), 'vault')
  const args = ['--expose-gc', '--input-type=module', '-e', SCRIPT, path]
  const { growth, resources } = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }))
  expect(resources).toEqual({ page: 60_000 })
  expect(growth).toBeLessThan(8 * 1024 * 1024)
}, 30_000)
