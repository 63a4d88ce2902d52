/** What a prune takes, what it leaves, and what it does where something is in its way. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { digestOf } from '../../src/model/digest.ts'
import { DamageFound, Interrupted } from '../../src/model/errors.ts'
import { makeContentReader } from '../../src/vault/content-reader.ts'
import { openVault, openVaultForWriting } from '../../src/vault/vault.ts'
import { findings, ORGANIZATION, rejection, seal, writeScope } from './fixture.ts'
import { FORMATS, unpackGolden } from './golden/unpack.ts'
import { damageIn, editCatalog, forget, pagesVault, prunable, viewWithBodies } from './prune/pages.ts'

const ALL = { undoMs: 0, leastDeadShare: 0 }
const DAY_MS = 86_400_000

/** Every page edited every third night or so, in nights that make blocks, deltas and deltas of deltas. */
async function editedVault(nights: number) {
  const made = await pagesVault()
  for (let number = 1; number <= nights; number++)
    await made.night(page => `${page} ${page % 3 === number % 3 ? number : 0} `.repeat(60))
  return made
}

function filesOf(path: string): string[] {
  return readdirSync(join(path, 'files'), { recursive: true, withFileTypes: true })
    .filter(file => file.isFile())
    .map(file => file.name)
}

/** The snapshots in which digests of the pages' scope begin. */
function scopeStates(path: string): number[] {
  const db = new Database(join(path, 'catalog.db'), { readonly: true })
  try {
    const sql = `SELECT since, until FROM scope_digest JOIN term ON term.id = kind WHERE text = 'page' ORDER BY since`
    return db
      .prepare<[], { since: number }>(sql)
      .all()
      .map(({ since }) => since)
  } finally {
    db.close()
  }
}

