/** A repair of random damage to contents: what it promises of every snapshot, what it keeps, and where it is cut off. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ContentLost, SourceUnavailable } from '../../src/model/errors.ts'
import { openLedger } from '../../src/vault/ledger.ts'
import {
  type ContentSource,
  openVaultForWriting,
  planRepairAt,
  type StoredResource,
  type Vault,
  type WritableVault,
} from '../../src/vault/vault.ts'
import { findings, newVault, rejection } from './fixture.ts'
import { bodyOf, rounds, takeNight, type View, viewIn } from './prune/world.ts'

const SMALL = { blockBytes: 4000, inlineLimitBytes: 3000 }
const acting = { by: 'ada', note: (act: object) => ({ body: () => JSON.stringify(act), sign: null }) }
const RUNS = Number(process.env.DOCVAULT_REPAIR_RUNS ?? 12)

const damages = fc.array(fc.record({ block: fc.nat(), at: fc.nat(), whole: fc.boolean() }), {
  minLength: 1,
  maxLength: 6,
})

interface Damage {
  block: number
  at: number
  whole: boolean
}

/** Files as well. */
function damageBlocks(path: string, all: readonly Damage[]): void {
  const db = new Database(join(path, 'catalog.db'))
  const rows = db
    .prepare<[], { id: number; data: Buffer | null }>(
      'SELECT id, data FROM block WHERE length(data) IS NOT 0',
    )
    .all()
  for (const { block, at, whole } of all) {
    const row = rows[block % rows.length]
    if (row === undefined || row.data === null) continue
    const data = whole ? Buffer.alloc(row.data.length) : flippedAt(row.data, at)
    db.prepare('UPDATE block SET data = ? WHERE id = ?').run(data, row.id)
  }
  db.close()
}

function flippedAt(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes)
  copy.writeUInt8(copy.readUInt8(at % copy.length) ^ 0x40, at % copy.length)
  return copy
}

/** Of all that a snapshot holds what can be read, and the resources of which something is lost. Anything else is thrown. */
function readableIn(vault: Vault, snapshot: number): { view: Map<string, string | null>; lost: Set<string> } {
  const view = new Map<string, string | null>()
  const lost = new Set<string>()
  for (const resource of vault.resources(snapshot)) {
    const name = resource.parentId === null ? resource.id : `${resource.parentId}/${resource.id}`
    try {
      view.set(name, textOf(vault, resource))
    } catch (error) {
      if (!(error instanceof ContentLost)) throw error
      lost.add(name)
    }
  }
  return { view, lost }
}

function textOf(vault: Vault, resource: StoredResource): string | null {
  vault.readJson(resource)
  const texts = resource.parts.map(part => [part.name, vault.read(part.content).toString()] as const)
  return texts.find(([name]) => name === 'markdown')?.[1] ?? null
}

function assertKept(vault: Vault, views: ReadonlyMap<number, View>): number {
  let lost = 0
  for (const [snapshot, before] of views) {
    const now = readableIn(vault, snapshot)
    lost += now.lost.size
    const expected = [...before].filter(([name]) => !now.lost.has(name))
    expect([...now.view].sort()).toEqual(expected.sort())
    for (const name of now.lost) expect([...before.keys()]).toContain(name)
  }
  return lost
}

const codesOf = async (vault: Vault) => new Set((await findings(vault)).map(({ code }) => code))

async function live(all: readonly { nights: Parameters<typeof takeNight>[1][] }[]) {
  const { vault, path } = await newVault(SMALL)
  for (const { nights } of all) for (const night of nights) await takeNight(vault, night)
  const views = new Map(vault.snapshots().map(({ snapshot }) => [snapshot, viewIn(vault, snapshot)]))
  return { vault, path, views }
}

