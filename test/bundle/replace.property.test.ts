import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { BundleSource, SourceChild, SourceEntry } from '../../src/bundle/source.ts'
import { writeBundle } from '../../src/bundle/write.ts'
import { makeTemporary, readTree } from './folders.ts'
import { makeFile, makePage, makeSpace } from './sources.ts'

/** Few names, so that a page comes to stand where a group, a folder, a file or another page was. */
const names = ['a', 'b', 'a/a', 'a/README', 'b/a', 'A', 'README', 'a.md/a']
const title = fc.constantFrom('a', 'b', 'A', 'c')
const path = fc.option(
  fc.constantFrom(...names).map(name => ({ path: `${name}.md` })),
  { nil: {} },
)

/** Bounded, since a tree that may be twice as wide at each level has no limit that a disk would like. */
function childOf(depth: number): fc.Arbitrary<SourceChild> {
  const entries =
    depth === 0 ? fc.constant<SourceChild[]>([]) : fc.array(childOf(depth - 1), { maxLength: 2 })
  return fc
    .tuple(title, path, entries, fc.boolean())
    .map(([name, known, below, empty]) =>
      makePage(name, { slug: name, ...known, entries: below }, empty ? null : `# ${name}\n`),
    )
}
const child = childOf(2)
const group: fc.Arbitrary<SourceEntry> = fc
  .tuple(title, fc.array(child, { maxLength: 3 }))
  .map(([name, entries]) => ({ type: 'group', title: name, slug: name, entries }))
const file = fc
  .tuple(fc.constantFrom('a', 'a/a', 'a.md', 'b', '.gitbook/assets/a', 'b/a.md/x'), fc.constantFrom('1', '2'))
  .map(([at, content]) => makeFile('x', content, at))
const space: fc.Arbitrary<BundleSource> = fc
  .record({
    entries: fc.array(fc.oneof(child, group), { maxLength: 4 }),
    files: fc.uniqueArray(file, { maxLength: 3, selector: one => one.id }),
  })
  .map(makeSpace)

test('whatever moved meanwhile, a bundle that replaces another is what a fresh one is, and nothing stays behind', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(space, { minLength: 2, maxLength: 3 }), async versions => {
      const kept = join(makeTemporary(), 'out')
      for (const one of versions) {
        await writeBundle({ folder: kept, replace: true }, one)
        const fresh = join(makeTemporary(), 'out')
        await writeBundle({ folder: fresh }, one)
        expect(readTree(kept)).toEqual(readTree(fresh))
      }
    }),
    { numRuns: 25, interruptAfterTimeLimit: 20_000 },
  )
}, 60_000)
