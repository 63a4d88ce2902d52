import fc from 'fast-check'
import { expect, test } from 'vitest'
import { digestOf } from '../../src/model/digest.ts'
import type { ResourceKey, SnapshotWriter, WritableVault } from '../../src/vault/vault.ts'
import { findings, itemOf, newVault, ORGANIZATION, seal, writeScope } from './fixture.ts'

const NAMES = ['document', 'markdown'] as const

/** A state of a scope: what each id is, and which parts it has; a page that is absent is gone. */
const id = fc.stringMatching(/^[a-e]{1,2}$/)
const pageState = fc.record({
  text: fc.constantFrom('1', '2', '3'),
  parts: fc.dictionary(fc.constantFrom(...NAMES), fc.constantFrom('x', 'y'), { noNullPrototype: true }),
})
const state = fc.dictionary(id, pageState, { maxKeys: 12, noNullPrototype: true })
type State = Record<string, { text: string; parts: Record<string, string> }>

async function writePages(writer: SnapshotWriter, parent: ResourceKey, pages: State, gathers: boolean) {
  const scope = writer.scope(parent, 'page')
  if (gathers) await scope.gather()
  const results: unknown[] = []
  for (const [name, { text, parts }] of Object.entries(pages)) {
    const own = []
    for (const [part, bytes] of Object.entries(parts))
      own.push({ name: part, content: (await writer.put(Buffer.from(bytes))).content })
    const item = { ...itemOf(name, text), changeDigest: digestOf(JSON.stringify([text, parts])), parts: own }
    const current = writer.current(parent, 'page', name)
    results.push(current && { ...current, parts: Object.fromEntries(current.parts) })
    if (current?.changeDigest === item.changeDigest) scope.keep(name)
    else await scope.add(item)
  }
  const missing = scope.missing()
  results.push(missing, await scope.finish({ token: null, exact: true }))
  return results
}

async function run(vault: WritableVault, nights: readonly State[], gathers: boolean) {
  const seen: unknown[] = []
  for (const pages of nights) {
    const writer = vault.begin(ORGANIZATION, 'test')
    const parent = (await writeScope(writer, null, 'space', { s: '1' })).get('s') ?? 0
    seen.push(await writePages(writer, parent, pages, gathers))
    // A second reading of the same scope replaces the first, and still looks at the base.
    await writer.flush()
    seen.push(await writePages(writer, parent, pages, gathers))
    const { added, modified, removed, contents, digest } = await seal(writer)
    seen.push({ added, modified, removed, contents, digest })
  }
  return seen
}

test('a scope that was gathered says, keeps and seals what one does that is looked up one by one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(state, { minLength: 2, maxLength: 4 }), async nights => {
      const clock = () => 1_700_000_000_000
      const [one, all] = [await newVault({ clock }), await newVault({ clock })]
      const seen = await run(all.vault, nights, true)
      expect(seen).toEqual(await run(one.vault, nights, false))
      expect(await findings(all.vault)).toEqual([])
      await Promise.all([one.vault.close(), all.vault.close()])
    }),
    { numRuns: 8 },
  )
})

test('a scope larger than what one statement reads is gathered whole', async () => {
  const { vault } = await newVault()
  const pages = Object.fromEntries(Array.from({ length: 1203 }, (_, index) => [`p${index}`, '1']))
  const first = vault.begin(ORGANIZATION, 'test')
  await writeScope(first, null, 'page', pages)
  await seal(first)
  const writer = vault.begin(ORGANIZATION, 'test')
  const oneByOne = Object.keys(pages).map(name => writer.current(null, 'page', name))
  const scope = writer.scope(null, 'page')
  await scope.gather()
  expect(Object.keys(pages).map(name => writer.current(null, 'page', name))).toEqual(oneByOne)
  expect(oneByOne).not.toContain(null)
  expect(writer.current(null, 'page', 'nobody')).toBeNull()
  scope.discard()
  await writer.abandon()
})
