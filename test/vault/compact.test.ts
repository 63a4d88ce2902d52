/** What a compaction leaves as it was, how it stores it, and what it does where something is in its way. */

import { randomBytes } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { digestOf } from '../../src/model/digest.ts'
import { DamageFound, Interrupted } from '../../src/model/errors.ts'
import type { CompactOptions } from '../../src/vault/compact/types.ts'
import {
  openVault,
  openVaultForWriting,
  type SnapshotWriter,
  type Vault,
  type WritableVault,
} from '../../src/vault/vault.ts'
import { findings, newVault, ORGANIZATION, rejection, seal, writeScope } from './fixture.ts'
import { FORMATS, unpackGolden } from './golden/unpack.ts'
import { damageIn, editCatalog, forget, viewWithBodies } from './prune/pages.ts'
import { rounds, takeNight, type View, viewIn } from './prune/world.ts'

const SMALL = { blockBytes: 4000, inlineLimitBytes: 3000 }
const LEVEL = { level: 3 }
/** With files, in large blocks, and the catalog written anew. */
const SMALLEST = { level: 16, vacuum: true }
/** What fails is not made smaller: that takes hours. */
const RUNS = Number(process.env['DOCVAULT_PRUNE_RUNS'] ?? 12)

function viewsIn(vault: Vault): Map<number, View> {
  return new Map(vault.snapshots().map(({ snapshot }) => [snapshot, viewIn(vault, snapshot)]))
}

/** Kept as they are by everything that a vault does for itself. */
function digestsIn(vault: Vault): (string | null)[] {
  return vault.snapshots().map(({ digest }) => digest)
}

describe('a vault that is compacted', () => {
  test('reads as before, round after round, with prunes before and after', async () => {
    await fc.assert(
      fc.asyncProperty(rounds, fc.boolean(), fc.boolean(), async (all, prunesFirst, isSmallest) => {
        const options = isSmallest ? SMALLEST : LEVEL
        const { vault, path } = await newVault(SMALL)
        for (const { nights, forgets } of all) {
          for (const night of nights) await takeNight(vault, night)
          const prune = () => pruneSome(vault, path, forgets)
          if (prunesFirst) await prune()
          const [views, digests] = [viewsIn(vault), digestsIn(vault)]
          expect((await vault.compact(options)).finished).toBe(true)
          expect(viewsIn(vault)).toEqual(views)
          expect(digestsIn(vault)).toEqual(digests)
          expect((await vault.compact(options)).plan?.loose).toBe(0)
          if (!prunesFirst) await prune()
          for (const [snapshot, view] of viewsIn(vault)) expect(view).toEqual(views.get(snapshot))
          expect(await damageIn(vault)).toEqual([])
        }
        await vault.close()
      }),
      { numRuns: RUNS, endOnFailure: true },
    )
  }, 300_000)

  test('is the same where it was cut off after each of its transactions', async () => {
    await fc.assert(
      fc.asyncProperty(rounds, async all => {
        const { vault: made, path } = await newVault(SMALL)
        let vault = made
        for (const { nights } of all) {
          for (const night of nights) await takeNight(vault, night)
          const views = viewsIn(vault)
          // Each time one transaction further, until it ends by itself.
          for (let allowed = 0; ; allowed++) {
            const isDone = await cutOff(vault, allowed, allowed % 2 === 0 ? LEVEL : SMALLEST)
            expect(viewsIn(vault)).toEqual(views)
            expect(await damageIn(vault)).toEqual([])
            await vault.close()
            vault = await openVaultForWriting(path, SMALL)
            if (isDone) break
          }
        }
        await vault.close()
      }),
      { numRuns: Math.ceil(RUNS / 3), endOnFailure: true },
    )
  }, 600_000)

  test.each(FORMATS)('reads as before where it began with format %i', async format => {
    const path = unpackGolden(format)
    const vault = await openVaultForWriting(path)
    const before = vault.snapshots().map(({ snapshot }) => viewWithBodies(vault, snapshot))
    await vault.compact(LEVEL)
    expect(vault.snapshots().map(({ snapshot }) => viewWithBodies(vault, snapshot))).toEqual(before)
    expect(await damageIn(vault)).toEqual([])
    const writer = vault.begin({ id: vault.snapshots()[0]?.organization ?? '', title: 'Golden' }, 'test')
    await writeScope(writer, null, 'space', { s: 'space' })
    expect(await seal(writer)).toMatchObject({ state: 'complete' })
    await vault.close()
  })
})

