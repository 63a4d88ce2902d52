import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { SnapshotSummary } from '../../src/model/snapshot.ts'
import { type Company, makeCompany } from '../helpers/company.ts'
import { docvault } from '../helpers/docvault.ts'

type Node = Record<string, unknown> & { id: string; pages: Node[] }
interface Tree {
  pages: Node[]
  files: Record<string, unknown>[]
  reusableContents: Record<string, unknown>[]
}

/** Stands for what JSON.stringify cannot write. */
const DEEP = 'nested 5,000 deep'
const nested = `${'['.repeat(5000)}${']'.repeat(5000)}`

/** The page `Install` has `On Linux` below it, and stands in the group `Guides`. */
const titled = (tree: Tree, title: string): Node => {
  const find = (nodes: readonly Node[]): Node | undefined =>
    nodes.find(one => one.title === title) ??
    nodes.map(one => find(one.pages ?? [])).find(one => one !== undefined)
  const found = find(tree.pages)
  if (!found) throw new Error(`no ${title}`)
  return found
}

interface Spoiled {
  company: Company
  ids: Record<'install' | 'linux' | 'guides' | 'logo' | 'note', string>
  summary: SnapshotSummary
}

/** A complete snapshot, then one after an edit of the space in which the revision is spoiled. */
async function afterSpoiling(spoil: (tree: Tree) => void): Promise<Spoiled> {
  const company = await makeCompany()
  await company.backUp()
  const before = await treeOf(company)
  await company.edit({ 'README.md': '# Welcome\n\nEdited meanwhile.\n' })
  const tree = await treeOf(company)
  spoil(tree)
  company.emulator.fault({
    operation: 'getRevisionById',
    kind: 'answer',
    text: JSON.stringify(tree).replace(JSON.stringify(DEEP), nested),
    match: (await handbookOf(company)).id,
  })
  const summary = await company.backUp()
  company.emulator.clearFaults()
  const ids = {
    install: titled(before, 'Install').id,
    linux: titled(before, 'On Linux').id,
    guides: titled(before, 'Guides').id,
    logo: String(before.files.find(one => one.name === 'logo.png')?.id),
    note: String(before.reusableContents[0]?.id),
  }
  return { company, ids, summary }
}

async function treeOf(company: Company): Promise<Tree> {
  const { id, revision } = await handbookOf(company)
  return JSON.parse(await ask(company, `/spaces/${id}/revisions/${revision}?metadata=true&computed=false`))
}

async function handbookOf(company: Company): Promise<{ id: string; revision: string }> {
  const { items } = JSON.parse(await ask(company, `/orgs/${company.emulator.organization}/spaces`))
  return items.find((one: { title: string }) => one.title === 'Handbook')
}

async function ask({ emulator }: Company, path: string): Promise<string> {
  const response = await fetch(`${emulator.url}${path}`, {
    headers: { authorization: `Bearer ${emulator.token}` },
  })
  return response.text()
}

const gapsOf = ({ gaps }: SnapshotSummary) =>
  gaps.map(({ kind, resource }) => `${kind} ${resource ?? '*'}`).sort()

const logo = (tree: Tree) => Object(tree.files.find(one => one.name === 'logo.png'))

type Spoiler = { what: string; spoil: (tree: Tree) => void; gaps: (ids: Spoiled['ids']) => string[] }

const install = (tree: Tree) => titled(tree, 'Install')

