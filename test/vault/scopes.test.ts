import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { UsageError } from '../../src/model/errors.ts'
import type { Kind } from '../../src/model/resource.ts'
import { scopeRows } from '../../src/vault/catalog/scopes.ts'
import { findings, itemOf, newVault, ORGANIZATION, rejection, seal, viewOf, writeScope } from './fixture.ts'

const EXACT = { token: null, exact: true }

describe('scopes', () => {
  test('the last of repeated ids counts, and keep never undoes an add', async () => {
    const { vault } = await newVault()
    await withSnapshot(vault, async writer => {
      await writeScope(writer, null, 'space', { a: '1', b: '1', c: '1' })
    })
    const writer = vault.begin(ORGANIZATION, 'test')
    const scope = writer.scope(null, 'space')
    expect(scope.baseCount()).toBe(3)
    await scope.add(itemOf('a', '2'))
    await scope.add(itemOf('a', '1'))
    await scope.add(itemOf('b', '2'))
    scope.keep('b')
    scope.keep('never seen')
    expect(scope.missing().map(one => one.id)).toEqual(['c'])
    expect(await scope.finish(EXACT)).toEqual({ added: 0, modified: 1, removed: 1, carried: 1 })
    expect(await seal(writer)).toMatchObject({ added: 0, modified: 1, removed: 1, carried: 1 })
    expect(viewOf(vault, 2)).toEqual({ 'space//a': '1', 'space//b': '2' })
  })

  test('a snapshot names the scopes in which it holds something, in the order of its resources', async () => {
    const { vault } = await newVault()
    const keys = new Map<string, number>()
    await withSnapshot(vault, async writer => {
      for (const [id, key] of await writeScope(writer, null, 'space', { b: '1', a: '1' })) keys.set(id, key)
      for (const id of ['b', 'a']) await writeScope(writer, keys.get(id) ?? 0, 'page', { p: '1' })
      await writeScope(writer, keys.get('a') ?? 0, 'file', {})
    })
    await withSnapshot(vault, writer => writeScope(writer, keys.get('a') ?? 0, 'page', {}))
    const spaces = { kind: 'space', parent: null }
    const [inA, inB] = ['a', 'b'].map(id => ({ kind: 'page', parent: keys.get(id) }))
    expect([[...vault.scopes(1)], [...vault.scopes(2)]]).toEqual([
      [inA, inB, spaces],
      [inB, spaces],
    ])
  })

  test('where an index is not as its table the scopes have an end, and none is left out', async () => {
    const { vault, path } = await newVault()
    await withSnapshot(vault, async writer => {
      const keys = await writeScope(writer, null, 'space', { a: '1', b: '1', c: '1' })
      for (const [id, key] of keys) await writeScope(writer, key, 'page', { [`of ${id}`]: '1' })
    })
    const scopes = [...vault.scopes(1)]
    await vault.close()
    const edit = (work: (db: Database.Database) => void) => {
      const db = new Database(join(path, 'catalog.db')).unsafeMode(true)
      db.pragma('writable_schema = ON')
      work(db)
      db.close()
    }
    const index = "FROM sqlite_master WHERE name = 'resource_scope'"
    edit(db => db.exec(`CREATE TABLE put_aside AS SELECT * ${index}; DELETE ${index}`))
    edit(db => db.exec("UPDATE resource SET parent = 1 WHERE platform_id = 'of c'"))
    edit(db => db.exec('INSERT INTO sqlite_master SELECT * FROM put_aside'))
    edit(db => db.exec('DROP TABLE put_aside'))
    const rows = new Database(join(path, 'catalog.db'), { readonly: true })
    expect([...scopeRows(rows, 1, undefined)].map(({ kind }) => kind)).toEqual(scopes.map(({ kind }) => kind))
    rows.close()
  })

  test('a discarded scope leaves no trace', async () => {
    const { vault } = await newVault()
    await withSnapshot(vault, writer => writeScope(writer, null, 'space', { a: '1' }))
    await withSnapshot(vault, async writer => {
      const scope = writer.scope(null, 'space')
      await scope.add(itemOf('b', '1'))
      scope.discard()
    })
    expect(viewOf(vault, 2)).toEqual(viewOf(vault, 1))
    expect(vault.lastRead(2, null, 'space')).toMatchObject({ snapshot: 1 })
  })

  test('a resource that comes back is the same resource, and its history shows the pause', async () => {
    const { vault } = await newVault()
    for (const items of [{ a: '1' }, {}, { a: '1' }, { a: '2' }]) {
      await withSnapshot(vault, writer => writeScope(writer, null, 'space', items))
    }
    const [found] = vault.find(4, 'space', 'a')
    const versions = vault.versions(found?.key ?? 0).map(({ since, until }) => ({ since, until }))
    expect(versions).toEqual([
      { since: 1, until: 2 },
      { since: 3, until: 4 },
      { since: 4, until: null },
    ])
    expect(vault.at(2, found?.key ?? 0)).toBeNull()
    expect(vault.at(3, found?.key ?? 0)).toMatchObject({ id: 'a', since: 3 })
    expect(vault.ref(found?.key ?? 0)).toEqual({ kind: 'space', id: 'a', parent: null })
  })

  test('what was put counts only when every add has settled', async () => {
    const { vault } = await newVault()
    const writer = vault.begin(ORGANIZATION, 'test')
    const scope = writer.scope(null, 'space')
    const adding = scope.add(itemOf('a', '1'))
    expect(await rejection(() => scope.finish(EXACT))).toBeInstanceOf(Error)
    await adding
    expect(await scope.finish(EXACT)).toMatchObject({ added: 1 })
  })
})

