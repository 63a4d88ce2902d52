import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { loadConfig } from '../../config/load.ts'
import { findHere } from '../../jobs/find.ts'
import { buildIndex } from '../../src/search/index/build.ts'
import { indexPath } from '../../src/search/index/database.ts'
import { KeptPacks, PackMemory } from '../../src/search/index/kept-packs.ts'
import { copyOf, encodePack, type StoredPack } from '../../src/search/index/text-copy.ts'
import { search } from '../../src/search/query/search.ts'
import { makeCompany } from '../helpers/company.ts'
import { docvault } from '../helpers/docvault.ts'
import { UNLIMITED } from './compare.ts'

const PACK_BYTES = 10_000

function packOf(text: string): StoredPack {
  const fields = [copyOf({ field: 'text', text: text.padEnd(PACK_BYTES, '.') })]
  return encodePack([{ unit: 1, isItem: false, fields }], 3)
}

const packs = Array.from({ length: 20 }, (_, number) => packOf(`pack ${number}`))
const limits = { stayingBytes: 5 * (PACK_BYTES + 200), passingBytes: 2 * (PACK_BYTES + 200) }

test('of packs that were read no more are kept than fit', () => {
  const kept = new KeptPacks(limits)
  for (let search = 0; search < 3; search++) {
    kept.beginSearch()
    for (const pack of packs) kept.open(pack)
    expect(kept.heldBytes()).toBeLessThanOrEqual(limits.stayingBytes + limits.passingBytes)
    expect(kept.heldBytes()).toBeGreaterThan(limits.stayingBytes)
  }
})

test('the second halves of packs that stay are counted before the next search', () => {
  const kept = new KeptPacks(limits)
  kept.beginSearch()
  const opened = packs.slice(0, 5).map(pack => kept.open(pack).opened)
  for (const pack of opened) pack.copy(1)?.fields[0]?.shown()
  expect(kept.heldBytes()).toBeGreaterThan(limits.stayingBytes + limits.passingBytes)
  kept.beginSearch()
  expect(kept.heldBytes()).toBeLessThanOrEqual(limits.stayingBytes + limits.passingBytes)
})

test('what is shown of packs goes before what is looked through', () => {
  const kept = new KeptPacks(limits)
  kept.beginSearch()
  const opened = packs.slice(0, 5).map(pack => kept.open(pack))
  const shown = opened.map(({ opened: pack }) => pack.copy(1)?.fields[0]?.shown().toString())
  kept.beginSearch()
  expect(opened.filter(({ name }) => kept.find(name) === null)).toEqual([])
  expect(opened.map(({ opened: pack }) => pack.copy(1)?.fields[0]?.shown().toString())).toEqual(shown)
})

test('a search of everything does not push out what others ask for', () => {
  const kept = new KeptPacks(limits)
  kept.beginSearch()
  const names = packs.slice(0, 5).map(pack => kept.open(pack).name)
  kept.beginSearch()
  for (const pack of packs) kept.open(pack)
  expect(names.filter(name => kept.find(name) === null)).toEqual([])
})

test('what is asked for by a later search while it passes stays, for what was asked for longest ago', () => {
  const kept = new KeptPacks(limits)
  kept.beginSearch()
  const [oldest, second] = packs.slice(0, 6).map(pack => kept.open(pack).name)
  const passing = kept.open(packs[6] ?? packOf('')).name
  kept.beginSearch()
  expect(kept.find(passing)).not.toBeNull()
  for (const pack of packs.slice(7)) kept.open(pack)
  expect(kept.find(passing)).not.toBeNull()
  expect(kept.find(oldest ?? '')).toBeNull()
  expect(kept.find(second ?? '')).not.toBeNull()
})

test('a pack whose bytes are others is decoded anew', () => {
  const kept = new KeptPacks(limits)
  kept.beginSearch()
  const read = (pack: StoredPack) =>
    kept.open(pack).opened.copy(1)?.fields[0]?.shown().toString().split('.')[0]
  expect(read(packOf('Kept'))).toBe('Kept')
  expect(read(packOf('Lost'))).toBe('Lost')
  // The same in normal form.
  expect(read(packOf('LOST'))).toBe('LOST')
})

async function searchedNights() {
  const company = await makeCompany({ comments: 4 })
  for (const limit of [500, 600, 700]) {
    await company.edit({ 'README.md': `# Welcome\n\nThe limit is ${limit}.\n` })
    await company.backUp()
  }
  const path = indexPath(company.vaultPath)
  await buildIndex(company.vault(), path)
  const memory = new PackMemory()
  const find = (text: string) => search(company.vault(), { ...UNLIMITED, texts: [text] }, undefined, memory)
  expect((await find('limit is 600')).total).toBeGreaterThan(0)
  return { company, path, find }
}

test('what was forgotten and pruned is not found by what searches before unpacked', async () => {
  const { company, find } = await searchedNights()
  const env = { ...company.env, DOCVAULT_RETENTION_UNDO: '0s' }
  await docvault(['forget', '1', '2', '--apply', '--expect', '2'], { env })
  expect((await docvault(['prune', '--apply'], { env })).code).toBe(0)
  expect(await find('limit is 600')).toMatchObject({ total: 0, searched: { indexDamage: null, scanned: 0 } })
  expect((await find('limit is 700')).total).toBeGreaterThan(0)
}, 60_000)

test('searches of several vaults in one process say what each of them has', async () => {
  const vaults = await Promise.all(
    [500, 900].map(async limit => {
      const company = await makeCompany({ comments: 4 })
      await company.edit({ 'README.md': `# Welcome\n\nThe limit is ${limit}.\n` })
      await company.backUp()
      await buildIndex(company.vault(), indexPath(company.vaultPath))
      return { limit, company, config: loadConfig({ env: company.env }) }
    }),
  )
  for (let round = 0; round < 3; round++)
    for (const { limit, config } of vaults) {
      const signal = new AbortController().signal
      const found = await Promise.all(
        [500, 900].map(number =>
          findHere({ context: 60, texts: [`limit is ${number}`] }, { config, signal }),
        ),
      )
      expect(found.map(({ summary }) => summary.matches > 0)).toEqual([limit === 500, limit === 900])
      expect(found.map(({ summary }) => summary.scanned)).toEqual([0, 0])
    }
}, 60_000)

test('a pack that was damaged since a search unpacked it is told of, and the vault is read', async () => {
  const { path, find } = await searchedNights()
  const db = new Database(path)
  for (const { id, folded } of db
    .prepare<[], { id: number; folded: Buffer }>('SELECT id, folded FROM pack')
    .all())
    db.prepare('UPDATE pack SET folded = ? WHERE id = ?').run(
      Buffer.from(folded).fill(0xff, folded.length - 40),
      id,
    )
  db.close()
  const { total, searched } = await find('limit is 600')
  expect(searched.indexDamage).toContain('copies of texts cannot be decompressed')
  expect(total).toBeGreaterThan(0)
}, 60_000)
