/** Pages are published where they were: whatever files a table of contents names, and whether these are there or not. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { BundleEntry } from '../../src/bundle/bundle.ts'
import { readBundle } from '../../src/bundle/read.ts'
import type { SourceChild, SourceEntry } from '../../src/bundle/source.ts'
import { writeBundle } from '../../src/bundle/write.ts'

const FILES = ['README.md', 'a/README.md', 'a.md', 'a/b.md', 'a/b/README.md', 'c/README.md', 'c/d.md', 'e.md']
const file = fc.constantFrom(...FILES)
const item = fc.record({ file, there: fc.boolean(), depth: fc.nat(2), group: fc.boolean() })
const spaces = fc.record({ items: fc.array(item, { minLength: 1, maxLength: 6 }), readme: fc.option(file) })

/** As the platform calls it. */
const addressOf = (path: string) => path || 'readme'

test('a bundle for an import publishes every page where the platform had it', async () => {
  const work = mkdtempSync(join(tmpdir(), 'docvault-addresses-'))
  try {
    await fc.assert(
      fc.asyncProperty(spaces, async space => {
        const [from, to] = [join(work, 'from'), join(work, 'to')]
        for (const folder of [from, to]) rmSync(folder, { recursive: true, force: true })
        writeSpace(from, space)
        const { entries } = await readBundle(from)
        const source = { title: 'Space', entries: entries.map(entryOf), files: [], includes: [] }
        await writeBundle({ folder: to }, { ...source, variables: {}, redirects: {}, addressesFirst: true })
        expect(addressesOf((await readBundle(to)).entries)).toEqual(addressesOf(entries))
      }),
      { numRuns: 20 },
    )
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
})

type Space = typeof spaces extends fc.Arbitrary<infer T> ? T : never

function writeSpace(folder: string, { items, readme }: Space): void {
  let depth = 0
  const lines = items.flatMap(({ file: name, depth: wanted, group }, index) => {
    depth = group ? 0 : Math.min(wanted, depth + 1)
    if (index === 0) depth = 0
    return [
      ...(group ? ['', `## Group ${index}`, ''] : []),
      `${'  '.repeat(depth)}* [Page ${index}](${name})`,
    ]
  })
  const files: [string, string][] = items
    .filter(one => one.there)
    .map(({ file: name }) => [name, `# ${name}\n\nText.\n`])
  const settings: [string, string][] =
    readme === null ? [] : [['.gitbook.yaml', `structure:\n  readme: ${readme}\n`]]
  const summary: [string, string] = ['SUMMARY.md', `# Table of contents\n\n${lines.join('\n')}\n`]
  for (const [path, text] of [...files, ...settings, summary]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

function entryOf(entry: BundleEntry): SourceEntry {
  return entry.type === 'group'
    ? { ...entry, entries: entry.entries.flatMap(childOf) }
    : (childOf(entry)[0] ?? { type: 'link', title: '', url: null })
}

function childOf(entry: BundleEntry): SourceChild[] {
  if (entry.type !== 'page') return []
  const { title, slug, path, markdown, file: name, entries } = entry
  const bytes = markdown === undefined ? null : Buffer.from(markdown)
  return [
    {
      type: 'page',
      title,
      slug: slug || 'readme',
      address: addressOf(path),
      ...(bytes === null ? {} : { path: name }),
      markdown: () => bytes,
      entries: entries.flatMap(childOf),
    },
  ]
}

function addressesOf(entries: readonly BundleEntry[]): unknown[] {
  return entries.map(entry => {
    if (entry.type === 'group') return [entry.title, addressesOf(entry.entries)]
    return entry.type === 'page' ? [entry.title, addressOf(entry.path), addressesOf(entry.entries)] : entry
  })
}
