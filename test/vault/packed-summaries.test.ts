/** What snapshots say at length, packed by a compaction: the catalog gets smaller by it, and says the same. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { NotOffered } from '../../src/model/snapshot.ts'
import { findings, newVault, ORGANIZATION, writeScope } from './fixture.ts'

const NIGHTS = 150
/** In a row of less than a page: what is more than that stands on pages of its own, which come back in any case. */
const long: NotOffered[] = Array.from({ length: 18 }, (_, number) => ({
  kind: 'page',
  operation: `anOperationThatNobodyOffers${number}${'x'.repeat(60)}`,
}))

test('the room that they took is given back, and each is as it was', async () => {
  const { vault, path } = await newVault()
  for (let night = 0; night < NIGHTS; night++) {
    const writer = vault.begin(ORGANIZATION, 'test')
    await writeScope(writer, null, 'space', { a: String(night) })
    await writer.seal({ requests: 0, bytes: 0, notOffered: long })
  }
  const before = vault.snapshots()
  const bytes = () => statSync(join(path, 'catalog.db')).size
  const large = bytes()
  await vault.compact({})
  expect(bytes()).toBeLessThan(large * 0.7)
  expect(vault.snapshots()).toEqual(before)
  expect(await findings(vault)).toEqual([])
})
