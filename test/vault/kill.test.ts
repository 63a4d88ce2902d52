import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, test } from 'vitest'
import { openVaultForWriting } from '../../src/vault/vault.ts'
import { findings, ORGANIZATION, seal, temporaryFolder, viewOf, writeScope } from './fixture.ts'

/** Seals snapshots without end, each with other pages, and says how far it is. */
const WRITER = `
  import { randomBytes } from 'node:crypto'
  import { openVaultForWriting } from ${JSON.stringify(new URL('../../src/vault/vault.ts', import.meta.url).pathname)}
  import { digestOf } from ${JSON.stringify(new URL('../../src/model/digest.ts', import.meta.url).pathname)}
  const vault = await openVaultForWriting(process.argv[1], { inlineLimitBytes: 3000, blockBytes: 8000 })
  const item = (id, text, parts) => ({ id, changeDigest: digestOf(text), json: Buffer.from(JSON.stringify(text)), parts })
  for (let round = 0; ; round++) {
    const writer = vault.begin({ id: 'org', title: 'Org' }, 'test')
    console.log('step')
    const spaces = writer.scope(null, 'space')
    for (const id of ['s1', 's2']) {
      const key = await spaces.add(item(id, id + ' ' + round, []))
      const pages = writer.scope(key, 'page')
      for (let page = 0; page < 12; page++) {
        const body = Buffer.concat([Buffer.from('text '.repeat(200)), randomBytes(page === 3 ? 6000 : 300)])
        const part = await writer.putBody(key, { key: 'doc-' + round + '-' + page, name: 'markdown' }, body)
        await pages.add(item('p' + ((page + round) % 15), 'page ' + page + ' ' + round, [{ name: 'markdown', content: part.content }]))
        console.log('step')
      }
      await pages.finish({ token: 'r' + round, exact: true })
      console.log('step')
    }
    await spaces.finish({ token: null, exact: true })
    await writer.flush()
    console.log('step')
    await writer.seal({ requests: 0, bytes: 0 })
    console.log('sealed')
  }`

/** Kills the writer in the middle of whatever comes after its nth step; returns how many snapshots it had sealed. */
async function killAfter(path: string, steps: number): Promise<number> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', WRITER, path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let [seen, sealed] = [0, 0]
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === 'sealed') sealed++
    if (++seen === steps) child.kill('SIGKILL')
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return sealed
}

describe('a writer killed at any moment', () => {
  test('leaves a vault without findings, every sealed snapshot as it was, and a run that can be resumed', async () => {
    const path = join(temporaryFolder(), 'vault')
    const views = new Map<number, unknown>()
    for (const steps of [1, 2, 14, 30, 31, 47, 90, 133]) {
      const sealed = await killAfter(path, steps)
      const vault = await openVaultForWriting(path)
      expect((await findings(vault)).filter(one => one.severity === 'damage')).toEqual([])
      for (const [snapshot, view] of views) expect(viewOf(vault, snapshot)).toEqual(view)
      const left = vault.snapshots().filter(one => one.state === 'running')
      expect(vault.snapshots().length - left.length).toBeGreaterThanOrEqual(views.size + sealed)

      const writer = vault.begin(ORGANIZATION, 'test')
      expect(writer.resumed).toBe(left.length === 1)
      await writeScope(writer, null, 'space', { s1: `after ${steps}` })
      await seal(writer)
      for (const one of vault.snapshots()) views.set(one.snapshot, viewOf(vault, one.snapshot))
      expect((await findings(vault)).filter(one => one.severity === 'damage')).toEqual([])
      await vault.close()
    }
  })
})
