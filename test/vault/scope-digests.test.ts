/** The digests of a snapshot against a plain reading of their description, and what they let nobody change unseen. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Kind } from '../../src/model/resource.ts'
import type { SnapshotSummary } from '../../src/model/snapshot.ts'
import type { SnapshotWriter, Vault } from '../../src/vault/vault.ts'
import { findings, itemOf, newVault, ORGANIZATION, rejection, seal } from './fixture.ts'

const EXACT = { token: null, exact: true }

/** Spaces by id, with the states of their pages by id; a page's state is the team that it mentions. */
type Night = Readonly<Record<string, Readonly<Record<string, string>>>>

const ids = fc.constantFrom('a', 'b', 'B', 'é', '𝒳', '\uffee', 'a"b')
const nights: fc.Arbitrary<Night[]> = fc.array(
  fc.dictionary(ids, fc.dictionary(ids, fc.constantFrom('t1', 't2', 't3'), { maxKeys: 5 }), { maxKeys: 4 }),
  { minLength: 1, maxLength: 6 },
)

async function writeNight(writer: SnapshotWriter, night: Night): Promise<void> {
  const spaces = writer.scope(null, 'space')
  const teams = writer.scope(null, 'team')
  // A team is there while a space of another name is.
  for (const id of Object.keys(night)) await teams.add(itemOf(`t${Object.keys(night).indexOf(id) + 1}`, '1'))
  await teams.finish(EXACT)
  const keys = new Map<string, number>()
  for (const id of Object.keys(night)) keys.set(id, await spaces.add(itemOf(id, '1')))
  await spaces.finish(EXACT)
  for (const [id, pages] of Object.entries(night)) {
    const scope = writer.scope(keys.get(id) ?? 0, 'page')
    for (const [page, team] of Object.entries(pages))
      await scope.add({ ...itemOf(page, team), references: [{ kind: 'team', id: team }] })
    await scope.finish(EXACT)
  }
}

/** As RFC 9162, section 2.1.1, writes it down. */
function treeHash(leaves: readonly string[]): string {
  const sha = (...parts: (Buffer | string)[]) => {
    const sum = createHash('sha256')
    for (const part of parts) sum.update(part)
    return sum.digest()
  }
  const root = (from: number, to: number): Buffer => {
    if (to === from) return sha('')
    if (to - from === 1) return sha(Buffer.from([0]), leaves[from] ?? '')
    let left = 1
    while (left * 2 < to - from) left *= 2
    return sha(Buffer.from([1]), root(from, from + left), root(from + left, to))
  }
  return root(0, leaves.length).toString('hex')
}

/** As docs/concepts/vault/seal.md has it. */
function contentsOf(vault: Vault, snapshot: number): string {
  const scopes = new Map<string, { kind: Kind; path: string; lines: [string, string][] }>()
  for (const resource of vault.resources(snapshot)) {
    const { kind, id, contentDigest, parentKind, parentId } = resource
    const path = parentKind === null ? '' : `/${JSON.stringify([parentKind, parentId])}`
    const scope = scopes.get(`${kind} ${path}`) ?? { kind, path, lines: [] }
    scope.lines.push([id, JSON.stringify([id, contentDigest, []])])
    scopes.set(`${kind} ${path}`, scope)
  }
  const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))
  const leaves = [...scopes.values()]
    .sort((a, b) => byBytes(a.kind, b.kind) || byBytes(a.path, b.path))
    .map(({ kind, path, lines }) => {
      const sorted = lines.sort(([a], [b]) => byBytes(a, b)).map(([, line]) => line)
      return JSON.stringify([kind, path, sorted.length, treeHash(sorted)])
    })
  return treeHash(leaves)
}

/** Straight from what the night says. */
function danglingOf(night: Night): string[] {
  const teams = Object.keys(night).map((_, index) => `t${index + 1}`)
  return Object.values(night)
    .flatMap(pages => Object.entries(pages))
    .filter(([, team]) => !teams.includes(team))
    .map(([page, team]) => `${page} ${team}`)
    .sort()
}

