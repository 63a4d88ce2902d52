import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { BundleEntry } from '../../src/bundle/bundle.ts'
import { makeStanding, type Places } from '../../src/bundle/places.ts'
import { readBundle } from '../../src/bundle/read.ts'
import { cleanTitle } from '../../src/bundle/render-summary.ts'
import type { SourceChild, SourceEntry, SourcePage } from '../../src/bundle/source.ts'
import { writeBundle } from '../../src/bundle/write.ts'
import { makeTemporary } from './folders.ts'
import { makeFile, makeSpace, toSource } from './sources.ts'

const NOWHERE = { ...makeStanding([]), file: '' }
const NASTY = [
  '[',
  ']',
  '](x.md)',
  '\\',
  '`',
  '*',
  '_a_',
  '<b>',
  '<!--',
  '-->',
  '&amp;',
  '"',
  '# ',
  '***',
  '{% x %}',
  '{{y}}',
  '$$',
  '~~',
  '\n',
  '\r\n',
  'https://x.org',
  '<https://x.org>',
  '![i](j)',
  '入门',
  'سلام',
  '👩‍💻',
  '\u202f',
  '\u00a0',
  '\ufeff',
  '* ',
  '```',
  '%20',
  '%',
  '../',
  'README',
  '| a |',
  '\\\\',
  '!',
  ' <a id="x"></a>',
]
const text = fc.oneof(
  fc
    .array(fc.oneof(fc.constantFrom(...NASTY), fc.string({ maxLength: 4 })), { maxLength: 5 })
    .map(parts => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 12 }),
)
const name = text.map(value => value.replaceAll('/', '-')).filter(value => value !== '')
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map(names => `${names.join('/')}.md`)
const optional = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined })

const link = fc
  .record({ title: text, url: text.map(value => `https://x.org/${value}`) })
  .map((value): SourceChild => ({ type: 'link', ...value }))
const computed = fc
  .record({ title: optional(text), props: fc.jsonValue() })
  .map(({ title, props }): SourceChild => {
    const source = { type: 'builtin:openapi', props }
    return { type: 'computed', source, ...(title === undefined ? {} : { title }) }
  })

function pages(depth: number): fc.Arbitrary<SourceChild[]> {
  const entries = depth === 0 ? fc.constant<SourceChild[]>([]) : pages(depth - 1)
  const page = fc
    .record({
      title: text,
      slug: text,
      path: optional(path),
      label: optional(text),
      body: fc.option(text),
      entries,
    })
    .map(
      ({ path: known, label, body, ...rest }): SourcePage => ({
        type: 'page',
        ...rest,
        ...(known === undefined ? {} : { path: known }),
        ...(label === undefined ? {} : { label }),
        markdown: () => (body === null ? null : Buffer.from(body)),
      }),
    )
  return fc.array(fc.oneof({ weight: 4, arbitrary: page }, link, computed), { maxLength: 4 })
}

const group = fc
  .record({ title: text, slug: text, entries: pages(1) })
  .map((value): SourceEntry => ({ type: 'group', ...value }))
const tree = fc.array(fc.oneof(group, pages(2)), { maxLength: 4 }).map(parts => parts.flat())

/** What must survive: kinds, order, nesting, titles, labels, addresses, sources and bodies. */
async function expected(entries: SourceEntry[]): Promise<unknown[]> {
  const all: unknown[] = []
  for (const entry of entries) {
    if (entry.type === 'link')
      all.push({ ...entry, title: cleanTitle(entry.title), url: cleanTitle(entry.url ?? '') })
    else if (entry.type === 'computed') all.push(JSON.parse(JSON.stringify(entry)))
    else if (entry.type === 'group')
      all.push({ type: 'group', title: cleanTitle(entry.title), below: await expected(entry.entries) })
    else all.push(await expectedPage(entry))
  }
  return all
}

async function expectedPage(page: SourcePage): Promise<unknown> {
  const label = cleanTitle(page.label ?? '')
  const body = (await page.markdown(NOWHERE))?.toString()
  const title = cleanTitle(page.title) || 'Untitled'
  return { type: 'page', title, label, body: body ?? 'empty', below: await expected(page.entries) }
}

