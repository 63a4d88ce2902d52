/** The life of one resource: its states, the text of each, and since when a line stands. */
import { expect, test } from 'vitest'
import { blame } from '../../src/diff/blame.ts'
import { bodiesOf, bodyDiff } from '../../src/diff/body-diff.ts'
import { historyOf } from '../../src/diff/history.ts'
import { digestOf } from '../../src/model/digest.ts'
import { resources } from '../../src/resources/index.ts'
import type { ResourceKey, WritableVault } from '../../src/vault/vault.ts'
import { newVault, ORGANIZATION, seal } from '../vault/fixture.ts'

test('what a page was, is told state by state, with its end and its return', async () => {
  const { vault } = await newVault()
  const key = await states(vault, ['one\ntwo\n', 'one\nzwei\n', 'one\nzwei\n', null, 'zwei\n', null])
  const life = [...historyOf(vault, resources, key)]
  expect(life.map(({ snapshot, change }) => [snapshot, change.type, ...change.actions])).toEqual([
    [1, 'added', 'created'],
    [2, 'modified', 'renamed', 'edited'],
    [4, 'removed', 'deleted'],
    [5, 'added', 'created'],
    [6, 'removed', 'deleted'],
  ])
  const [first, second, third] = life.map(one => one.change)
  if (!first || !second || !third) throw new Error('five entries were told')
  expect(second.fields).toEqual([{ path: 'title', before: 'one\ntwo\n', after: 'one\nzwei\n' }])
  expect(second.parts.map(one => [one.name, one.before?.bytes, one.after?.bytes])).toEqual([
    ['markdown', 8, 9],
  ])
  expect(bodyDiff(vault, second)).toBe('--- a/p\n+++ b/p\n@@ -1,2 +1,2 @@\n one\n-two\n+zwei\n')
  expect(bodyDiff(vault, first)).toBe('--- /dev/null\n+++ b/p\n@@ -0,0 +1,2 @@\n+one\n+two\n')
  expect(bodyDiff(vault, third)).toBe('--- a/p\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-one\n-zwei\n')
  expect(bodyDiff(vault, { ...second, before: second.after })).toBeNull()
  expect(bodiesOf(vault, { ...second, before: second.after })).toBeNull()
})

test('each line has the snapshot since which it stands, as of the one asked for', async () => {
  const { vault } = await newVault()
  const key = await states(vault, ['a\nb\n', 'a\nx\nb\n', 'x\nb\nb', 'x\n'])
  const blamed = (number: number) => {
    const stored = vault.at(number, key)
    if (stored === null) throw new Error('the page is there')
    return blame(vault, vault.resolve(String(number)), stored)?.map(one => `${one.since} ${one.text}`)
  }
  expect(blamed(1)).toEqual(['1 a', '1 b'])
  expect(blamed(2)).toEqual(['1 a', '2 x', '1 b'])
  expect(blamed(3)?.toSorted()).toEqual(['1 b', '2 x', '3 b'])
  expect(blamed(4)).toEqual(['2 x'])
})

/** One snapshot for each state of the page; null where it is not there. */
async function states(vault: WritableVault, texts: readonly (string | null)[]): Promise<ResourceKey> {
  let page: ResourceKey | undefined
  for (const text of texts) {
    const writer = vault.begin(ORGANIZATION, 'test')
    const scope = writer.scope(null, 'page')
    if (text !== null) {
      const { content } = await writer.put(Buffer.from(text))
      const json = Buffer.from(JSON.stringify({ id: 'p', title: text }))
      const parts = [{ name: 'markdown', content }]
      page = await scope.add({ id: 'p', changeDigest: digestOf(text), json, parts })
    }
    await scope.finish({ token: null, exact: true })
    await seal(writer)
  }
  if (page === undefined) throw new Error('the page was never there')
  return page
}
