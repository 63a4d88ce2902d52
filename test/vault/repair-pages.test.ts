/**
 * A failing disk gives a page of the catalog back as zeros: each page of a vault in turn. Where the lost bytes are elsewhere, a
 * repair mends all that blocks, indexes and what SQLite keeps for itself have lost, as it was planned; of what nothing else says
 * it changes nothing, but with another catalog of the same vault it puts each row back.
 */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { damageError } from '../../src/model/disk-errors.ts'
import { DamageFound, VaultUnusable } from '../../src/model/errors.ts'
import {
  type ContentSource,
  openVaultForWriting,
  otherCatalog,
  planRepairAt,
  type RepairReport,
  type Vault,
  type WritableVault,
} from '../../src/vault/vault.ts'
import { compactedVault, copyOf, rowsIn, zeroPage } from './broken/vaults.ts'
import { findings } from './fixture.ts'

const EVERY = Number(process.env.DOCVAULT_PAGES_EVERY ?? 4)

describe('a page of the catalog that is lost', () => {
  test('of blocks, indexes, and what SQLite keeps for itself: is mended as planned, and everything reads as before', async () => {
    const { sound, texts, elsewhere, pages } = await soundVault()
    for (const { page, of } of pages.filter(({ isMadeUpFor }) => isMadeUpFor)) {
      const path = withoutPage(sound, page)
      const plan = await planRepairAt(path, { sources: [elsewhere] })
      const vault = await openVaultForWriting(path, { asFound: true })
      const report = await vault.repair({ acting, sources: [elsewhere] })
      expect({ page, of, ...report }).toMatchObject({ page, of, remedies: plan.remedies, lost: 0, left: 0 })
      expect([await findings(vault), textsIn(vault)]).toEqual([[], texts])
      await vault.close()
    }
  }, 300_000)

  test('of rows that another catalog has: each is there again as it was, as planned', async () => {
    const { sound, elsewhere, pages } = await soundVault()
    const others = [otherCatalog(copyOf(sound), 'another')]
    const rows = rowsIn(sound)
    for (const { page, of } of pages.filter(each => !each.isMadeUpFor && !NEEDED_TO_WRITE.has(each.of))) {
      const path = withoutPage(sound, page)
      const plan = await planRepairAt(path, { sources: [elsewhere], others })
      const vault = await openVaultForWriting(path, { asFound: true })
      const report = await vault.repair({ acting, sources: [elsewhere], others })
      expect({ page, of, ...report }).toMatchObject({ page, of, remedies: plan.remedies, lost: 0, left: 0 })
      expect(await findings(vault)).toEqual([])
      await vault.close()
      expect({ page, of, rows: rowsIn(path) }).toEqual({ page, of, rows })
    }
  }, 300_000)

  test('of rows that nothing else says: is told, and nothing is changed', async () => {
    const { sound, elsewhere, pages } = await soundVault()
    for (const { page, of } of pages.filter(({ isMadeUpFor }) => !isMadeUpFor)) {
      const { applied, remedies, left, kept } = await repaired(withoutPage(sound, page), elsewhere)
      expect({ page, of, isLeft: left > 0, kept }).toEqual({ page, of, isLeft: true, kept: null })
      // Of what the writer needs himself a plan may know the way.
      const done = applied ? remedies.filter(({ action }) => action !== 'none') : []
      expect({ page, of, done }).toEqual({ page, of, done: [] })
    }
  }, 300_000)
})

/** Where these cannot be read, nobody can be the vault's one writer. */
const NEEDED_TO_WRITE = new Set(['sqlite_schema', 'lease', 'owner'])

async function soundVault() {
  const sound = await compactedVault()
  const vault = await openVaultForWriting(sound)
  const [texts, elsewhere] = [textsIn(vault), sourceOf(vault)]
  await vault.close()
  const pages = pagesOf(sound).filter((_, index) => index % EVERY === 0)
  return { sound, texts, elsewhere, pages }
}

const acting = { by: 'ada', note: (act: object) => ({ body: () => JSON.stringify(act), sign: null }) }

async function repaired(path: string, elsewhere: ContentSource): Promise<RepairReport> {
  let vault: WritableVault
  try {
    vault = await openVaultForWriting(path, { asFound: true })
  } catch (error) {
    const isOfVault = error instanceof DamageFound || error instanceof VaultUnusable
    if (!isOfVault && damageError(error) === null) throw error
    return planRepairAt(path, { sources: [elsewhere] })
  }
  try {
    return await vault.repair({ acting, sources: [elsewhere] })
  } finally {
    await vault.close()
  }
}

function withoutPage(sound: string, page: number): string {
  const path = copyOf(sound)
  zeroPage(path, page)
  return path
}

interface Page {
  page: number
  of: string
  /** Something else says what it said: the digests of contents, a table, the platform, the count of no rows. */
  isMadeUpFor: boolean
}

function pagesOf(path: string): Page[] {
  const db = new Database(join(path, 'catalog.db'), { readonly: true })
  try {
    const rows = db
      .prepare<[], { pageno: number; name: string; type: string }>(
        `SELECT pageno, dbstat.name, ifnull(type, 'schema') AS type
         FROM dbstat LEFT JOIN sqlite_schema ON sqlite_schema.name = dbstat.name`,
      )
      .all()
    const named = new Map(rows.map(({ pageno, ...row }) => [pageno, row]))
    const count = Number(db.pragma('page_count', { simple: true }))
    return Array.from({ length: count }, (_, index) => {
      // Of what SQLite keeps for itself nothing is listed.
      const { name, type } = named.get(index + 1) ?? { name: 'map', type: 'index' }
      const isEmpty = () => db.prepare(`SELECT 1 FROM "${name}"`).get() === undefined
      const isTable = type === 'table' && !NEEDED_TO_WRITE.has(name)
      const isMadeUpFor = type === 'index' || /^(block|body)$/.test(name) || (isTable && isEmpty())
      return { page: index + 1, of: name, isMadeUpFor }
    })
  } finally {
    db.close()
  }
}

function textsIn(vault: Vault): string[] {
  return vault.snapshots().flatMap(({ snapshot }) =>
    [...vault.resources(snapshot)].map(resource => {
      const parts = resource.parts.map(part => `${part.name} ${vault.read(part.content)}`)
      return [snapshot, resource.kind, resource.id, vault.read(resource.content), ...parts].join(' ')
    }),
  )
}

/** With everything that any snapshot has. */
function sourceOf(vault: Vault): ContentSource {
  const bytes = new Map<string, Buffer>()
  for (const { snapshot } of vault.snapshots())
    for (const { content, contentDigest, parts } of vault.resources(snapshot)) {
      bytes.set(contentDigest, vault.read(content))
      for (const part of parts) bytes.set(part.digest, vault.read(part.content))
    }
  const find = async ({ digest }: { digest: string }) => {
    const found = bytes.get(digest)
    return found === undefined ? null : { from: 'elsewhere', bytes: found, writeTo: async () => {} }
  }
  return { open: async () => ({ find, close() {} }) }
}
