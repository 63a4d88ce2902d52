import { describe, expect, test } from 'vitest'
import { type Company, makeCompany } from '../../helpers/company.ts'
import { differencesOf, readSpace } from '../../helpers/random-states/space-facts.ts'
import { itemsOf, jsonOf, restoreHome } from '../../helpers/restoring.ts'

const shuffled = [
  '# Table of contents',
  '',
  '* [Elsewhere](https://example.com/)',
  '* [Empty](guides/empty.md)',
  '  * [Set up](guides/install.md)',
  '',
  '## Guides',
  '',
  '* [On Linux](guides/linux.md)',
  '  * [Welcome](README.md)',
  '',
].join('\n')

test('a tree that was shuffled and retitled is as it was, and a second plan is empty, profile current', async () => {
  const company = await makeCompany({ profile: 'current' })
  await company.backUp()
  const before = treeOf(company)
  await company.edit({ 'SUMMARY.md': shuffled, 'README.md': '---\nicon: bolt\n---\n\n# Welcome\n' })
  expect(treeOf(company)).not.toEqual(before)
  const home = restoreHome(company)
  const { plan, result } = await home.apply('1', { onConflict: 'update' })
  const words = plan?.steps.flatMap(one => one.changes ?? []).map(one => `${one.label}: ${one.words}`)
  expect(words).toContainEqual(
    expect.stringMatching(/^Install: moved back from "Empty" to "Guides"; title "Set up" → "Install"/),
  )
  expect(result?.outcome.failures).toEqual([])
  expect(result?.verification.differences).toEqual([])
  expect(result?.state).toBe('complete')
  expect(treeOf(company)).toEqual(before)
  expect((await home.plan('1', { onConflict: 'update' })).plan?.steps).toEqual([])
})

test('a page that only moved is seen, and left alone unless somebody wants it back', async () => {
  const company = await makeCompany({ profile: 'current' })
  await company.backUp()
  await company.edit({ 'SUMMARY.md': shuffled })
  const { plan } = await restoreHome(company).plan('1')
  expect(plan?.steps).toEqual([])
  expect(plan?.skipped.map(one => one.reason)).toContain('it was moved: left where it is')
})

test('links of a page that was moved and is put back lead to what stayed where it was, profile full', async () => {
  const company = await makeCompany({ profile: 'full' })
  await company.backUp()
  const vault = company.vault()
  const page = itemsOf(vault, '1', 'page').find(item => jsonOf(vault, item).title === 'Install')
  if (page === undefined || page.parentId === null) throw new Error('there is no page Install')
  const before = readSpace(company.emulator, page.parentId)
  const path = 'guides/deep/install.md'
  const git = { oid: '345834aef661905141848ed415540f0292c707c6', path }
  company.emulator.patch('page', page.id, { git, markdown: '# Install\n\nSpoiled.\n' })
  const { result } = await restoreHome(company).apply('1', { onConflict: 'update' })
  expect(result?.verification.differences).toEqual([])
  expect(differencesOf(before, readSpace(company.emulator, page.parentId))).toEqual([])
})

test('links of a page that is put back lead to where their targets stand now, profile full', async () => {
  const company = await makeCompany({ profile: 'full' })
  const summaryOf = (file: string) =>
    `* [Welcome](README.md)\n* [From](from.md)\n* [To](${file})\n* [Install](guides/install.md)\n`
  const files = { 'README.md': '# Welcome\n', 'SUMMARY.md': summaryOf('to.md') }
  await company.edit({ ...files, 'to.md': '# To\n', 'from.md': '# From\n\nSee [to](to.md).\n' })
  await company.backUp()
  await company.edit({
    'SUMMARY.md': summaryOf('elsewhere/to.md'),
    'to.md': null,
    'elsewhere/to.md': '# To\n',
    'from.md': '# From\n\nSpoiled.\n',
  })
  const home = restoreHome(company)
  const { result } = await home.apply('1', { pages: ['From'], onConflict: 'update' })
  expect(result?.verification.differences).toEqual([])
  expect(result?.outcome.failures).toEqual([])
  expect((await home.plan('1', { pages: ['From'], onConflict: 'update' })).plan?.steps).toEqual([])
})

describe.each(['document', 'full', 'current'] as const)('a deleted page, profile %s', profile => {
  test('comes back where it was as far as the service has a way, and only once', async () => {
    const company = await makeCompany({ profile })
    await company.backUp()
    const before = treeOf(company)
    const linux = idOf(before, 'On Linux')
    company.emulator.remove('page', linux)
    const home = restoreHome(company)
    const { plan, result } = await home.apply('1')
    expect(result?.outcome.failures).toEqual([])
    expect(result?.verification.differences).toEqual([])
    const after = treeOf(company)
    const titles = (tree: Tree) => tree.map(one => one.title).sort()
    expect(titles(after)).toEqual(titles(before))
    const losses = plan?.losses.map(one => one.property)
    if (profile === 'document') expect(losses).toContain('place')
    else expect(namesOf(after)).toEqual(namesOf(before))
    const again = await home.plan('1', { onConflict: 'update' })
    expect(again.plan?.steps).toEqual([])
  })
})

test('what no operation of the service changes is announced and tried by nobody, profile full', async () => {
  const company = await makeCompany({ profile: 'full' })
  await company.backUp()
  await company.edit({ 'SUMMARY.md': shuffled, 'README.md': '# Welcome\n' })
  const { plan, result } = await restoreHome(company).apply('1', { onConflict: 'update' })
  const losses = plan?.losses.map(one => `${one.property} × ${one.count}`)
  expect(losses).toEqual(expect.arrayContaining(['title × 1', 'description × 1']))
  expect(losses?.some(one => one.startsWith('place × '))).toBe(true)
  expect(result?.verification.differences).toEqual([])
})

