/** What is refused, and what is still proved, of snapshots that were pruned. */
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { historyOf } from '../../src/diff/history.ts'
import { SnapshotPruned } from '../../src/model/errors.ts'
import { resources } from '../../src/resources/index.ts'
import { openForWriting } from '../../src/vault/catalog/database.ts'
import { openVault, type Vault } from '../../src/vault/vault.ts'
import { findings, newVault, ORGANIZATION, rejection, seal, viewOf, writeScope } from './fixture.ts'

const AT = Date.parse('2026-11-20T10:00:00Z')
const START = Date.parse('2026-11-01T02:00:00Z')
const DAY_MS = 86_400_000

/** A snapshot a day, of spaces by id and state. */
async function vaultOf(nights: readonly Record<string, string>[]) {
  let now = START
  const made = await newVault({ clock: () => now })
  for (const spaces of nights) {
    const writer = made.vault.begin(ORGANIZATION, 'test')
    await writeScope(writer, null, 'space', spaces)
    await seal(writer)
    now += DAY_MS
  }
  return made
}

/** Marked, and with `rows` nothing of it left that no other snapshot has. */
function markPruned(path: string, snapshots: readonly number[], { rows = false } = {}): void {
  const db = openForWriting(join(path, 'catalog.db'))
  try {
    for (const snapshot of snapshots) db.prepare('INSERT INTO pruned VALUES (?, ?)').run(snapshot, AT)
    const kept =
      'EXISTS (SELECT 1 FROM snapshot WHERE id >= since AND (until IS NULL OR id < until) AND id NOT IN (SELECT snapshot FROM pruned))'
    if (rows) db.prepare(`DELETE FROM version WHERE NOT ${kept}`).run()
  } finally {
    db.close()
  }
}

const FOUR = ['one', 'two', 'three', 'four'].map(text => ({ s: text }))

const READERS: Readonly<Record<string, (vault: Vault) => unknown>> = {
  resolve: vault => vault.resolve('2'),
  resources: vault => [...vault.resources(2)],
  find: vault => vault.find(2, 'space', 's'),
  named: vault => vault.named(2, { kind: 'space', parent: null }, ['s']),
  at: vault => vault.at(2, 1),
  'changes to it': vault => [...vault.changes(1, 2)],
  'changes from it': vault => [...vault.changes(2, 3)],
  lastRead: vault => vault.lastRead(2, null, 'space'),
  oldestReads: vault => vault.oldestReads(2),
  firstMissing: vault => vault.firstMissing(2, 1),
}

describe('a snapshot that was pruned', () => {
  test.each(Object.keys(READERS))('is refused to %s, with the nearest that are kept', async name => {
    const { vault, path } = await vaultOf(FOUR)
    const read = READERS[name]
    // Known to this reader from before.
    expect(() => read?.(vault)).not.toThrow()
    markPruned(path, [2])
    for (const reader of [vault, openVault(path)]) {
      const error = await rejection(() => read?.(reader))
      expect(error).toBeInstanceOf(SnapshotPruned)
      expect(error).toMatchObject({
        code: 'snapshot-pruned',
        snapshot: 2,
        message: 'snapshot 2 was pruned on 2026-11-20T10:00:00.000Z and cannot be read any more',
        hint: 'the nearest that are kept: 1 of 2026-11-01T02:00:00.000Z before it, 3 of 2026-11-03T02:00:00.000Z after it',
      })
    }
  })

  test('is no more among the snapshots, nor found by a word or a time', async () => {
    const { vault, path } = await vaultOf(FOUR)
    markPruned(path, [2, 3])
    expect(vault.snapshots().map(({ snapshot }) => snapshot)).toEqual([1, 4])
    expect(vault.resolve('latest~1').snapshot).toBe(1)
    expect(vault.resolve('@2026-11-03T12:00Z').snapshot).toBe(1)
    expect(vault.pruned()).toMatchObject([
      { snapshot: 2, started: '2026-11-02T02:00:00.000Z', pruned: '2026-11-20T10:00:00.000Z' },
      { snapshot: 3 },
    ])
    expect(vault.pruned({ organization: 'other' })).toEqual([])
    expect(Object.keys(vault.pruned()[0] ?? {})).not.toContain('state')
  })

  test('that goes while somebody reads it is refused at the end, and what is missing is not called damage', async () => {
    const { vault, path } = await vaultOf([
      { a: '1', b: '1' },
      { a: '2', b: '2' },
      { a: '3', b: '3' },
    ])
    const [reader, other] = [openVault(path), openVault(path)]
    const [first] = reader.find(2, 'space', 'a')
    // Its states were read without naming the snapshot.
    other.statesOf(first?.key ?? 0)
    const seen: string[] = []
    const error = await rejection(() => {
      for (const { id } of vault.resources(2)) {
        if (seen.length === 0) markPruned(path, [2], { rows: true })
        seen.push(id)
      }
    })
    expect(seen).toEqual(['a', 'b'])
    expect(error).toBeInstanceOf(SnapshotPruned)
    const db = openForWriting(join(path, 'catalog.db'))
    db.pragma('foreign_keys = OFF')
    db.prepare('DELETE FROM content WHERE id = ?').run(first?.content)
    db.close()
    for (const asked of [reader, other])
      expect(await rejection(() => asked.read(first?.content ?? 0))).toBeInstanceOf(SnapshotPruned)
    // Who never read it has no reason to be told of it.
    expect(await rejection(() => openVault(path).read(first?.content ?? 0))).toMatchObject({ code: 'damage' })
  })
})

