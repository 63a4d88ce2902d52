import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { openVaultForWriting } from '../../src/vault/vault.ts'

const MANUAL = join(import.meta.dirname, '../../docs/reference/catalog.md')

test('the manual names every table and view of the catalog, and no other', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'docvault-manual-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  await (await openVaultForWriting(folder)).close()
  const db = new Database(join(folder, 'catalog.db'), { readonly: true })
  const names = db
    .prepare("SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%'")
    .pluck()
    .all()
  db.close()
  const named = [...readFileSync(MANUAL, 'utf8').matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)
  expect(named.sort()).toEqual(names.sort())
})
