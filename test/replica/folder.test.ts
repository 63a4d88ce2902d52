/** A folder as a store: what every store does, and what only a disk can say. */
import { chmodSync, existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { digestOf } from '../../src/model/digest.ts'
import { TargetUnreachable } from '../../src/replica/errors.ts'
import { openFolderStore } from '../../src/replica/stores/folder.ts'
import { temporaryFolder } from '../vault/fixture.ts'
import { storeContract } from './store-contract.ts'

const bytes = Buffer.from('bytes')
const sha256 = digestOf(bytes)

describe('a folder as a store', () => {
  storeContract(async () => openFolderStore(join(temporaryFolder(), 'replica')))

  test('nothing is made by looking: a disk that is not mounted stays an empty folder', async () => {
    const root = join(temporaryFolder(), 'absent', 'replica')
    const store = openFolderStore(root)
    expect(await store.head('replica.json')).toBeNull()
    for await (const { key } of store.list('')) expect(key).toBe('nothing')
    expect(existsSync(root)).toBe(false)
  })

  test('what a killed writer left is no object, and goes after a day', async () => {
    const root = temporaryFolder()
    const store = openFolderStore(root)
    mkdirSync(join(root, 'tmp'))
    for (const name of ['old', 'new']) writeFileSync(join(root, 'tmp', name), 'half')
    const longAgo = new Date(Date.now() - 25 * 60 * 60_000)
    utimesSync(join(root, 'tmp', 'old'), longAgo, longAgo)
    await store.put('packs/a', bytes, { sha256 })
    const keys = []
    for await (const { key } of store.list('')) keys.push(key)
    expect(keys).toEqual(['packs/a'])
    expect(readdirSync(join(root, 'tmp'))).toEqual(['new'])
  })

  test('where a file stands in the way, the sentence names the target', async () => {
    const root = join(temporaryFolder(), 'file')
    writeFileSync(root, 'no folder')
    const refused = openFolderStore(root).put('packs/a', bytes, { sha256 })
    await expect(refused).rejects.toThrow(TargetUnreachable)
    await expect(refused).rejects.toThrow(`${root} cannot be reached: `)
  })

  test.skipIf(process.getuid?.() === 0)('a folder of somebody else refuses access', async () => {
    const root = temporaryFolder()
    chmodSync(root, 0o500)
    const refused = openFolderStore(root).put('packs/a', bytes, { sha256 })
    await expect(refused).rejects.toThrow(`${root} refuses access: `)
    chmodSync(root, 0o700)
  })

  test.each(['../a', 'a/../b', '/a', 'a//b', '', 'a b', './a'])('%j is no key', async key => {
    await expect(openFolderStore(temporaryFolder()).head(key)).rejects.toThrow('is no key of a replica')
  })
})