describe('a repair', () => {
  test('leaves each snapshot as it was but for what it marks as lost, and a check finds nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(rounds, damages, fc.boolean(), async (all, broken, compacts) => {
        const { vault, path, views } = await live(all)
        if (compacts) await vault.compact({ level: 3 })
        await vault.close()
        damageBlocks(path, broken)
        const plan = await planRepairAt(path, {})
        const open = await openVaultForWriting(path, SMALL)
        const report = await open.repair({ acting })
        expect(report.remedies).toEqual(plan.remedies)
        expect(report.left).toBe(0)
        const lost = assertKept(open, views)
        const codes = await codesOf(open)
        expect([...codes].filter(code => code !== 'content-lost')).toEqual([])
        expect(codes.has('content-lost')).toBe(report.lost > 0)
        expect(lost > 0).toBe(report.lost > 0)
        expect((await open.repair({ acting })).remedies).toEqual([])
        // Whatever else is done to the vault later.
        await open.compact({ level: 3 })
        await open.prune({ undoMs: 0 })
        expect(assertKept(open, views)).toBe(lost)
        await open.close()
      }),
      { numRuns: RUNS, endOnFailure: true },
    )
  }, 300_000)

  test('is the same where it was cut off after each of its transactions', async () => {
    await fc.assert(
      fc.asyncProperty(rounds, damages, async (all, broken) => {
        const { vault, path, views } = await live(all)
        await vault.close()
        damageBlocks(path, broken)
        for (let allowed = 0; ; allowed++) {
          const open = await openVaultForWriting(path, SMALL)
          const isDone = await cutOff(open, allowed)
          if (isDone) {
            assertKept(open, views)
            expect([...(await codesOf(open))].filter(code => code !== 'content-lost')).toEqual([])
          }
          await open.close()
          if (isDone) break
        }
      }),
      { numRuns: Math.ceil(RUNS / 3), endOnFailure: true },
    )
  }, 300_000)

  test('takes from a source only bytes that have the digest', async () => {
    const { vault, path } = await onePage()
    const found = (bytes: Buffer): ContentSource => ({
      open: async () => ({
        find: async () => ({ from: 'elsewhere', bytes, writeTo: async () => {} }),
        close() {},
      }),
    })
    await vault.close()
    const open = await openVaultForWriting(path, SMALL)
    const wrong = await planRepairAt(path, { sources: [found(Buffer.from('forged'))] })
    expect(new Set(wrong.remedies.map(({ action }) => action))).toEqual(new Set(['lose']))
    const sources = [found(Buffer.from('forged')), found(Buffer.from(bodyOf('a', 1)))]
    const { remedies, kept } = await open.repair({ acting, sources })
    expect(remedies.find(({ from }) => from === 'elsewhere')?.action).toBe('store')
    expect(readdirSync(join(path, kept ?? '')).sort()).toEqual(['before.jsonl', 'blocks'])
    expect(readFileSync(join(path, kept ?? '', 'before.jsonl'), 'utf8')).toMatch(/^\{"block":\{"id":\d+/)
    const ledger = openLedger(path, 'read')
    const [entry] = [...ledger.entries()].map(({ body }) => JSON.parse(body))
    expect(entry).toMatchObject({ act: 'repair', kept, mended: [{ from: 'elsewhere' }] })
    ledger.close()
    await open.close()
  })

  test('gives nothing up while a source cannot be asked', async () => {
    const { vault, path } = await onePage()
    const away: ContentSource = {
      open: async () => ({ find: () => Promise.reject(new SourceUnavailable('it is away')), close() {} }),
    }
    const report = await vault.repair({ acting, sources: [away] })
    expect(new Set(report.remedies.map(({ words }) => words))).toEqual(
      new Set(['was left as it is: it is away']),
    )
    expect([report.left > 0, report.lost, report.kept]).toEqual([true, 0, null])
    expect(existsSync(join(path, 'repairs'))).toBe(false)
    expect([...(await codesOf(vault))]).toEqual(['content-damaged'])
  })
})

test('a backup that brings lost bytes again, as a change of themselves, comes to its end and heals them', async () => {
  const { vault } = await onePage()
  const lost = await vault.repair({ acting })
  expect([lost.lost > 0, lost.left]).toEqual([true, 0])
  await takeNight(vault, { organization: 'one', spaces: { s: { a: 1 } } })
  expect(await findings(vault)).toEqual([])
  expect(readableIn(vault, 1)).toEqual(readableIn(vault, 2))
  await vault.close()
})

/** Of which no block can be read. */
async function onePage() {
  const made = await newVault(SMALL)
  await takeNight(made.vault, { organization: 'one', spaces: { s: { a: 1 } } })
  const db = new Database(join(made.path, 'catalog.db'))
  db.exec('UPDATE block SET data = zeroblob(length(data))')
  db.close()
  return made
}

/** Whether it came to its end. */
async function cutOff(vault: WritableVault, allowed: number): Promise<boolean> {
  let left = allowed
  const killed = new Error('killed')
  const committed = () => {
    if (left-- === 0) throw killed
  }
  const error = await rejection(async () => {
    await vault.repair({ acting, committed })
    throw new Error('done')
  })
  if (error === killed) return false
  expect(String(error)).toBe('Error: done')
  return true
}

test('what was lost because its base was is read again once that is there, through as many as it takes', async () => {
  const { vault, path } = await newVault(SMALL)
  const edits = [0, 1, 2, 4, 5]
  for (const edit of edits) await takeNight(vault, { organization: 'one', spaces: { s: { b: edit } } })
  const bytes = new Map<string, Buffer>()
  for (const { snapshot } of vault.snapshots())
    for (const { content, contentDigest, parts } of vault.resources(snapshot)) {
      bytes.set(contentDigest, vault.read(content))
      for (const part of parts) bytes.set(part.digest, vault.read(part.content))
    }
  await vault.close()
  const db = new Database(join(path, 'catalog.db'))
  const bases = db
    .prepare<[], string>(
      'SELECT lower(hex(digest)) FROM content JOIN block ON block.id = content.block WHERE base IS NULL',
    )
    .pluck()
    .all()
  expect(db.prepare('SELECT max(depth) FROM block').pluck().get()).toBeGreaterThan(1)
  db.exec('UPDATE block SET data = zeroblob(length(data)) WHERE base IS NULL AND stored IS NULL')
  db.close()
  const open = await openVaultForWriting(path, SMALL)
  const lost = await open.repair({ acting })
  expect(lost.lost).toBeGreaterThan(0)
  const onlyBases: ContentSource = {
    open: async () => ({
      find: async ({ digest }) => {
        const found = bases.includes(digest) ? bytes.get(digest) : undefined
        return found === undefined ? null : { from: 'elsewhere', bytes: found, writeTo: async () => {} }
      },
      close() {},
    }),
  }
  const plan = await planRepairAt(path, { sources: [onlyBases] })
  const healed = await open.repair({ acting, sources: [onlyBases] })
  expect(healed.remedies).toEqual(plan.remedies)
  expect([healed.lost, healed.left]).toEqual([0, 0])
  expect(new Set(healed.remedies.map(({ from }) => from))).toEqual(
    new Set(['elsewhere', 'what an earlier repair put aside']),
  )
  expect(await findings(open)).toEqual([])
  await open.close()
})