function actual(entries: BundleEntry[], empty: ReadonlySet<string>): unknown[] {
  return entries.map(entry => {
    if (entry.type === 'link') return { ...entry }
    if (entry.type === 'computed') return JSON.parse(JSON.stringify(entry))
    const below = actual(entry.entries, empty)
    if (entry.type === 'group') return { type: 'group', title: entry.title, below }
    const { title, label = '', file, markdown = 'empty' } = entry
    return { type: 'page', title, label, body: empty.has(file) ? 'empty' : markdown, below }
  })
}

/** Pages without a body and without a path get a file with their title. */
function titleFiles(entries: BundleEntry[]): string[] {
  return entries.flatMap(entry => {
    if (entry.type === 'group') return titleFiles(entry.entries)
    if (entry.type !== 'page') return []
    const made = entry.markdown?.startsWith('# ') && !entry.markdown.includes('body')
    return [...(made ? [entry.file] : []), ...titleFiles(entry.entries)]
  })
}

test('what is written is read back as the same structure, whatever titles and paths look like', async () => {
  const parent = makeTemporary()
  let runs = 0
  await fc.assert(
    fc.asyncProperty(tree, async entries => {
      const folder = join(parent, String(runs++))
      const marked = markBodies(entries)
      await writeBundle({ folder }, makeSpace({ entries: marked }))
      const bundle = await readBundle(folder)
      expect(actual(bundle.entries, new Set(titleFiles(bundle.entries)))).toEqual(await expected(marked))
      expect(
        bundle.problems.filter(({ kind }) => kind === 'outside-root' || kind === 'summary-line'),
      ).toEqual([])
    }),
    { numRuns: 150 },
  )
})

/** So that a body is never mistaken for the title file of an empty page. */
function markBodies(entries: SourceEntry[]): SourceEntry[] {
  return entries.map(entry =>
    entry.type === 'group' ? { ...entry, entries: entry.entries.map(markBody) } : markBody(entry),
  )
}

function markBody(entry: SourceChild): SourceChild {
  if (entry.type !== 'page') return entry
  const markdown = async (places: Places): Promise<Buffer | null> => {
    const body = await entry.markdown(places)
    return body === null ? null : Buffer.concat([body, Buffer.from(' body')])
  }
  return { ...entry, markdown, entries: entry.entries.map(markBody) }
}

test('a second copy is like the first, and no path leaves the folder', async () => {
  const parent = makeTemporary()
  let runs = 0
  const files = fc.array(fc.record({ name: text, path: optional(fc.oneof(path, text)), content: text }), {
    maxLength: 6,
  })
  await fc.assert(
    fc.asyncProperty(tree, files, async (entries, some) => {
      const folder = join(parent, `run${runs++}`)
      const space = makeSpace({
        entries,
        files: some.map(file => makeFile(file.name, file.content, file.path)),
      })
      const report = await writeBundle({ folder: join(folder, 'a') }, space)
      const first = await readBundle(join(folder, 'a'))
      const again = await writeBundle({ folder: join(folder, 'b') }, toSource(first))
      const second = await readBundle(join(folder, 'b'))
      expect(readdirSync(folder)).toEqual(['a', 'b'])
      expect(again.renamed).toEqual([])
      expect(second.entries).toEqual(first.entries)
      expect(report.files).toBe(some.length)
      expect(readdirSync(parent).every(entry => entry.startsWith('run'))).toBe(true)
    }),
    { numRuns: 100 },
  )
  expect(existsSync(join(parent, '..', 'README.md'))).toBe(false)
})

test('a line in a computed entry that looks like the end of its code ends nothing', async () => {
  const folder = join(makeTemporary(), 'bundle')
  const title = 'A "quoted" line\n```\n* [No page](no.md)'
  const entry: SourceChild = { type: 'computed', source: { type: 'builtin:openapi' }, title }
  await writeBundle({ folder }, makeSpace({ entries: [entry] }))
  expect((await readBundle(folder)).entries).toEqual([entry])
})

test('two pages whose paths are nothing but an extension both stay pages', async () => {
  const folder = join(makeTemporary(), 'bundle')
  const page = (body: string): SourcePage => ({
    type: 'page',
    title: body,
    slug: '',
    path: '\\\\.md',
    entries: [],
    markdown: () => Buffer.from(body),
  })
  await writeBundle({ folder }, makeSpace({ entries: [page('one'), page('two')] }))
  const { entries } = await readBundle(folder)
  expect(entries).toMatchObject([{ markdown: 'one' }, { markdown: 'two' }])
})
