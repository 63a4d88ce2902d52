import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from './fixture.ts'

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

test('a scope of 60,000 items takes no more memory than one of 20,000', () => {
  const path = join(temporaryFolder(), 'vault')
  const args = ['--expose-gc', '--input-type=module', '-e', SCRIPT, path]
  const { growth, resources } = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }))
  expect(resources).toEqual({ page: 60_000 })
  expect(growth).toBeLessThan(8 * 1024 * 1024)
}, 30_000)
