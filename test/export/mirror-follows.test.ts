import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { exportSpaces } from '../../src/export/export.ts'
import { MIRROR_STATE, mirrorSnapshot } from '../../src/export/mirror.ts'
import type { Vault } from '../../src/vault/vault.ts'
import { readTree } from '../bundle/folders.ts'
import { type Company, makeCompany } from '../helpers/company.ts'

const summary = (...lines: string[]) => `# Table of contents\n\n${lines.join('\n')}\n`

interface Copies {
  company: Company
  /** Of the newest snapshot: what the mirror, the export that replaces and a fresh export hold. */
  all(): Promise<Record<'mirror' | 'replaced' | 'fresh', Record<string, string>>>
}

async function makeCopies(): Promise<Copies> {
  const company = await makeCompany()
  const folder = mkdtempSync(join(tmpdir(), 'docvault-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  let count = 0
  return {
    company,
    async all() {
      const vault = company.vault()
      const snapshot = vault.snapshots().at(-1)
      if (!snapshot) throw new Error('no snapshot')
      const path = join(folder, 'mirror')
      const mirror = await mirrorSnapshot(vault, { snapshot, path, signal: new AbortController().signal })
      const replaced = join(folder, 'replaced')
      const fresh = join(folder, `fresh-${count++}`)
      await exportInto(vault, snapshot.snapshot, replaced)
      await exportInto(vault, snapshot.snapshot, fresh)
      return { mirror: filesIn(mirror.folder), replaced: filesIn(replaced), fresh: filesIn(fresh) }
    },
  }
}

async function exportInto(vault: Vault, snapshot: number, target: string): Promise<void> {
  for await (const _ of exportSpaces(vault, { snapshot, target, zip: false, replace: true }));
}

/** Without docvault's own lists. */
function filesIn(folder: string): Record<string, string> {
  const own = ['.docvault-bundle', '.docvault-export', MIRROR_STATE]
  const entries = Object.entries(readTree(folder))
  return Object.fromEntries(entries.filter(([path]) => !own.includes(path.split('/').at(-1) ?? '')))
}

const nameOf = async ({ emulator }: Company, title: string): Promise<string> => {
  const answer = await fetch(`${emulator.url}/orgs/${emulator.organization}/spaces`, {
    headers: { authorization: `Bearer ${emulator.token}` },
  })
  const { items } = Object(await answer.json())
  return items.find((one: { title: string }) => one.title === title).id
}

type Move = [what: string, move: (company: Company) => Promise<void> | void]

const moves: Move[] = [
  [
    'a page that moves into a folder of its own',
    ({ edit }) =>
      edit({
        'guides/install.md': null,
        'guides/install/README.md': '# Install\n\nNo link.\n',
        'SUMMARY.md': summary(
          '* [Welcome](README.md)',
          '',
          '## Guides',
          '',
          '* [Install](guides/install/README.md)',
        ),
      }),
  ],
  [
    'a page that becomes a group',
    ({ edit }) =>
      edit({
        'guides/install/README.md': null,
        'guides/linux.md': '# On Linux\n',
        'SUMMARY.md': summary(
          '* [Welcome](README.md)',
          '',
          '## Install',
          '',
          '* [On Linux](guides/linux.md)',
        ),
      }),
  ],
  [
    'a group that becomes a page again, with the page of it below',
    ({ edit }) =>
      edit({
        'install.md': '# Install\n',
        'SUMMARY.md': summary(
          '* [Welcome](README.md)',
          '* [Install](install.md)',
          '  * [On Linux](guides/linux.md)',
        ),
      }),
  ],
  [
    'groups that change places',
    ({ edit }) =>
      edit({
        'SUMMARY.md': summary(
          '* [Welcome](README.md)',
          '',
          '## Second',
          '',
          '* [On Linux](guides/linux.md)',
          '',
          '## First',
          '',
          '* [Install](install.md)',
        ),
      }),
  ],
  [
    'a space with another title',
    async company => {
      company.emulator.patch('space', await nameOf(company, 'Second'), { title: 'Renamed' })
    },
  ],
  [
    'two spaces that exchange their titles',
    async company => {
      const [one, other] = [await nameOf(company, 'Handbook'), await nameOf(company, 'Renamed')]
      company.emulator.patch('space', one, { title: 'Renamed' })
      company.emulator.patch('space', other, { title: 'Handbook' })
    },
  ],
]

test('after every move, mirror and replacing export are what a fresh export is, and nothing stays behind', async () => {
  const { company, all } = await makeCopies()
  await company.backUp()
  await all()
  for (const [what, move] of moves) {
    await move(company)
    await company.backUp()
    const { mirror, replaced, fresh } = await all()
    expect([what, mirror]).toEqual([what, fresh])
    expect([what, replaced]).toEqual([what, fresh])
  }
}, 90_000)

test('what changed under a gap is in the mirror once the gap is closed', async () => {
  const { company, all } = await makeCopies()
  await company.backUp()
  await all()
  await company.edit({ 'README.md': '# Edited while nobody could read it\n' })
  company.emulator.fault({ operation: 'getRevisionById', kind: 'status', status: 500 })
  expect(await company.backUp()).toMatchObject({ state: 'partial' })
  await all()
  company.emulator.clearFaults()
  expect(await company.backUp()).toMatchObject({ state: 'complete' })
  const { mirror, fresh } = await all()
  expect(mirror['Handbook/README.md']).toContain('Edited while')
  expect(mirror).toEqual(fresh)
}, 60_000)

test('an export that replaces takes back the folders of its own that no space has any more, and nothing else', async () => {
  const { company } = await makeCopies()
  await company.backUp()
  const out = join(company.folder, 'out')
  const vault = company.vault()
  await exportInto(vault, 1, out)
  const single = { snapshot: 1, target: join(out, 'mine'), space: 'Second', zip: false, replace: false }
  for await (const _ of exportSpaces(vault, single));
  company.emulator.remove('space', await nameOf(company, 'Second'))
  await company.backUp({ exact: true, allowShrink: true })
  await exportInto(company.vault(), 2, out)
  expect(
    readdirSync(out)
      .filter(name => !name.startsWith('.'))
      .sort(),
  ).toEqual(['Handbook', 'mine'])
}, 60_000)