describe('a prune', () => {
  test('leaves what the other snapshots need, byte for byte, and nothing else', async () => {
    const { vault, path } = await editedVault(12)
    const kept = [3, 7, 12]
    const before = new Map(kept.map(snapshot => [snapshot, viewWithBodies(vault, snapshot)]))
    forget(path, [1, 2, 4, 5, 6, 8, 9, 10, 11])
    const result = await vault.prune(ALL)
    expect(result).toMatchObject({ finished: true, unreturnedBytes: 0 })
    expect(result.plan).toMatchObject({ stay: 3, needed: [], waiting: [] })
    expect(vault.snapshots().map(({ snapshot }) => snapshot)).toEqual(kept)
    for (const [snapshot, view] of before) expect(viewWithBodies(vault, snapshot)).toEqual(view)
    expect(await damageIn(vault)).toEqual([])
    expect(prunable(path)).toEqual([])
    expect(scopeStates(path)).toEqual([3, 7, 12])
    const again = await vault.prune(ALL)
    expect(again.plan).toMatchObject({
      snapshots: [],
      versions: { go: 0 },
      contents: { go: 0 },
      bytes: { go: 0 },
    })
  })

  test('does as it planned, and gives the space back: pages of the catalog, and files', async () => {
    const { vault, path, night } = await pagesVault()
    for (let number = 1; number <= 4; number++) await night(() => randomBytes(9000).toString('base64'))
    const filesBefore = filesOf(path).length
    forget(path, [1, 2, 3])
    const planned = await openVault(path).planPrune({ undoMs: 0 })
    expect(vault.pruned()).toEqual([])
    const { bytesBefore, bytesAfter, plan } = await vault.prune({ undoMs: 0 })
    expect(plan).toEqual(planned)
    expect(planned.bytes.go).toBeGreaterThan(planned.bytes.stay * 2)
    expect(bytesAfter).toBeLessThan(bytesBefore - planned.bytes.go * 0.5)
    expect(filesOf(path).length).toBeLessThan(filesBefore / 2)
    expect(await findings(vault)).toMatchObject([{ code: 'snapshots-pruned' }])
  })

  test('stores a block anew from a share of dead bytes on, and keeps the rest of one with less', async () => {
    const { vault, path, night } = await pagesVault()
    for (let number = 1; number <= 2; number++)
      await night(page => (page === 3 ? randomBytes(150).toString('hex') : `${page} `.repeat(150)))
    forget(path, [1])
    expect((await vault.planPrune({ undoMs: 0, leastDeadShare: 0.9 })).contents.go).toBe(0)
    expect((await vault.planPrune(ALL)).contents.go).toBeGreaterThan(0)
    await vault.prune({ undoMs: 0, leastDeadShare: 0.9 })
    expect(prunable(path)).not.toEqual([])
    expect(await damageIn(vault)).toEqual([])
    await vault.prune(ALL)
    expect(prunable(path)).toEqual([])
  })

  test('gives no number of a content or a block twice', async () => {
    const { vault, path, night } = await pagesVault()
    const highest = () => {
      const db = new Database(join(path, 'catalog.db'), { readonly: true })
      const row = db
        .prepare<[], Record<string, number>>(
          'SELECT (SELECT max(id) FROM content) AS content, (SELECT max(id) FROM block) AS block',
        )
        .get()
      db.close()
      return row ?? {}
    }
    await night(page => `${page}`)
    // What nobody refers to, with the highest numbers.
    const writer = vault.begin(ORGANIZATION, 'test')
    await writer.put(randomBytes(5000))
    await writeScope(writer, null, 'space', { s: 'space' })
    await seal(writer)
    const before = highest()
    await vault.prune(ALL)
    expect(highest().content).toBeLessThan(before.content ?? 0)
    await vault.close()
    const reopened = await openVaultForWriting(path)
    const next = reopened.begin(ORGANIZATION, 'test')
    const { content } = await next.put(randomBytes(5000))
    await next.flush()
    expect(content).toBeGreaterThan(before.content ?? 0)
    expect(highest().block).toBeGreaterThan(before.block ?? 0)
    await reopened.close()
  })

  test.each(FORMATS)('reads as before in a vault of format %i', async format => {
    const path = unpackGolden(format)
    const vault = await openVaultForWriting(path)
    const [, last] = vault.snapshots()
    const before = viewWithBodies(vault, last?.snapshot ?? 0)
    const writer = vault.begin({ id: last?.organization ?? '', title: 'Golden' }, 'test')
    await writeScope(writer, null, 'space', { s: 'space' })
    await seal(writer)
    forget(path, [1])
    const { plan, unreturnedBytes } = await vault.prune(ALL)
    expect(plan?.snapshots.map(({ snapshot }) => snapshot)).toEqual([1])
    expect(viewWithBodies(vault, last?.snapshot ?? 0)).toEqual(before)
    expect(prunable(path)).toEqual([])
    // Older catalogs were made so that they do not shrink.
    expect(unreturnedBytes > 0).toBe(format < 5)
    expect(await damageIn(vault)).toEqual([])
    await vault.close()
  })
})

describe('what is forgotten stays', () => {
  test('as long as it can be brought back', async () => {
    const { vault, path, clock } = await editedVault(4)
    forget(path, [1], clock() - 20 * DAY_MS)
    forget(path, [2], clock() - 3 * DAY_MS)
    const { plan } = await vault.prune({ undoMs: 14 * DAY_MS })
    expect(plan).toMatchObject({
      snapshots: [{ snapshot: 1 }],
      waiting: [{ snapshot: 2, until: new Date(clock() + 11 * DAY_MS).toISOString() }],
    })
    expect(vault.snapshots().map(({ snapshot }) => snapshot)).toEqual([2, 3, 4])
  })

  test('where something needs it by now', async () => {
    const { vault, path, clock } = await editedVault(7)
    forget(path, [1, 2, 3, 4, 7])
    editCatalog(path, db => {
      db.prepare("INSERT INTO pin VALUES (1, 'ada', 0, 'audit', NULL), (2, 'ada', 0, 'over', ?)").run(clock())
      db.prepare("INSERT INTO hold VALUES (1, 'case', NULL, ?, ?, 'ada', 'law', 0, NULL, NULL)").run(
        Date.parse(vault.startedAt(3) ?? ''),
        Date.parse(vault.startedAt(3) ?? ''),
      )
    })
    const run = vault.restores.beginRun({ snapshot: 4, target: 'org', before: 5, request: {} })
    const { plan } = await vault.prune(ALL)
    expect(plan?.needed.map(({ snapshot, because }) => [snapshot, because])).toEqual([
      [1, 'pin "audit"'],
      [3, 'hold "case"'],
      [4, 'restore 1 is not done'],
      [7, 'newest'],
    ])
    expect(vault.pruned().map(({ snapshot }) => snapshot)).toEqual([2])
    vault.restores.endRun(run, { state: 'complete', after: null, report: {} })
    expect((await vault.planPrune(ALL)).snapshots.map(({ snapshot }) => snapshot)).toEqual([4])
  })

  test('where it is brought back after the plan was made', async () => {
    const { vault, path } = await editedVault(4)
    forget(path, [1, 2])
    let plans = 0
    const progress = ({ phase }: { phase: string }) => {
      if (phase !== 'planning' || ++plans > 1) return
      // In the middle of it: what it has read by then says that both go.
      queueMicrotask(() => editCatalog(path, db => db.exec('DELETE FROM forgotten WHERE snapshot = 1')))
    }
    await vault.prune({ ...ALL, progress })
    expect(vault.snapshots().map(({ snapshot }) => snapshot)).toEqual([1, 3, 4])
    expect(await damageIn(vault)).toEqual([])
  })
})