interface Node {
  id: string
  title: string
  parent: string | null
  description?: string
  emoji?: string
  icon?: string
  slug?: string
  hidden?: boolean
}
type Tree = Node[]

/** Pages of the handbook in reading order; nothing of dates, addresses and the names of bodies. */
function treeOf({ emulator }: Company): Tree {
  const state = JSON.parse(JSON.stringify(emulator.state()))
  const space = state.spaces.find((one: { title: string }) => one.title === 'Handbook')
  return flat(space.content.pages, null)
}

interface Shown extends Omit<Node, 'parent'> {
  pages?: Shown[]
  updatedAt?: unknown
  documentId?: unknown
  urls?: unknown
}

function flat(pages: readonly Shown[], parent: string | null): Tree {
  return pages.flatMap(({ pages: below = [], updatedAt: _at, documentId: _body, urls: _urls, ...page }) => [
    { ...page, parent },
    ...flat(below, page.id),
  ])
}

function idOf(tree: Tree, title: string): string {
  return tree.find(one => one.title === title)?.id ?? ''
}

function namesOf(tree: Tree): string[] {
  const titles = new Map(tree.map(one => [one.id, one.title]))
  return tree.map(one => `${one.parent === null ? '' : titles.get(one.parent)}/${one.title}`)
}

test('a page of which only links are written is not shown with the text of the snapshot coming', async () => {
  const company = await makeCompany({ profile: 'current' })
  await company.backUp()
  const logo = itemsOf(company.vault(), '1', 'file').find(
    one => jsonOf(company.vault(), one).name === 'logo.png',
  )
  await company.edit({ 'README.md': '# Welcome\n\nWritten since.\n\n![logo](.gitbook/assets/logo.png)\n' })
  company.emulator.remove('file', logo?.id ?? '')
  const { plan } = await restoreHome(company).plan('1', { files: [logo?.id ?? ''] })
  expect(plan?.overwritten.map(one => one.label)).toContain('Welcome')
  expect(plan?.overwritten.flatMap(one => one.diff).join()).not.toContain('Written since')
  expect(plan?.overwritten.flatMap(one => one.diff).join()).toContain('only its links')
})

const linked = {
  'SUMMARY.md': '# Table of contents\n\n* [Welcome](README.md)\n* [Leaf](leaf.md)\n* [Last](last.md)\n',
  'leaf.md': '# Leaf\n\nSee [the first](README.md).\n',
  'last.md': '# Last\n\nSee [the leaf](leaf.md).\n',
}

test('a page whose links to what stayed are lost comes back once, and not once more, profile document', async () => {
  const company = await makeCompany({ profile: 'document' })
  await company.edit(linked)
  await company.backUp()
  company.emulator.remove('page', idOf(treeOf(company), 'Leaf'))
  const home = restoreHome(company)
  const { result } = await home.apply('1', { onConflict: 'update' })
  expect([result?.state, result?.verification.differences]).toEqual(['complete', []])
  const again = await home.plan('1', { onConflict: 'update' })
  expect(again.plan?.steps).toEqual([])
  expect(again.plan?.losses.map(one => `${one.property}: ${one.names}`)).toContain('links: Leaf')
})

test('links that lead nowhere already are written once, and announced where Markdown cannot say them, profile full', async () => {
  const company = await makeCompany({ profile: 'full' })
  const welcome = '# Welcome\n\n![logo](.gitbook/assets/logo.png)\n'
  await company.edit({ ...linked, 'README.md': welcome })
  company.emulator.remove('page', idOf(treeOf(company), 'Leaf'))
  await company.backUp()
  const logo = itemsOf(company.vault(), '1', 'file').find(
    one => jsonOf(company.vault(), one).name === 'logo.png',
  )
  company.emulator.remove('file', logo?.id ?? '')
  await company.backUp()
  for (const title of ['Last', 'Welcome'])
    company.emulator.patch('page', idOf(treeOf(company), title), { markdown: `# ${title}\n\nOverwritten.\n` })
  const home = restoreHome(company)
  const { plan, result } = await home.apply('2', { onConflict: 'update', spaces: ['Handbook'] })
  expect(plan?.losses.map(one => `${one.property}: ${one.names}`)).toEqual(['links: Welcome'])
  expect([result?.state, result?.verification.differences]).toEqual(['complete', []])
  const again = await home.plan('2', { onConflict: 'update', spaces: ['Handbook'] })
  expect(again.plan?.steps).toEqual([])
})

test('a page whose title no import sets gets no heading into its body, profile full', async () => {
  const company = await makeCompany({ profile: 'full' })
  await company.edit({ 'README.md': '# Welcome\n\nOne.\n', 'guides/empty.md': '# Empty\n\nTwo.\n' })
  await company.backUp()
  await company.edit({
    'SUMMARY.md': '# Table of contents\n\n* [Hello](README.md)\n* [Void](guides/empty.md)\n',
    'README.md': '# Hello\n\nOne.\n',
    'guides/empty.md': '# Void\n\nOverwritten.\n',
  })
  const home = restoreHome(company)
  const { plan, result } = await home.apply('1', { onConflict: 'update' })
  const losses = plan?.losses.map(one => `${one.property}: ${one.names}`)
  expect(losses).toEqual(expect.arrayContaining(['title: Welcome,Empty']))
  expect(losses).toEqual(expect.arrayContaining([expect.stringMatching(/^heading of the Markdown: .*Empty/)]))
  expect([result?.state, result?.verification.differences]).toEqual(['complete', []])
  expect((await home.plan('1', { onConflict: 'update' })).plan?.steps).toEqual([])
})