describe('a scope finished again', () => {
  test('takes back a removal with all that went along, unless that was written anew', async () => {
    const { vault } = await newVault()
    const space = await withSnapshot(vault, async writer => {
      const key = (await writeScope(writer, null, 'space', { s: '1', t: '1' })).get('s') ?? 0
      await writeScope(writer, key, 'page', { p: '1', q: '1' }, 'r1')
      return key
    })
    const writer = vault.begin(ORGANIZATION, 'test')
    await writeScope(writer, null, 'space', { t: '1' })
    await writeScope(writer, null, 'space', { s: '1', t: '1' })
    expect(await seal(writer)).toMatchObject({ added: 0, modified: 0, removed: 0, carried: 4 })
    expect(viewOf(vault, 2)).toEqual(viewOf(vault, 1))
    expect(vault.lastRead(2, space, 'page')?.token).toBe('r1')
  })

  test('counts the second time only', async () => {
    const { vault } = await newVault()
    await withSnapshot(vault, writer => writeScope(writer, null, 'space', { a: '1', b: '1', c: '1' }))
    const writer = vault.begin(ORGANIZATION, 'test')
    await writeScope(writer, null, 'space', { a: '2', d: '1' })
    await writeScope(writer, null, 'space', { a: '1', b: '2', e: '1' })
    expect(await seal(writer)).toMatchObject({ added: 1, modified: 1, removed: 1, carried: 1 })
    expect(viewOf(vault, 2)).toEqual({ 'space//a': '1', 'space//b': '2', 'space//e': '1' })
    expect(await findings(vault)).toEqual([])
  })
})