describe('a prune takes nothing', () => {
  test.each([
    ['a content', 'DELETE FROM content WHERE id = (SELECT max(content) FROM version)', /damaged/],
    [
      'a block',
      'DELETE FROM block WHERE id = (SELECT block FROM content ORDER BY id DESC LIMIT 1)',
      /damaged/,
    ],
    ['the end of a version', 'UPDATE version SET until = since + 1 WHERE until IS NULL', /damaged/],
    ['what was forgotten', 'INSERT INTO forgotten VALUES (3, 0, 1, 1, 1)', /damaged/],
  ])('where %s is not as it was written', async (_, sql, message) => {
    const { vault, path } = await editedVault(4)
    forget(path, [1, 2])
    editCatalog(path, db => db.exec(sql), { unnoticed: true })
    const error = await rejection(() => vault.prune(ALL))
    expect(error).toBeInstanceOf(DamageFound)
    expect(error).toMatchObject({ message: expect.stringMatching(message) })
    expect(vault.pruned()).toEqual([])
    expect(vault.snapshots()).toHaveLength(4)
  })

  test('where a file is missing that a snapshot needs', async () => {
    const { vault, path, night } = await pagesVault()
    for (let number = 1; number <= 2; number++) await night(() => randomBytes(9000).toString('base64'))
    forget(path, [1])
    const [page] = vault.find(2, 'page', 'p1')
    const digest = page?.parts[0]?.digest ?? ''
    rmSync(join(path, 'files', digest.slice(0, 2), digest))
    expect(await rejection(() => vault.prune(ALL))).toMatchObject({
      code: 'damage',
      message: `nothing was changed, because the vault is damaged: file ${digest} is not there as it was stored`,
    })
    expect(vault.pruned()).toEqual([])
  })

  test('where it is interrupted first', async () => {
    const { vault, path } = await editedVault(3)
    forget(path, [1])
    const signal = AbortSignal.abort()
    expect(await rejection(() => vault.prune({ ...ALL, signal }))).toBeInstanceOf(Interrupted)
    expect(await rejection(() => vault.planPrune({ ...ALL, signal }))).toBeInstanceOf(Interrupted)
    expect(vault.pruned()).toEqual([])
  })
})

