/** Files of pages that get another path while title and text stay: a diff, an export and a mirror have to follow. */
import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadConfig } from '../../config/load.ts'
import { backupSettings } from '../../jobs/backup.ts'
import { openHeld } from '../../jobs/held.ts'
import { backUp } from '../../src/backup/backup.ts'
import type { DescribedChange } from '../../src/diff/change.ts'
import { compare } from '../../src/diff/compare.ts'
import { exportSpaces } from '../../src/export/export.ts'
import { mirrorSnapshot } from '../../src/export/mirror.ts'
import { resources } from '../../src/resources/index.ts'
import { type Company, makeCompany } from '../helpers/company.ts'
import { compareExport } from '../helpers/compare-export.ts'

const plain = summaryOf('* [Alpha](alpha.md)', '* [Beta](beta.md)')
const nested = summaryOf('* [Alpha](alpha/README.md)', '  * [Below](alpha/below.md)', '* [Beta](beta.md)')
const start = { 'SUMMARY.md': plain, 'alpha.md': '# Alpha\n\nFirst.\n', 'beta.md': '# Beta\n' }
const grown = {
  'SUMMARY.md': nested,
  'alpha.md': null,
  'alpha/README.md': '# Alpha\n\nFirst.\n',
  'alpha/below.md': '# Below\n',
}
const shrunk = {
  'SUMMARY.md': plain,
  'alpha/README.md': null,
  'alpha/below.md': null,
  'alpha.md': '# Alpha\n\nFirst.\n',
}

test('a page that gains its first child, and loses it again, is told to have another path', async () => {
  const company = await twoStates(start, grown)
  await company.edit(shrunk)
  await company.backUp()
  expect(pathsOf(changesOf(company, 1, 2))).toEqual(['alpha.md → alpha/README.md'])
  expect(pathsOf(changesOf(company, 2, 3))).toEqual(['alpha/README.md → alpha.md'])
  expect(changesOf(company, 2, 3).filter(one => one.type === 'removed')).toMatchObject([
    { description: { title: 'Below' } },
  ])
})

test('matched by path, too, a page in another file is one page and neither added nor deleted', async () => {
  const company = await twoStates(start, grown)
  const vault = company.vault()
  const [from, to] = [vault.resolve('1'), vault.resolve('2')]
  const changes = [...compare(vault, resources, { a: from, b: to }, { by: 'path', kinds: ['page'] })]
  expect(changes.map(({ type, description }) => `${type} ${description.title}`).sort()).toEqual([
    'added Below',
    'modified Alpha',
  ])
})

test('what only the rules for noise of another version call a change makes no new version', async () => {
  const company = await makeCompany()
  await company.edit({ 'guides/install.md': null, 'guides/linux.md': null, ...start })
  await backUpWithOtherNoise(company)
  await company.edit({ 'beta.md': '# Beta\n\nNew.\n' })
  expect(await company.backUp({ exact: true })).toMatchObject({ added: 0, modified: 1, removed: 0 })
  expect(changesOf(company, 1, 2).map(one => `${one.actions} ${one.description.title}`)).toEqual([
    'edited Beta',
  ])
})

test('an export over an older one, and the mirror, hold the page at its new path only', async () => {
  const company = await twoStates(start)
  const [exported, mirrored] = [join(company.folder, 'export'), join(company.folder, 'mirror')]
  const follow = async () => {
    const vault = company.vault()
    const snapshot = vault.resolve('latest')
    const wanted = {
      snapshot: snapshot.snapshot,
      target: exported,
      space: 'Handbook',
      zip: false,
      replace: true,
    }
    for await (const _ of exportSpaces(vault, wanted));
    const signal = AbortSignal.timeout(60_000)
    const { folder } = await mirrorSnapshot(vault, { snapshot, path: mirrored, signal })
    return [exported, join(folder, 'Handbook')].flatMap(
      copy => compareExport(company.handbook, copy).differences,
    )
  }
  expect(await follow()).toEqual([])
  for (const edit of [grown, shrunk]) {
    await company.edit(edit)
    await company.backUp()
    expect(await follow()).toEqual([])
  }
  expect(existsSync(join(exported, 'alpha.md'))).toBe(true)
  expect(existsSync(join(exported, 'alpha/README.md'))).toBe(false)
})

test('a page whose path follows from the title of its neighbour is told to have another one', async () => {
  const company = await twoStates(
    {
      'SUMMARY.md': summaryOf('* [Same](same.md)', '* [Same](same-2.md)'),
      'same.md': '# Same\n\nA\n',
      'same-2.md': '# Same\n\nB\n',
    },
    {
      'SUMMARY.md': summaryOf('* [Other](other.md)', '* [Same](same.md)'),
      'other.md': '# Other\n\nA\n',
      'same.md': '# Same\n\nB\n',
      'same-2.md': null,
    },
  )
  const kept = company.vault().resolve('latest')
  const target = join(company.folder, 'export')
  const wanted = { snapshot: kept.snapshot, target, space: 'Handbook', zip: false, replace: true }
  for await (const _ of exportSpaces(company.vault(), wanted));
  expect(compareExport(company.handbook, target).differences).toEqual([])
})

test('a page whose file alone is renamed is told to have another path', async () => {
  const company = await makeCompany()
  await company.backUp()
  renameSync(join(company.handbook, 'guides/install.md'), join(company.handbook, 'guides/set-up.md'))
  await company.edit({
    'SUMMARY.md':
      '# Table of contents\n\n* [Welcome](README.md)\n\n## Guides\n\n* [Install](guides/set-up.md)\n  * [On Linux](guides/linux.md)\n* [Empty](guides/empty.md)\n* [Elsewhere](https://example.com/)\n',
  })
  await company.backUp()
  expect(pathsOf(changesOf(company, 1, 2))).toEqual(['guides/install.md → guides/set-up.md'])
})

/** As a version of docvault that took more of a page for noise. */
async function backUpWithOtherNoise({ env }: Company): Promise<void> {
  const config = loadConfig({ env })
  const others = resources.map(one => ({
    ...one,
    volatile: [...(one.volatile ?? []), 'git', 'slug', 'title'],
  }))
  const held = openHeld(config, { command: 'test' })
  try {
    const platform = held.client(undefined)
    for await (const organization of platform.organizations.list()) {
      const settings = backupSettings(config, {})
      await backUp({
        platform,
        vault: await held.vault(),
        resources: others,
        settings,
        organization,
        trigger: 'test',
      })
    }
  } finally {
    await held.close()
  }
}

function summaryOf(...lines: readonly string[]): string {
  return `# Table of contents\n\n* [Welcome](README.md)\n${lines.join('\n')}\n`
}

async function twoStates(...states: readonly Record<string, string | null>[]): Promise<Company> {
  const company = await makeCompany()
  await company.edit({ 'guides/install.md': null, 'guides/linux.md': null })
  for (const state of states) {
    await company.edit(state)
    await company.backUp()
  }
  return company
}

function changesOf(company: Company, a: number, b: number): DescribedChange[] {
  const vault = company.vault()
  const [from, to] = [vault.resolve(String(a)), vault.resolve(String(b))]
  return [...compare(vault, resources, { a: from, b: to }, { by: 'id' })]
}

function pathsOf(changes: readonly DescribedChange[]): string[] {
  return changes.flatMap(({ fields }) =>
    fields.filter(one => one.path === 'git.path').map(one => `${one.before} → ${one.after}`),
  )
}
