/** What the manual says of the format is enough to read a vault with tools that know nothing of docvault. */
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { MIGRATIONS } from '../../src/vault/catalog/schema.ts'
import { openVaultForWriting } from '../../src/vault/vault.ts'
import { makeCompany } from '../helpers/company.ts'
import { docvault } from '../helpers/docvault.ts'
import { temporaryFolder } from '../vault/fixture.ts'
import { NIGHTS } from '../vault/golden/organization.ts'
import { FORMATS, unpackGolden } from '../vault/golden/unpack.ts'

const MANUAL = join(import.meta.dirname, '../../docs/reference/vault-format.md')
/** Debian's own, which has Debian's python3-zstandard. */
const PYTHON = '/usr/bin/python3'

const text = readFileSync(MANUAL, 'utf8')
const [, program = ''] = /```python\n([\s\S]*?)```/.exec(text) ?? []

function readPage(vault: string, snapshot: number, page: string): Buffer {
  const script = join(temporaryFolder(), 'page.py')
  writeFileSync(script, program)
  return execFileSync(PYTHON, [script, vault, String(snapshot), page], { stdio: 'pipe' })
}

test('python3 and python3-zstandard are there to try it', () => {
  const script = 'import sqlite3, zstandard'
  expect(() => execFileSync(PYTHON, ['-c', script], { stdio: 'pipe' })).not.toThrow()
})

test('the program is fifteen lines, and the manual names every format', () => {
  expect(program.trim().split('\n').length).toBe(15)
  const formats = [...text.matchAll(/^\| (\d+) \| /gm)].map(([, format]) => Number(format))
  expect(formats.slice(-MIGRATIONS.length)).toEqual(MIGRATIONS.map((_, index) => index + 1))
})

test('every page of a fresh vault is read as docvault shows it: from blocks, deltas and files', async () => {
  const company = await makeCompany()
  const long = `# Long\n\n${randomBytes(150_000).toString('base64')}\n`
  await company.edit({ 'guides/install.md': long })
  await company.backUp()
  await company.edit({ 'README.md': '# Welcome\n\nEdited.\n', 'guides/install.md': `${long}More.\n` })
  await company.backUp()
  const { vaultPath } = company
  const db = new Database(join(vaultPath, 'catalog.db'), { readonly: true })
  onTestFinished(() => void db.close())
  expect(db.prepare('SELECT count(*) FROM block WHERE base IS NOT NULL').pluck().get()).toBeGreaterThan(0)
  expect(db.prepare('SELECT count(*) FROM block WHERE data IS NULL').pluck().get()).toBeGreaterThan(0)
  const vault = company.vault()
  let compared = 0
  for (const snapshot of [1, 2]) {
    const pages = [...vault.resources(snapshot, { kind: 'page' })]
    const alone = pages.filter(page => pages.filter(({ id }) => id === page.id).length === 1)
    for (const page of alone) {
      const body = page.parts.find(part => part.name === 'markdown')
      if (body === undefined) continue
      const args = ['show', String(snapshot), 'page', page.id, '--as', 'markdown', '--vault', vaultPath]
      const shown = compared < 8 ? (await docvault(args)).stdout : vault.read(body.content)
      expect(readPage(vaultPath, snapshot, page.id).equals(shown), `${page.id} in ${snapshot}`).toBe(true)
      compared++
    }
  }
  expect(compared).toBeGreaterThan(8)
})

test.each(FORMATS)('pages of a vault of format %i are read before and after its upgrade', async format => {
  const path = unpackGolden(format)
  for (const upgraded of [false, true]) {
    if (upgraded) await (await openVaultForWriting(path)).close()
    for (const [index, { pages }] of NIGHTS.entries())
      for (const id of ['page-1', 'page-2'])
        expect(readPage(path, index + 1, id).toString()).toBe(pages[id]?.text)
  }
})

test('a byte that is wrong is not taken for a page', () => {
  const path = unpackGolden(FORMATS[0] ?? 1)
  expect(existsSync(path)).toBe(true)
  const db = new Database(join(path, 'catalog.db'))
  db.exec(`UPDATE content SET digest = zeroblob(32)`)
  db.close()
  expect(() => readPage(path, 1, 'page-1')).toThrow(/AssertionError: damaged/)
})
