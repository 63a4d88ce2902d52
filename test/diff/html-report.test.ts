/** The report of what changed as one HTML file: each kind of change once, in words, and with nothing to click away. */
import { expect, test } from 'vitest'
import { compare } from '../../src/diff/compare.ts'
import { makeLabelOf, shownJson } from '../../src/diff/describe.ts'
import { makeFilter } from '../../src/diff/filter.ts'
import { renderHtmlDiff } from '../../src/diff/html/report.ts'
import { resources } from '../../src/resources/index.ts'
import { type Branch, type Tree, writeTree } from '../helpers/snapshot-tree.ts'
import { itemOf, newVault, seal } from '../vault/fixture.ts'

const page = (title: string, markdown: string, json: object = {}): Branch => ({
  json: { title, ...json },
  parts: { markdown },
})

function company(pages: Readonly<Record<string, Branch>>, more: Tree = {}): Tree {
  const order = Object.keys(pages).map(id => ({ id, pages: [] }))
  const below = { revision: { r: { json: { pages: order } } }, page: pages }
  return { organization: { org: { below: { space: { s: { json: { title: 'A & B' }, below } }, ...more } } } }
}

async function pairOf(left: Tree, right: Tree) {
  const { vault } = await newVault()
  await writeTree(vault, left)
  await writeTree(vault, right)
  const [a, b] = [vault.resolve('1'), vault.resolve('2')]
  const changes = () => compare(vault, resources, { a, b }, { by: 'id' })
  return { vault, a, b, changes, html: () => [...renderHtmlDiff({ vault, a, b, changes })].join('') }
}

/** What a person reads, without the head. */
function wordsOf(html: string): string {
  const body = html.slice(html.indexOf('<body'))
  return body
    .replaceAll(/<style>[\s\S]*?<\/style>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

test('each change is told under its section, with fields, sizes and the text beside each other', async () => {
  const left = company({ p: page('One', 'old words\n', { icon: 'x' }), q: page('Two', 'gone\n') })
  const right = company({ p: page('<One>', 'new words\n', { icon: 'y' }), n: page('Three', 'come\n') })
  const { html, changes } = await pairOf(left, right)
  const total = [...changes()].length
  const words = wordsOf(html())
  expect(words).toContain(`Each of ${total} changes`)
  expect(words).toContain('From snapshot 1,')
  expect(words).toContain('org: what changed')
  expect(words).toContain('page in A &amp; B (3)')
  expect(words).toContain('− deleted: Two page q in A &amp; B')
  expect(words).toContain('+ created: Three page n in A &amp; B')
  expect(words).toContain('icon x y')
  expect(words).toMatch(/markdown: 10 bytes \(SHA-256 [0-9a-f]{12}…\) → 10 bytes \(SHA-256/)
  expect(html()).toContain('<del>old</del>')
  expect(html()).not.toContain('<One>')
  const ids = [...html().matchAll(/ id="(change-\d+)"/g)].map(([, id]) => id)
  const links = [...html().matchAll(/href="#(change-\d+)"/g)].map(([, id]) => id)
  expect([ids.length, ids]).toEqual([total, links])
  const sections = [...html().matchAll(/<h2 id="([^"]+)"/g)].map(([, id]) => id)
  expect([...html().matchAll(/href="#(section-[^"]+)"/g)].map(([, id]) => id)).toEqual(sections)
  expect(words).not.toContain('Nothing changed')
  expect(words).not.toContain('Partial')
})

test('where nothing changed it says so', async () => {
  const same = company({ p: page('One', 'words\n') })
  const { html } = await pairOf(same, same)
  expect(wordsOf(html())).toContain('Nothing changed.')
})

test('of many changes the contents are folded, and name a thousand', async () => {
  const teams = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`t${index}`, { json: { title: `T${index}` } }]),
    )
  const many = await pairOf(company({}, { team: {} }), company({}, { team: teams(1002) }))
  expect(many.html()).toContain('<details><summary>Each of 1002 changes')
  expect(wordsOf(many.html())).toContain('… and 2 more below.')
  const few = await pairOf(company({}, { team: {} }), company({}, { team: teams(60) }))
  expect(few.html()).toContain('<details open><summary>Each of 60 changes')
  expect(wordsOf(few.html())).not.toContain('more below')
})

test('what could not be read is told as not known, with the reason, and the report as partial', async () => {
  const { vault } = await newVault()
  await writeTree(vault, {
    organization: { org: { below: { space: { s: { json: { title: 'Manual' } } } } } },
  })
  const writer = vault.begin({ id: 'org', title: 'org' }, 'test')
  const scope = writer.scope(null, 'organization')
  const org = await scope.add(itemOf('org', 'org'))
  await scope.finish({ token: null, exact: true })
  writer.gap({ parentKey: org, kind: 'space', class: 'refused', message: 'no <access>' })
  await seal(writer)
  const [a, b] = [vault.resolve('1'), vault.resolve('2')]
  const changes = () => compare(vault, resources, { a, b }, { by: 'id' })
  const words = wordsOf([...renderHtmlDiff({ vault, a, b, changes })].join(''))
  expect(words).toContain('Partial: snapshot 2 could not read everything.')
  expect(words).toContain('? unknown: every space')
  expect(words).toContain('Not known: no &lt;access&gt; (refused).')
  expect(words).not.toContain('deleted')
})

test('a filter by path takes a file, a folder with or without its slash, and a pattern', async () => {
  const file = (path: string) => page(path, 'x\n', { path, git: { path: `${path}.md` } })
  const { vault, changes } = await pairOf(
    company({}),
    company({ p: file('guides/a'), q: file('guides/deep/b'), r: file('guidesmore') }),
  )
  const found = (path: string) => {
    const isWanted = makeFilter(vault, makeLabelOf(vault, resources), { path })
    return [...changes()].filter(isWanted).map(one => one.description.title)
  }
  for (const folder of ['guides', 'guides/', 'guides//'])
    expect(found(folder)).toEqual(['guides/a', 'guides/deep/b'])
  expect(found('guides/a.md')).toEqual(['guides/a'])
  expect(found('*.md')).toEqual(['guidesmore'])
  expect(found('guid')).toEqual([])
})

test('a change outside of every space belongs to none', async () => {
  const { vault, changes } = await pairOf(
    company({}),
    company({ p: page('One', 'x\n') }, { team: { t: { json: { title: 'A & B' } } } }),
  )
  const isWanted = makeFilter(vault, makeLabelOf(vault, resources), { space: 'A & B' })
  expect([...changes()].filter(isWanted).map(one => one.description.kind)).toEqual(
    expect.arrayContaining(['page']),
  )
  expect([...changes()].filter(isWanted).map(one => one.description.kind)).not.toContain('team')
})

test('what is secret is kept and never shown', async () => {
  const installation = { i: { json: { integration: 'bot', configuration: { token: 'hidden' } } } }
  const { vault } = await pairOf(company({}, { installation }), company({}))
  const [found] = vault.find(1, 'installation', 'i')
  const shown = JSON.stringify(found && shownJson(vault, resources, found))
  expect(shown).toContain('bot')
  expect(shown).toContain('(secret)')
  expect(shown).not.toContain('hidden')
})