const spoilers: Spoiler[] = [
  {
    what: 'a page without a title',
    spoil: tree => Reflect.deleteProperty(install(tree), 'title'),
    gaps: ids => [`page ${ids.install}`],
  },
  {
    what: 'a page with a field nested 5,000 deep',
    spoil: tree => Object.assign(install(tree), { extra: DEEP }),
    gaps: ids => [`page ${ids.install}`],
  },
  {
    what: 'a group without a title, above pages that are sound',
    spoil: tree => Reflect.deleteProperty(titled(tree, 'Guides'), 'title'),
    gaps: ids => [`page-group ${ids.guides}`],
  },
  {
    what: 'a page whose children are no list',
    spoil: tree => Object.assign(install(tree), { pages: 'many' }),
    gaps: ids => [`page ${ids.install}`, `page ${ids.linux}`, 'revision content'],
  },
  {
    what: 'a page with an empty id, and one below it',
    spoil: tree => Object.assign(install(tree), { id: '' }),
    gaps: ids => ['page item 3', `page ${ids.install}`, `page ${ids.linux}`, 'revision content'],
  },
  {
    what: 'a page that has the id of another',
    spoil: tree => install(tree).pages.push({ ...install(tree), pages: [] }),
    gaps: ids => [`page ${ids.install}`],
  },
  {
    what: 'a group that does not say that it is one',
    spoil: tree => Object.assign(titled(tree, 'Guides'), { type: 7 }),
    gaps: ids => [`page ${ids.guides}`, `page-group ${ids.guides}`],
  },
  {
    what: 'no page at all, but null',
    spoil: tree => Object.assign(install(tree), { pages: [null] }),
    gaps: ids => ['page item 4', `page ${ids.linux}`, 'revision content'],
  },
  {
    what: 'a file without a size',
    spoil: tree => Reflect.deleteProperty(logo(tree), 'size'),
    gaps: ids => [`file ${ids.logo}`],
  },
  {
    what: 'two files of one id',
    spoil: tree => tree.files.push({ ...logo(tree), size: 1 }),
    gaps: ids => [`file ${ids.logo}`],
  },
  {
    what: 'the same file twice',
    spoil: tree => tree.files.push({ ...logo(tree) }),
    gaps: () => [],
  },
  {
    what: 'reusable content without a title',
    spoil: tree => Reflect.deleteProperty(Object(tree.reusableContents[0]), 'title'),
    gaps: ids => [`reusable-content ${ids.note}`],
  },
]

test.each(spoilers)('$what: that is a gap, the rest of the space is read', async ({ spoil, gaps }) => {
  const { company, ids, summary } = await afterSpoiling(spoil)
  const expected = gaps(ids).sort()
  expect(gapsOf(summary)).toEqual(expected)
  expect(summary).toMatchObject({
    state: expected.length > 0 ? 'partial' : 'complete',
    removed: 0,
    resources: { page: 10, 'page-group': 2, file: 4 },
  })
  const vault = company.vault()
  const welcome = [...vault.resources(2, { kind: 'page' })].filter(one => one.since === 2)
  expect(welcome).toHaveLength(1)
  const findings = []
  for await (const one of vault.check({ readData: true })) findings.push(one)
  expect(findings).toEqual([])
  const next = await company.backUp()
  expect(next).toMatchObject({ state: 'complete', removed: 0, added: 0, gaps: [] })
})

test('where it cannot be told what is what, the whole content is a gap and all of it stays', async () => {
  for (const spoil of [
    (tree: Tree) => Object.assign(tree, { pages: 'none' }),
    (tree: Tree) => Object.assign(tree, { id: '' }),
    (tree: Tree) => tree.pages.push(...Array.from({ length: 101 }, () => ({ id: '', pages: [] }))),
  ]) {
    const { summary } = await afterSpoiling(spoil)
    expect(gapsOf(summary)).toEqual(['file *', 'page *', 'page-group *', 'reusable-content *', 'revision *'])
    expect(summary).toMatchObject({ state: 'partial', removed: 0, resources: { page: 10 } })
  }
})

test('changes are unknown, an export has what is kept, and a restore says what it was not given', async () => {
  const { company } = await afterSpoiling(tree => Object.assign(install(tree), { id: '' }))
  const run = (...args: string[]) => docvault(args, { cwd: company.folder, env: company.env })
  const diff = await run('diff', '1', '2', '--json')
  const states = diff.events.filter(one => one.message_type === 'change').map(one => one.type)
  expect(states).not.toContain('removed')
  expect(states).toContain('unknown')
  const exported = await run('export', '2', 'out')
  expect(exported.code).toBe(3)
  const summaryText = readFileSync(join(company.folder, 'out/Handbook/SUMMARY.md'), 'utf8')
  expect(summaryText).toContain('guides/install.md')
  expect(summaryText).toContain('guides/linux.md')
  const plan = await run('restore', '2')
  expect(plan.stdout.toString()).toMatch(/snapshot 2 is partial[\s\S]*\n {2}page item 3: /)
})
