/** An export of a catalog of which a page is damaged: everything that does not stand on it, and the rest by name. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exportSpaces } from '../../src/export/export.ts'
import { digestOf } from '../../src/model/digest.ts'
import { openVault, openVaultForWriting, type SnapshotWriter } from '../../src/vault/vault.ts'
import { readTree } from '../bundle/folders.ts'
import { copyOf, withCatalog, zeroPage } from '../vault/broken/vaults.ts'
import { ORGANIZATION, seal, temporaryFolder } from '../vault/fixture.ts'

const SPACES = ['First', 'Second']
const PAGES = 200
const SUMMARY = 'SUMMARY.md'

test('what stands on no damaged page is exported, and all else is named', async () => {
  const path = await makeVault()
  const whole = await exported(path)
  expect([whole.damaged, whole.pages.size]).toEqual([[], SPACES.length * PAGES])
  let most = 0
  for (const page of leavesOf(path, ['version', 'part', 'content', 'resource'])) {
    const copy = copyOf(path)
    zeroPage(copy, page)
    const { pages, damaged } = await exported(copy)
    expect(damaged.length).toBeGreaterThan(0)
    for (const [file, text] of pages) expect(text).toBe(whole.pages.get(file))
    for (const file of whole.pages.keys())
      if (!pages.has(file)) expect(damaged.join('\n')).toContain(file.split('/').at(-1)?.replace('.md', ''))
    most = Math.max(most, pages.size)
  }
  // A page of the catalog holds some hundred rows.
  expect(most).toBeGreaterThan(PAGES)
})

test('where nothing is damaged, what is readable is what a snapshot has', async () => {
  const vault = openVault(await makeVault())
  const [space] = vault.resources(1, { kind: 'space' })
  for (const filter of [{ kind: 'space' }, { kind: 'page' }, { kind: 'page', parent: space?.key }] as const)
    expect(vault.readable(1, filter)).toEqual({ resources: [...vault.resources(1, filter)], unread: [] })
  vault.close()
})

/** Each is called as its id, so that it has its folder also where no more than that can be read. */
async function makeVault(): Promise<string> {
  const path = join(temporaryFolder(), 'vault')
  const vault = await openVaultForWriting(path)
  const writer = vault.begin(ORGANIZATION, 'test')
  const scope = writer.scope(null, 'space')
  for (const id of SPACES) {
    const space = await scope.add(itemOf(id, { title: id }))
    await writePages(writer, space)
  }
  await scope.finish({ token: null, exact: true })
  await seal(writer)
  await vault.close()
  return path
}

async function writePages(writer: SnapshotWriter, space: number): Promise<void> {
  const pages = writer.scope(space, 'page')
  for (let page = 0; page < PAGES; page++) {
    const id = `page-${space}-${page}`
    const { content } = await writer.put(Buffer.from(`# Of ${id}\n`))
    const parts = [{ name: 'markdown' as const, content }]
    await pages.add({ ...itemOf(id, { type: 'document', title: id, slug: id, path: id }), parts })
  }
  await pages.finish({ token: null, exact: true })
}

function itemOf(id: string, fields: object) {
  const text = JSON.stringify({ id, ...fields })
  return { id, changeDigest: digestOf(text), json: Buffer.from(text), parts: [] }
}

async function exported(path: string): Promise<{ pages: Map<string, string>; damaged: string[] }> {
  const vault = openVault(path)
  const target = join(temporaryFolder(), 'out')
  const damaged: string[] = []
  for await (const space of exportSpaces(vault, { snapshot: 1, target, zip: false, replace: false }))
    damaged.push(...space.damaged)
  vault.close()
  const files = Object.entries(readTree(target)).filter(([file]) => file.endsWith('.md'))
  return { pages: new Map(files.filter(([file]) => !file.endsWith(SUMMARY))), damaged }
}

function leavesOf(path: string, tables: readonly string[]): number[] {
  return withCatalog(path, db => {
    db.pragma('wal_checkpoint(TRUNCATE)')
    return db
      .prepare<[string], number>(
        `SELECT pageno FROM dbstat WHERE name IN (SELECT value FROM json_each(?)) AND pagetype = 'leaf'`,
      )
      .pluck()
      .all(JSON.stringify(tables))
  })
}