describe('beside others', () => {
  test('a snapshot that begins goes first, and what it is handed is not taken', async () => {
    const { vault, path } = await editedVault(6)
    const text = '0 0 '.repeat(60)
    forget(path, [1, 2, 3, 4, 5])
    let writing: Promise<unknown> | undefined
    async function backUp() {
      const writer = vault.begin(ORGANIZATION, 'test')
      const scope = writer.scope(null, 'space')
      const space = await scope.add({
        id: 's',
        changeDigest: digestOf('new'),
        json: Buffer.from('"new"'),
        parts: [],
      })
      await scope.finish({ token: null, exact: true })
      // Of a snapshot that goes: found, and not named by any row yet.
      const handed = await writer.put(Buffer.from(text))
      for (let turn = 0; turn < 50; turn++) await new Promise(resolve => setImmediate(resolve))
      const pages = writer.scope(space, 'page')
      const parts = [{ name: 'markdown' as const, content: handed.content }]
      await pages.add({ id: 'p0', changeDigest: digestOf('p0'), json: Buffer.from('"p0"'), parts })
      await pages.finish({ token: null, exact: true })
      await seal(writer)
    }
    const committed = () => {
      writing ??= backUp()
    }
    const { finished } = await vault.prune({ ...ALL, committed })
    await writing
    expect(finished).toBe(true)
    const [page] = vault.find(7, 'page', 'p0')
    expect(vault.read(page?.parts[0]?.content ?? 0).toString()).toBe(text)
    expect(await damageIn(vault)).toEqual([])
    expect(prunable(path)).toEqual([])
  })

  test('one that lasts longer than the prune may take leaves it undone, and so does the end of its time', async () => {
    const { vault, path } = await editedVault(5)
    forget(path, [1, 2, 3])
    const writer = vault.begin(ORGANIZATION, 'test')
    expect(await vault.prune({ ...ALL, maxDurationMs: 5 })).toMatchObject({ finished: false, plan: null })
    await writeScope(writer, null, 'space', { s: 'space' })
    await seal(writer)
    expect(vault.pruned()).toEqual([])
    expect(await vault.prune({ ...ALL, maxDurationMs: 60_000 })).toMatchObject({ finished: true })
  })

  test('what was fetched for a snapshot that is not sealed is kept for whoever goes on with it', async () => {
    const { vault, path } = await editedVault(3)
    forget(path, [1])
    const writer = vault.begin(ORGANIZATION, 'test')
    const scope = writer.scope(null, 'space')
    const space = await scope.add({
      id: 's',
      changeDigest: digestOf('s'),
      json: Buffer.from('"s"'),
      parts: [],
    })
    await scope.finish({ token: null, exact: true })
    await writer.putBody(space, { key: 'fetched', name: 'markdown' }, randomBytes(300))
    await writer.abandon()
    await vault.prune(ALL)
    const resumed = vault.begin(ORGANIZATION, 'test')
    expect(resumed.resumed).toBe(true)
    expect(resumed.findBody(space, { key: 'fetched', name: 'markdown' })).not.toBeNull()
    await resumed.abandon()
    expect(await damageIn(vault)).toEqual([])
  })

  test('two at once go one after the other', async () => {
    const { vault, path } = await editedVault(5)
    forget(path, [1, 2, 3])
    const results = await Promise.all([vault.prune(ALL), vault.prune(ALL)])
    expect(results.map(({ plan }) => plan?.snapshots.length)).toEqual([3, 0])
    expect(await damageIn(vault)).toEqual([])
  })

  test('a content that moves while somebody reads it is read where it went', () => {
    const bytes = Buffer.from('moved')
    const row = { id: 1, digest: digestOf(bytes), bytes: bytes.length, start: 0 }
    const block = {
      codec: 0,
      bytes: bytes.length,
      stored: null,
      base: null,
      dictionary: null,
      depth: 0,
      data: bytes,
    }
    let asked = 0
    const rows = {
      content: () => ({ ...row, block: asked++ === 0 ? 1 : 2 }),
      block: (id: number) => (id === 2 ? { ...block, id } : undefined),
      find: () => 1,
      isFile: () => false,
      depthOf: () => 0,
      lossOf: () => null,
      highestId: () => 1,
    }
    const none = () => {
      throw new Error('there are no files')
    }
    const files = {
      write: none,
      adopt: none,
      temporary: none,
      remove: none,
      unlink: none,
      pathOf: none,
      sizeOf: none,
      read: none,
      stream: none,
      names: none,
    }
    expect(makeContentReader(rows, files).read(1).toString()).toBe('moved')
  })
})

describe('space', () => {
  test('files that a crash left go, those that somebody else put there stay', async () => {
    const { vault, path } = await editedVault(2)
    const digest = digestOf('left')
    const left = join(path, 'files', digest.slice(0, 2), digest)
    mkdirSync(dirname(left), { recursive: true })
    for (const file of [left, join(path, 'files', 'notes.txt'), `${left}.txt`]) writeFileSync(file, 'left')
    await vault.prune(ALL)
    expect(existsSync(left)).toBe(false)
    expect(filesOf(path)).toEqual(expect.arrayContaining(['notes.txt', `${digest}.txt`]))
  })
})
