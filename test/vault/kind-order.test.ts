/** Resources come kind by kind and scope by scope: in the order of the seal, at the cost of those that are asked for. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openForReading } from '../../src/vault/catalog/database.ts'
import { pathRows, viewRows } from '../../src/vault/catalog/views.ts'
import type { Vault } from '../../src/vault/vault.ts'
import { type Items, newVault, ORGANIZATION, seal, writeScope } from './fixture.ts'

test('resources come in the order that the seal goes by, whatever their ids and however deep they lie', async () => {
  const { vault, path } = await newVault()
  for (const id of ['org', 'other']) {
    const writer = vault.begin({ id, title: id }, 'test')
    // Beyond U+FFFF code units are ordered otherwise than code points.
    const items = { '\u{1f600}': '1', '\uff61': '2', 'a"b': '3', a: '4', 'a/b': '5' }
    for (const [, space] of await writeScope(writer, null, 'space', items))
      for (const [, page] of await writeScope(writer, space, 'page', items))
        await writeScope(writer, page, 'comment', { ...items, own: `${page}` })
    await writeScope(writer, null, 'user', items)
    await seal(writer)
  }
  const db = openForReading(join(path, 'catalog.db'))
  for (const organization of [1, 2]) {
    const place = { snapshot: organization, organization }
    const sealed = [...pathRows(db, place)].map(({ path: _, ...row }) => ({ ...row, until: undefined }))
    expect(sealed).toHaveLength(2 * 5 + 5 * 5 + 25 * 6)
    expect([...viewRows(db, place)].map(row => ({ ...row, until: undefined }))).toEqual(sealed)
    for (const kind of ['space', 'page', 'comment', 'user', 'team'] as const)
      expect([...viewRows(db, place, { kind })].map(row => row.key)).toEqual(
        sealed.filter(row => row.kind === kind).map(row => row.key),
      )
  }
  db.close()
})

test('a list of spaces costs as much however many pages stand in them', async () => {
  const [few, many] = [await withPages(20), await withPages(20_000)]
  const ratios = Array.from({ length: 15 }, () => listMs(many) / listMs(few))
  // 300 where all of them are walked.
  expect(ratios.toSorted((a, b) => a - b)[7]).toBeLessThan(10)
}, 60_000)

async function withPages(count: number): Promise<Vault> {
  const { vault } = await newVault()
  const writer = vault.begin(ORGANIZATION, 'test')
  const spaces = await writeScope(writer, null, 'space', { a: '1', b: '2' })
  const pages: Items = Object.fromEntries(Array.from({ length: count }, (_, page) => [`${page}`, '']))
  await writeScope(writer, spaces.get('a') ?? null, 'page', pages)
  await seal(writer)
  return vault
}

function listMs(vault: Vault): number {
  const start = performance.now()
  for (let times = 0; times < 5; times++)
    expect([...vault.resources(1, { kind: 'space' })].map(({ id }) => id)).toEqual(['a', 'b'])
  return performance.now() - start
}