describe('what is known of a time that was pruned', () => {
  test('a state since then is told with its day, and is read where it is kept', async () => {
    const { vault, path } = await vaultOf([{ s: 'a' }, { s: 'b' }, { s: 'b' }, { s: 'c' }])
    markPruned(path, [2], { rows: true })
    const [space] = vault.find(3, 'space', 's')
    expect(space).toMatchObject({ since: 2 })
    expect(vault.firstKept(2)).toBe(3)
    expect(vault.firstKept(3)).toBe(3)
    expect(vault.startedAt(2)).toBe('2026-11-02T02:00:00.000Z')
    expect(historyWords(vault, space?.key ?? 0)).toEqual(['1 added', '2 modified', '4 modified'])
  })

  test('an end that was pruned is not a removal: something may have come after it', async () => {
    const { vault, path } = await vaultOf([
      { s: 'a', t: 't' },
      { s: 'b', t: 't' },
      { t: 't' },
      { t: 't' },
      { s: 'd', t: 't' },
    ])
    const key = vault.find(1, 'space', 's')[0]?.key ?? 0
    expect(historyWords(vault, key)).toEqual(['1 added', '2 modified', '3 removed', '5 added'])
    markPruned(path, [2, 3])
    // As long as rows of it are left as well.
    expect(historyWords(vault, key)).toEqual(['1 added', '4 removed', '5 added'])
    markPruned(path, [], { rows: true })
    expect(historyWords(vault, key)).toEqual(['1 added', '4 removed', '5 added'])
    for (const states of [vault.versions(key), vault.statesOf(key)])
      expect(states.map(({ since, until }) => [since, until])).toEqual([
        [1, 4],
        [5, null],
      ])
    expect(vault.firstMissing(4, key)).toBeNull()
    markPruned(path, [4], { rows: true })
    expect(historyWords(vault, key)).toEqual(['1 added', '5 modified'])
  })
})

test('since when a thing was missing is not taken from another one before it', async () => {
  const { vault, path } = await vaultOf([{ s: 'a', t: 't' }])
  const key = vault.find(1, 'space', 's')[0]?.key ?? 0
  const unsure = vault.begin(ORGANIZATION, 'test')
  unsure.gap({ kind: 'space', parentKey: null, class: 'shrunken', message: 'fewer', missing: 'digest' })
  await seal(unsure)
  for (const spaces of [{ s: 'b', t: 't' }, { t: 't' }]) {
    const writer = vault.begin(ORGANIZATION, 'test')
    await writeScope(writer, null, 'space', spaces)
    await seal(writer)
  }
  expect(vault.firstMissing(3, key)).toBe(2)
  markPruned(path, [3], { rows: true })
  expect(vault.firstMissing(4, key)).toBeNull()
})

function historyWords(vault: Vault, key: number): string[] {
  return [...historyOf(vault, resources, key)].map(({ snapshot, change }) => `${snapshot} ${change.type}`)
}

describe('a check', () => {
  test('finds a vault sound of which snapshots were pruned, and says what it cannot prove', async () => {
    const { vault, path } = await vaultOf(FOUR)
    const before = viewOf(vault, 4)
    markPruned(path, [1, 3], { rows: true })
    expect(await findings(vault)).toEqual([
      {
        code: 'snapshots-pruned',
        severity: 'info',
        message: '2 snapshots of 4 were pruned: what they held cannot be proved any more',
      },
    ])
    expect(viewOf(vault, 4)).toEqual(before)
    const next = vault.begin(ORGANIZATION, 'test')
    await writeScope(next, null, 'space', { s: 'four' })
    expect(await seal(next)).toMatchObject({
      state: 'complete',
      carried: 1,
      previous: vault.resolve('4').digest,
    })
  })

  test('computes the contents of a snapshot after a pruned one, whose end may be what changed', async () => {
    const { vault, path } = await vaultOf([{ s: 'a' }, { s: 'a', t: 't' }, { s: 'a' }])
    markPruned(path, [2], { rows: true })
    expect((await findings(vault)).filter(({ severity }) => severity === 'damage')).toEqual([])
  })

  test.each([
    ['the row', 'UPDATE snapshot SET title = title || 1 WHERE id = 2', 'seal-mismatch'],
    ['the link to the one before', "UPDATE snapshot SET previous = x'00' WHERE id = 2", 'chain-broken'],
    ['the digest', "UPDATE snapshot SET digest = x'00' WHERE id = 2", 'chain-broken'],
    ['the mark', 'UPDATE pruned SET at = at + 1', 'rows-changed'],
  ])('finds %s of a pruned snapshot changed', async (_, sql, code) => {
    const { vault, path } = await vaultOf(FOUR)
    markPruned(path, [2], { rows: true })
    const db = openForWriting(join(path, 'catalog.db'))
    // As somebody would who does not know of the tally.
    for (const { name } of db
      .prepare<[], { name: string }>("SELECT name FROM sqlite_temp_schema WHERE type = 'trigger'")
      .all())
      db.exec(`DROP TRIGGER temp."${name}"`)
    db.exec(sql)
    db.close()
    expect((await findings(vault)).map(found => found.code)).toContain(code)
  })
})