describe('read marks', () => {
  test('tell the token of every snapshot, and forget a run that was rolled back', async () => {
    let now = Date.parse('2026-01-01T00:00:00Z')
    const { vault, path } = await newVault({ clock: () => now })
    const take = async (token: string, exact: boolean) => {
      now += 1000
      return withSnapshot(vault, async writer => {
        const scope = writer.scope(null, 'space')
        await scope.add(itemOf('a', '1'))
        await scope.finish({ token, exact })
      })
    }
    await take('r1', true)
    await take('r1', false)
    await take('r2', false)
    const crashed = vault.begin(ORGANIZATION, 'test')
    await writeScope(crashed, null, 'space', { a: '1' }, 'r3')
    await crashed.flush()
    await crashed.abandon()
    const resumed = vault.begin(ORGANIZATION, 'test')
    expect(resumed.lastRead(null, 'space')).toEqual({
      token: 'r2',
      exactAt: '2026-01-01T00:00:01.000Z',
      snapshot: 3,
    })
    await seal(resumed)
    const tokens = [1, 2, 3, 4].map(snapshot => vault.lastRead(snapshot, null, 'space')?.token)
    expect(tokens).toEqual(['r1', 'r1', 'r2', 'r2'])
    expect(vault.lastRead(2, null, 'space')?.snapshot).toBe(2)
    expect(vault.lastRead(4, null, 'page')).toBeNull()
    // A token read again costs no row.
    const db = new Database(join(path, 'catalog.db'), { readonly: true })
    expect(db.prepare('SELECT since, last FROM read_mark').all()).toEqual([
      { since: 1, last: 2 },
      { since: 3, last: 3 },
    ])
    db.close()
  })

  test('as of a snapshot no later reading is told, and a list read in every run costs one row', async () => {
    let now = Date.parse('2026-01-01T00:00:00Z')
    const { vault, path } = await newVault({ clock: () => now })
    const take = async (kinds: readonly Kind[]) => {
      now += 60_000
      return withSnapshot(vault, async writer => {
        for (const kind of ['organization', ...kinds] as const) {
          const scope = writer.scope(null, kind)
          await scope.add(itemOf('a', String(kind === 'organization' ? now : 1)))
          now += 1000
          await scope.finish(EXACT)
        }
      })
    }
    for (const kinds of [['team', 'space'], ['team'], ['team'], ['team', 'space'], ['team']] as const)
      await take(kinds)
    const begun = vault.snapshots().map(one => one.started)
    const fullReadings = (kind: Kind) =>
      [1, 2, 3, 4, 5].map(snapshot => vault.lastRead(snapshot, null, kind)?.exactAt ?? '')
    const first = fullReadings('space')[0] ?? ''
    const fourth = fullReadings('space')[3] ?? ''
    expect(fullReadings('space')).toEqual([first, first, first, fourth, fourth])
    expect(first < String(begun[1]) && fourth > String(begun[3]) && fourth < String(begun[4])).toBe(true)
    for (const [index, at] of fullReadings('team').entries())
      expect([index, at >= String(begun[index]), at < String(begun[index + 1] ?? '9')]).toEqual([
        index,
        true,
        true,
      ])
    expect([2, 3].map(snapshot => vault.oldestReads(snapshot).get('space'))).toEqual([first, first])
    const db = new Database(join(path, 'catalog.db'), { readonly: true })
    const rows = db.prepare(
      'SELECT term.text, count(*) AS count FROM read_mark JOIN term ON term.id = kind GROUP BY 1 ORDER BY 1',
    )
    expect(rows.all()).toEqual([
      { text: 'organization', count: 1 },
      { text: 'space', count: 2 },
      { text: 'team', count: 1 },
    ])
    db.close()
  })

  test('a parent that was gone for a while is not taken for unchanged below', async () => {
    const { vault } = await newVault()
    const key = await withSnapshot(vault, async writer => {
      const space = (await writeScope(writer, null, 'space', { s: '1' })).get('s') ?? 0
      await writeScope(writer, space, 'page', { p: '1' }, 'r1')
      return space
    })
    expect(vault.lastRead(1, key, 'page')?.token).toBe('r1')
    await withSnapshot(vault, writer => writeScope(writer, null, 'space', {}))
    const writer = vault.begin(ORGANIZATION, 'test')
    expect(writer.lastRead(key, 'page')).toBeNull()
    expect(vault.lastRead(1, key, 'page')?.token).toBe('r1')
  })
})

describe('gaps', () => {
  test('know since when, end when the scope is read again, and make a snapshot partial', async () => {
    const { vault } = await newVault()
    const gap = { kind: 'space', parentKey: null, class: 'refused', message: 'no' } as const
    const sealed = []
    for (const isGap of [true, true, false, true]) {
      sealed.push(
        await withSnapshot(vault, async writer => {
          if (isGap) writer.gap(gap)
          else await writeScope(writer, null, 'space', { a: '1' })
          return seal(writer)
        }),
      )
    }
    expect(sealed.map(one => one.state)).toEqual(['partial', 'partial', 'complete', 'partial'])
    expect(sealed.map(one => one.gaps[0]?.firstSeen)).toEqual([1, 1, undefined, 4])
    expect(sealed[0]?.gaps).toEqual([
      {
        kind: 'space',
        parent: 'org',
        parentKind: 'organization',
        class: 'refused',
        message: 'no',
        firstSeen: 1,
      },
    ])
    expect(await findings(vault)).toEqual([])
  })

  test('of a scope that is read after all are taken back; of one resource they stay', async () => {
    const { vault } = await newVault()
    await withSnapshot(vault, async writer => {
      writer.gap({ kind: 'space', parentKey: null, class: 'refused', message: 'first try' })
      writer.gap({ kind: 'space', parentKey: null, resource: 'a', class: 'invalid', message: 'odd' })
      await writeScope(writer, null, 'space', { b: '1' })
      const summary = await seal(writer)
      expect(summary.gaps).toMatchObject([{ resource: 'a', class: 'invalid' }])
      expect(summary.state).toBe('partial')
    })
  })

  test('of one resource make only that one unknown', async () => {
    const { vault } = await newVault()
    await withSnapshot(vault, writer => writeScope(writer, null, 'space', { a: '1', b: '1' }))
    await withSnapshot(vault, async writer => {
      const scope = writer.scope(null, 'space')
      scope.keep('a')
      await scope.add(itemOf('b', '2'))
      await scope.finish(EXACT)
      writer.gap({ kind: 'space', parentKey: null, resource: 'a', class: 'invalid', message: 'odd' })
    })
    const changes = [...vault.changes(1, 2)].map(one => `${one.type} ${one.id}`)
    expect(changes).toEqual(['unknown a', 'modified b'])
    expect([...vault.changes(1, 2, { kinds: ['page'] })]).toEqual([])
  })
})