async function cutOff(vault: WritableVault, allowed: number, options: CompactOptions): Promise<boolean> {
  let left = allowed
  const committed = () => {
    if (left-- === 0) throw new Error('cut off')
  }
  try {
    await vault.compact({ ...options, committed })
    return true
  } catch (error) {
    if (error instanceof Error && error.message === 'cut off') return false
    throw error
  }
}

/** Those of which the bits say so, but what a vault never lets go. */
async function pruneSome(vault: WritableVault, path: string, bits: number): Promise<void> {
  const all = vault.snapshots()
  const stay = new Set<number>()
  for (const own of Map.groupBy(all, ({ organization }) => organization).values()) {
    const complete = own.findLast(({ state }) => state === 'complete')?.snapshot ?? 0
    for (const { snapshot } of own) if (snapshot >= complete) stay.add(snapshot)
  }
  const going = all
    .map(({ snapshot }) => snapshot)
    .filter((snapshot, index) => !stay.has(snapshot) && bits & (1 << (index % 16)))
  forget(path, going)
  await vault.prune({ undoMs: 0, leastDeadShare: 0 })
}

const PAGES = 30
const WORDS = Array.from({ length: 400 }, (_, index) => digestOf(`word ${index}`).slice(0, 3 + (index % 7)))

/** Of a page after so many edits. */
function textOf(page: number, edits: number): string {
  const words = Array.from({ length: 300 }, (_, index) => WORDS[(page * 31 + index * index) % WORDS.length])
  for (let edit = 1; edit <= edits; edit++) words[(edit * 37) % words.length] = `edited ${edit}`
  return words.join(' ')
}

async function handbook() {
  const { vault, path } = await newVault()
  const edits = new Array<number>(PAGES).fill(0)
  const night = async (...edited: number[]) => {
    for (const page of edited) edits[page] = (edits[page] ?? 0) + 1
    const writer = vault.begin(ORGANIZATION, 'test')
    const scope = writer.scope(null, 'page')
    for (const [page, edit] of edits.entries()) {
      const text = textOf(page, edit)
      const before = writer.current(null, 'page', `p${page}`)?.parts
      const nodes = text
        .split(' ')
        .map(word => ({ object: 'text', leaves: [{ object: 'leaf', text: word }] }))
      const markdown = await writer.put(Buffer.from(text), { base: before?.get('markdown')?.content })
      const document = await writer.put(Buffer.from(JSON.stringify({ object: 'document', nodes })), {
        base: before?.get('document')?.content,
      })
      await scope.add({
        id: `p${page}`,
        changeDigest: digestOf(text),
        json: Buffer.from(JSON.stringify({ page, edit })),
        parts: [
          { name: 'document', content: document.content },
          { name: 'markdown', content: markdown.content },
        ],
      })
    }
    await scope.finish({ token: null, exact: true })
    await seal(writer)
  }
  return { vault, path, night }
}

interface Stored {
  age: number
  part: string
  depth: number
  isAgainstAnother: number
  isAgainstTheDictionary: number
}

/** How the bodies of a page are stored, newest first. */
function storedOf(path: string, page: string): Stored[] {
  const db = new Database(join(path, 'catalog.db'), { readonly: true })
  try {
    return db
      .prepare<[string], Stored>(
        `SELECT row_number() OVER (PARTITION BY name ORDER BY since DESC) - 1 AS age, term.text AS part, depth,
           base IS NOT NULL AS isAgainstAnother, dictionary IS NOT NULL AS isAgainstTheDictionary
         FROM part JOIN resource ON resource.id = part.resource JOIN term ON term.id = part.name
         JOIN content ON content.id = part.content JOIN block ON block.id = content.block
         WHERE platform_id = ? ORDER BY part DESC, age`,
      )
      .all(page)
  } finally {
    db.close()
  }
}

async function storeFiles(vault: WritableVault, all: readonly Buffer[]) {
  const writer = vault.begin(ORGANIZATION, 'test')
  const scope = writer.scope(null, 'file')
  const stored = await Promise.all(all.map(bytes => writer.put(bytes)))
  for (const [index, { content }] of stored.entries()) {
    const id = `f${index}`
    const parts = [{ name: 'bytes', content }] as const
    await scope.add({ id, changeDigest: digestOf(id), json: Buffer.from(JSON.stringify({ id })), parts })
  }
  await scope.finish({ token: null, exact: true })
  await seal(writer)
  return stored
}