describe('the digest of all that a snapshot holds', () => {
  test('is as described, whatever came before; and what dangles is told, whatever was carried over', async () => {
    await fc.assert(
      fc.asyncProperty(nights, async history => {
        const { vault } = await newVault()
        const summaries: [Night, SnapshotSummary][] = []
        for (const night of history) {
          const writer = vault.begin(ORGANIZATION, 'test')
          await writeNight(writer, night)
          summaries.push([night, await seal(writer)])
        }
        for (const [night, { snapshot, contents, proof, resources }] of summaries) {
          expect(contents).toBe(contentsOf(vault, snapshot))
          expect(proof?.dangling_count).toBe(danglingOf(night).length)
          expect(proof?.dangling.map(({ id, target }) => `${id} ${target.id}`).sort()).toEqual(
            danglingOf(night),
          )
          expect(Object.values(resources).reduce((sum, count) => sum + count, 0)).toBe(
            [...vault.resources(snapshot)].length,
          )
        }
        expect(await findings(vault)).toEqual([])
        await vault.close()
      }),
      { numRuns: 20, endOnFailure: true },
    )
  })

  test('is as described where hundreds of scopes come, change and go in one night', async () => {
    const night = (from: number, to: number, team: string): Night =>
      Object.fromEntries(Array.from({ length: to - from }, (_, index) => [`s${from + index}`, { p: team }]))
    const { vault } = await newVault()
    for (const held of [night(0, 150, 't1'), night(140, 400, 't1'), night(100, 390, 't2'), {}]) {
      const writer = vault.begin(ORGANIZATION, 'test')
      await writeNight(writer, held)
      const { snapshot, contents } = await seal(writer)
      expect(contents).toBe(contentsOf(vault, snapshot))
    }
    expect(await findings(vault)).toEqual([])
  })

  test('is the same of vaults that came to hold the same by other ways', async () => {
    const last = { a: { b: 't1' }, B: {} }
    const contents: (string | null)[] = []
    for (const history of [[last], [{ a: {}, é: { a: 't2' } }, { B: { b: 't1' } }, last]]) {
      const { vault } = await newVault()
      for (const night of history) {
        const writer = vault.begin(ORGANIZATION, 'test')
        await writeNight(writer, night)
        await seal(writer)
      }
      contents.push(vault.resolve('latest').contents)
    }
    expect(contents[0]).toBe(contents[1])
  })
})

/** Three nights; the pages of space a are as in the first one until the third. */
async function threeNights() {
  const { vault, path } = await newVault()
  for (const night of [
    { a: { p: '1' }, b: { p: '1' } },
    { a: { p: '1' }, b: { p: '2' } },
    { a: { p: '3' }, b: { p: '2' } },
  ]) {
    const writer = vault.begin(ORGANIZATION, 'test')
    await writeNight(writer, night)
    await seal(writer)
  }
  const alter = (sql: string) => {
    const db = new Database(join(path, 'catalog.db'))
    db.pragma('foreign_keys = OFF')
    db.exec(sql)
    db.close()
  }
  return { vault, alter }
}

const PAGE_OF_A = `resource IN (SELECT id FROM resource WHERE platform_id = 'p' ORDER BY id LIMIT 1)`

describe('a row that was edited', () => {
  test('is named once, with its scope and every snapshot that it is in', async () => {
    const { vault, alter } = await threeNights()
    alter(`UPDATE version SET content = content + 1 WHERE since = 1 AND ${PAGE_OF_A}`)
    const found = (await findings(vault, false)).filter(({ code }) => code === 'contents-mismatch')
    expect(found.map(({ message }) => message)).toEqual([
      'the resources of snapshot 1 are not as they were sealed: kind page of space a, also in those before snapshot 3',
    ])
  })

  test('in a scope that does not change does not get into a seal: what is sealed is what was sealed', async () => {
    const { vault, alter } = await threeNights()
    const before = vault.resolve('latest').contents
    alter(`UPDATE version SET content = content + 1 WHERE since = 3 AND ${PAGE_OF_A}`)
    const writer = vault.begin(ORGANIZATION, 'test')
    const spaces = writer.scope(null, 'team')
    for (const id of ['t1', 't2']) spaces.keep(id)
    await spaces.finish(EXACT)
    expect((await seal(writer)).contents).toBe(before)
    const found = (await findings(vault, false)).filter(({ code }) => code === 'contents-mismatch')
    expect(found.map(({ message }) => message)).toEqual([
      'the resources of snapshot 3 are not as they were sealed: kind page of space a, also in those after it',
    ])
  })

  test.each([
    ['a digest of a scope', `UPDATE scope_digest SET contents = zeroblob(32) WHERE since = 3`],
    ['a digest that is gone', 'DELETE FROM scope_digest WHERE since = 1 AND until IS NULL'],
    ['until when a digest holds', 'UPDATE scope_digest SET until = 3 WHERE since = 1 AND until IS NULL'],
  ])('%s: nothing is sealed on it, and a check names it', async (_, sql) => {
    const { vault, alter } = await threeNights()
    alter(sql)
    const writer = vault.begin(ORGANIZATION, 'test')
    await writeNight(writer, { a: { p: '4' } })
    expect(await rejection(() => seal(writer))).toMatchObject({
      code: 'damage',
      message: expect.stringContaining('snapshot 3 is not as it was sealed'),
    })
    const codes = (await findings(vault, false)).map(({ code }) => code)
    expect(codes).toContain('contents-mismatch')
    expect(codes).toContain('rows-changed')
  })
})