describe('names of snapshots', () => {
  test('latest and times mean complete; numbers reach the partial ones, which the errors name', async () => {
    let now = Date.parse('2026-01-01T00:00:00Z')
    const { vault } = await newVault({ clock: () => now })
    expect(() => vault.resolve('latest')).toThrow(UsageError)
    for (const state of ['partial', 'complete', 'complete', 'partial']) {
      now += 3_600_000
      await withSnapshot(vault, async writer => {
        if (state === 'partial')
          writer.gap({ kind: 'space', parentKey: null, class: 'refused', message: 'no' })
        else await writeScope(writer, null, 'space', {})
      })
      if (now === Date.parse('2026-01-01T01:00:00Z')) {
        expect(await rejection(() => vault.resolve('latest'))).toMatchObject({
          hint: expect.stringContaining('1'),
        })
        expect(await rejection(() => vault.resolve('@now'))).toMatchObject({
          hint: expect.stringMatching(/partial and can be named by number: 1$/),
        })
      }
    }
    vault.begin(ORGANIZATION, 'test')
    const numberOf = (name: string) => vault.resolve(name).snapshot
    expect(numberOf('latest')).toBe(3)
    expect(numberOf('latest~1')).toBe(2)
    expect(() => numberOf('latest~2')).toThrow(UsageError)
    expect(numberOf('4')).toBe(4)
    expect(numberOf('@2026-01-01T02:30Z')).toBe(2)
    expect(numberOf('@2026-01-01T02:00Z')).toBe(2)
    expect(() => numberOf('@2026-01-01T01:59Z')).toThrow('no complete snapshot at or before')
    expect(numberOf('@2026-01-01T04:00Z')).toBe(3)
    expect(numberOf('@2026-01-01')).toBe(3)
    expect(numberOf('@today')).toBe(3)
    expect(numberOf('@2h')).toBe(2)
    expect(await rejection(() => numberOf('@tomorow'))).toMatchObject({
      message: '"tomorow" is no time',
      hint: expect.stringContaining("'last tuesday'"),
    })
    expect(() => numberOf('@2025-12-31')).toThrow(UsageError)
    expect(() => numberOf('5')).toThrow(/running/)
    expect(vault.resolve('5', { allowRunning: true }).state).toBe('running')
    expect(await rejection(() => numberOf('9'))).toMatchObject({
      hint: expect.stringContaining('1, 2, 3, 4'),
    })
    expect(() => numberOf('yesterday')).toThrow(UsageError)
  })

  test('snapshots of different organizations share numbers and nothing else', async () => {
    const { vault } = await newVault()
    const other = { id: 'other', title: 'Other' }
    const [a, b] = [vault.begin(ORGANIZATION, 'test'), vault.begin(other, 'test')]
    await writeScope(a, null, 'space', { s: '1' })
    await writeScope(b, null, 'space', { s: '2' })
    const [first, second] = [await seal(a), await seal(b)]
    expect(viewOf(vault, first.snapshot)).toEqual({ 'space//s': '1' })
    expect(viewOf(vault, second.snapshot)).toEqual({ 'space//s': '2' })
    expect(vault.find(2, 'space', 's')).toHaveLength(1)
    expect(vault.resolve('latest', { organization: 'org' }).snapshot).toBe(1)
    expect(vault.snapshots({ organization: 'other' }).map(one => one.snapshot)).toEqual([2])
    expect(() => [...vault.changes(1, 2)]).toThrow(UsageError)
    expect(await findings(vault)).toEqual([])
  })

  test('facts outlive the vault being closed', async () => {
    const { vault } = await newVault()
    expect(vault.fact('offers:revisions')).toBeNull()
    vault.setFact('offers:revisions', 'no')
    vault.setFact('offers:revisions', 'yes')
    expect(vault.fact('offers:revisions')).toBe('yes')
  })
})

type Writer = ReturnType<Awaited<ReturnType<typeof newVault>>['vault']['begin']>

/** Seals unless the work has. */
async function withSnapshot<T>(
  vault: Awaited<ReturnType<typeof newVault>>['vault'],
  work: (writer: Writer) => Promise<T>,
): Promise<T> {
  const writer = vault.begin(ORGANIZATION, 'test')
  const result = await work(writer)
  if (vault.snapshots().at(-1)?.state === 'running') await seal(writer)
  return result
}