function lettersOf(bytes: number): Buffer {
  return Buffer.from(randomBytes(bytes / 2).toString('hex'))
}

function filesOf(path: string): { name: string; bytes: number }[] {
  const folder = join(path, 'files')
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(({ name, parentPath }) => ({ name, bytes: statSync(join(parentPath, name)).size }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** What the table of snapshots takes. */
function rowBytes(path: string): number {
  return numberIn(path, "SELECT sum(payload) FROM dbstat WHERE name = 'snapshot'")
}

/** That hold newest texts in full. */
function textBlocks(path: string): number {
  return numberIn(path, 'SELECT count(*) FROM block WHERE packed = 2')
}

function numberIn(path: string, sql: string): number {
  const db = new Database(join(path, 'catalog.db'), { readonly: true })
  try {
    return Number(db.prepare(sql).pluck().get())
  } finally {
    db.close()
  }
}

describe('a compaction', () => {
  test('stores the newest text in full, its document against it, what is older against what came after', async () => {
    const { vault, path, night } = await handbook()
    await night()
    for (let edit = 0; edit < 4; edit++) await night(1)
    await vault.compact(LEVEL)
    const [text, ...olderTexts] = storedOf(path, 'p1').filter(({ part }) => part === 'markdown')
    const [document, ...olderDocuments] = storedOf(path, 'p1').filter(({ part }) => part === 'document')
    expect(text).toMatchObject({ depth: 0, isAgainstAnother: 0 })
    expect(document).toMatchObject({ depth: 1, isAgainstAnother: 1, isAgainstTheDictionary: 1 })
    expect(olderTexts.map(({ depth }) => depth)).toEqual([1, 2, 3, 4])
    expect(olderDocuments.map(({ depth }) => depth)).toEqual([2, 3, 4, 5])
    // Two nights later what was newest is older.
    await night(1)
    await night(1)
    await vault.compact(LEVEL)
    const texts = storedOf(path, 'p1').filter(({ part }) => part === 'markdown')
    expect(texts.map(({ depth }) => depth)).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect(await damageIn(vault)).toEqual([])
  })

  test('brings what came night by night together, with few moved again each time', async () => {
    const { vault, path, night } = await handbook()
    await night()
    await vault.compact(LEVEL)
    const counts: number[] = []
    for (let page = 0; page < PAGES; page++) {
      await night(page)
      await vault.compact(LEVEL)
      counts.push(textBlocks(path))
    }
    expect(Math.max(...counts)).toBeLessThanOrEqual(8)
    expect(await damageIn(vault)).toEqual([])
  })

  test('forgets the names of bodies that were replaced, and of no others', async () => {
    const { vault: made, path } = await newVault()
    let vault = made
    const spaceOf = (writer: SnapshotWriter) => writeScope(writer, null, 'space', { s: 'space' })
    const name = (edit: number) => ({ key: `document ${edit}`, name: 'markdown' }) as const
    for (const edit of [0, 1]) {
      const writer = vault.begin(ORGANIZATION, 'test')
      const space = (await spaceOf(writer)).get('s') ?? 0
      const { content } = await writer.putBody(space, name(edit), Buffer.from(textOf(1, edit)))
      const pages = writer.scope(space, 'page')
      await pages.add({
        id: 'p',
        changeDigest: digestOf(`${edit}`),
        json: Buffer.from(JSON.stringify({ edit })),
        parts: [{ name: 'markdown', content }],
      })
      await pages.finish({ token: null, exact: true })
      await seal(writer)
    }
    // Fetched for a snapshot that was cut off before it was sealed.
    const cut = vault.begin(ORGANIZATION, 'test')
    await cut.putBody((await spaceOf(cut)).get('s') ?? 0, name(2), Buffer.from(textOf(1, 2)))
    await cut.flush()
    await vault.close()
    vault = await openVaultForWriting(path)
    await vault.compact(LEVEL)
    const writer = vault.begin(ORGANIZATION, 'test')
    const space = (await spaceOf(writer)).get('s') ?? 0
    expect([0, 1, 2].map(edit => writer.findBody(space, name(edit)) !== null)).toEqual([false, true, true])
    expect(await damageIn(vault)).toEqual([])
  })

  test('makes no chain longer than one of sixteen', async () => {
    const { vault, path, night } = await handbook()
    await night()
    for (let edit = 0; edit < 40; edit++) await night(1)
    await vault.compact(LEVEL)
    const depths = storedOf(path, 'p1').map(({ depth }) => depth)
    expect(Math.max(...depths)).toBeLessThanOrEqual(17)
    expect(await damageIn(vault)).toEqual([])
  })

  test('stores in less than it was, and gives the space back', async () => {
    const { vault, night } = await handbook()
    await night()
    for (let edit = 0; edit < 10; edit++) await night(1, 2, 3)
    const { plan, bytesBefore, bytesAfter, unreturnedBytes } = await vault.compact({})
    expect(plan?.loose).toBeGreaterThan(PAGES)
    expect(bytesAfter).toBeLessThanOrEqual(bytesBefore)
    expect(unreturnedBytes).toBe(0)
    const again = await vault.compact({})
    expect(again.plan?.bytes).toBeLessThan(plan?.bytes ?? 0)
  })

  test('moves nothing that lies well: what was not edited since stays in its block', async () => {
    const { vault, night } = await handbook()
    await night()
    await vault.compact(LEVEL)
    let commits = 0
    await vault.compact({ ...LEVEL, committed: () => commits++ })
    expect(commits).toBe(0)
    await night(1)
    const { plan } = await vault.compact(LEVEL)
    expect(plan?.loose).toBeLessThan(8)
  })

  test('lets a snapshot begin in the middle of it, and goes on when that is done', async () => {
    const { vault, night } = await handbook()
    await night()
    await night(1, 2)
    const views = viewsIn(vault)
    let begun: Promise<void> | undefined
    const { finished } = await vault.compact({ ...LEVEL, committed: () => (begun ??= night(3)) })
    await begun
    expect(finished).toBe(true)
    expect(vault.snapshots()).toHaveLength(3)
    for (const [snapshot, view] of views) expect(viewIn(vault, snapshot)).toEqual(view)
    expect(await damageIn(vault)).toEqual([])
    expect((await vault.compact(LEVEL)).plan?.loose).toBe(0)
  })

  test('does not disturb whoever is reading', async () => {
    const { vault, path, night } = await handbook()
    await night()
    await night(1, 2)
    const reader = openVault(path)
    const before = viewIn(reader, 1)
    const seen = new Map<string, string>()
    const resources = reader.resources(1)
    await vault.compact(LEVEL)
    for (const { id, parts } of resources)
      seen.set(id, parts.map(({ content }) => reader.read(content).toString()).join())
    expect(seen.size).toBe(PAGES)
    expect(viewIn(reader, 1)).toEqual(before)
    reader.close()
  })

  test('ends when it is interrupted or its time is over, and the next one goes on', async () => {
    const { vault, night } = await handbook()
    await night()
    const signal = AbortSignal.abort()
    expect(await rejection(() => vault.compact({ ...LEVEL, signal }))).toBeInstanceOf(Interrupted)
    expect(await vault.compact({ ...LEVEL, maxDurationMs: 0 })).toMatchObject({ plan: null, finished: false })
    expect((await vault.compact(LEVEL)).finished).toBe(true)
  })

  test('moves nothing where a content that a snapshot needs is gone', async () => {
    const { vault, path, night } = await handbook()
    await night()
    editCatalog(path, db => db.exec('DELETE FROM content WHERE id = 1'), { unnoticed: true })
    expect(await rejection(() => vault.compact(LEVEL))).toBeInstanceOf(DamageFound)
  })

  test('stops at a content that cannot be read, and leaves it where it is', async () => {
    const { vault, path, night } = await handbook()
    await night()
    editCatalog(path, db => db.exec('UPDATE block SET data = randomblob(length(data)) WHERE id = 1'), {
      unnoticed: true,
    })
    expect(await rejection(() => vault.compact(LEVEL))).toBeInstanceOf(DamageFound)
    const codes = new Set((await findings(vault)).map(({ code }) => code))
    expect([...codes]).toEqual(['content-damaged'])
  })

  test('stores files anew where the level takes its time, cut off wherever it may be', async () => {
    const { vault: made, path } = await newVault(SMALL)
    let vault = made
    // Of letters: 16 of 256, so that the slower level saves something.
    const texts = Array.from({ length: 4 }, (_, index) => lettersOf(60_000 + 10_000 * index))
    const picture = randomBytes(20_000)
    await storeFiles(vault, [...texts, picture])
    const before = filesOf(path)
    expect(before).toHaveLength(5)
    await vault.compact(LEVEL)
    expect(filesOf(path)).toEqual(before)
    let stored = 0
    for (let allowed = 0; !(await cutOff(vault, allowed, SMALLEST)); allowed++) {
      expect(await damageIn(vault)).toEqual([])
      await vault.close()
      vault = await openVaultForWriting(path, SMALL)
      stored++
    }
    expect(stored).toBeGreaterThan(3)
    expect(await findings(vault)).toEqual([])
    const after = new Map(filesOf(path).map(({ name, bytes }) => [name, bytes]))
    expect(after.size).toBe(5)
    for (const { name, bytes } of before)
      if (name === digestOf(picture)) expect(after.get(name)).toBe(bytes)
      else expect(after.get(name)).toBeLessThan(bytes * 0.99)
    // Nothing is tried twice.
    let commits = 0
    await vault.compact({ ...SMALLEST, vacuum: false, committed: () => commits++ })
    expect(commits).toBe(0)
  })

  test('packs what rows of snapshots say, which are read and proved as before', async () => {
    const { vault, path, night } = await handbook()
    for (let count = 0; count < 20; count++) await night(count)
    const [snapshots, bytes] = [vault.snapshots(), rowBytes(path)]
    await vault.compact(LEVEL)
    expect(rowBytes(path)).toBeLessThan(bytes / 2)
    expect(vault.snapshots()).toEqual(snapshots)
    expect(await damageIn(vault)).toEqual([])
    await night(3)
    expect(vault.snapshots().slice(0, 20)).toEqual(snapshots)
    expect(await damageIn(vault)).toEqual([])
  })

  test.each([
    ['gone', 'DELETE FROM packed_summary'],
    ['altered', "UPDATE packed_summary SET data = x'28b52ffd0000'"],
    ['of fewer', 'UPDATE packed_summary SET last = last - 1'],
  ])('a pack that is %s is named, and nothing is sealed on it', async (_, sql) => {
    const { vault, path, night } = await handbook()
    for (let count = 0; count < 20; count++) await night(count)
    await vault.compact(LEVEL)
    await vault.close()
    editCatalog(path, db => db.exec(sql), { unnoticed: true })
    const damaged = await openVaultForWriting(path)
    const codes = new Set((await findings(damaged)).map(({ code }) => code))
    expect([...codes]).toEqual(['rows-changed', 'catalog-damaged'])
    const writer = damaged.begin(ORGANIZATION, 'test')
    await writeScope(writer, null, 'space', { s: 'space' })
    expect(await rejection(() => seal(writer))).toBeInstanceOf(DamageFound)
  })

  test('writes a catalog anew that could not shrink, which then can', async () => {
    const path = unpackGolden(1)
    const vault = await openVaultForWriting(path)
    const before = vault.snapshots().map(({ snapshot }) => viewWithBodies(vault, snapshot))
    const { unreturnedBytes } = await vault.compact(LEVEL)
    const anew = await vault.compact(SMALLEST)
    expect(unreturnedBytes).toBeGreaterThan(0)
    expect(anew.unreturnedBytes).toBe(0)
    expect(anew.bytesAfter).toBeLessThan(anew.bytesBefore)
    expect(vault.snapshots().map(({ snapshot }) => viewWithBodies(vault, snapshot))).toEqual(before)
    expect(await damageIn(vault)).toEqual([])
  })

  test('stores an older document that was edited much against the text of its time', async () => {
    const { vault, path, night } = await handbook()
    await night()
    for (let edit = 0; edit < 2; edit++) await night(1)
    // Another page altogether: nothing of it is in the one that came after.
    await night(...Array.from({ length: 200 }, () => 1))
    await vault.compact(LEVEL)
    const documents = storedOf(path, 'p1').filter(({ part }) => part === 'document')
    expect(documents.map(({ isAgainstTheDictionary }) => isAgainstTheDictionary)).toEqual([1, 1, 0, 0])
    expect(await damageIn(vault)).toEqual([])
  })

  test('keeps pictures and whatever is large as it is', async () => {
    const { vault } = await newVault(SMALL)
    const [picture] = await storeFiles(vault, [randomBytes(20_000)])
    await vault.compact(LEVEL)
    expect(digestOf(vault.read(picture?.content ?? 0))).toBe(picture?.digest)
    expect(await findings(vault)).toEqual([])
  })
})
