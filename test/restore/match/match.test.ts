/** Which object of a target is taken for which of a snapshot: what stands for two things, or for the wrong one, is overwritten. */

import { expect, test } from 'vitest'
import type { Kind } from '../../../src/model/resource.ts'
import type { RestoredId } from '../../../src/model/restore-journal.ts'
import { type MatchRequest, matchStates } from '../../../src/restore/match/match.ts'
import { readState } from '../../../src/restore/read-state.ts'
import { newScratches } from '../../helpers/scratches.ts'
import { type Branch, type Tree, writeTree } from '../../helpers/snapshot-tree.ts'
import { newVault } from '../../vault/fixture.ts'

interface Matching extends Partial<Omit<MatchRequest, 'copies'>> {
  /** Of one organization, whose ids mean the same. */
  home?: boolean
  copies?: readonly string[]
}

/** What stands for each item of the source, as `kind path`. */
async function match(left: Tree, right: Tree, { home = false, copies = [], ...rest }: Matching = {}) {
  const { vault } = await newVault()
  const source = readState(vault, await writeTree(vault, { organization: { org: { below: left } } }))
  const there = { organization: { [home ? 'org' : 'other']: { below: right } } }
  const target = readState(vault, await writeTree(vault, there))
  const items = source.kinds().flatMap(kind => source.list(kind))
  const copied = new Set(items.filter(one => copies.includes(`${one.kind} ${one.path}`)))
  const matches = await matchStates({
    source,
    target,
    known: [],
    run: null,
    copies: copied,
    scratches: newScratches(),
    ...rest,
  })
  const found = items
    .filter(one => one.path !== '')
    .map(one => [`${one.kind} ${one.path}`, matches.target(one)?.path ?? null])
  return { found: Object.fromEntries(found), matches, source, target }
}

const titled = (title: string, below?: Tree): Branch => ({ json: { title }, ...(below && { below }) })
const person = (email: string): Branch => ({ json: { user: { email } } })
const known = (kind: Kind, source: string, target: string, run = 1, made = true): RestoredId => ({
  kind,
  source,
  target,
  run,
  made,
})

test('at home, where nothing came back under another id, every id is known to stand for itself', async () => {
  const tree = {
    space: { s: { below: { page: { p: { json: { title: 'One' } }, q: {} } } } },
    team: { t: {} },
  }
  const areKept = async (right: Tree, matching: Matching) =>
    (await match(tree, right, matching)).matches.ids.areKept()
  expect(await areKept(tree, { home: true })).toBe(true)
  const back = {
    space: { s: { below: { page: { n: { json: { title: 'One' } }, q: {} } } } },
    team: { t: {} },
  }
  const known = [{ kind: 'page', source: 's/p', run: 1, target: 'n', made: true } as const]
  expect(await areKept(back, { home: true, known })).toBe(false)
})

test('in the organization of the snapshot the id decides, whatever the title says by now', async () => {
  const left = { team: { a: titled('One'), b: titled('Two') } }
  const right = { team: { a: titled('Two'), b: titled('One') } }
  expect((await match(left, right, { home: true })).found).toEqual({ 'team a': 'a', 'team b': 'b' })
  expect((await match(left, right)).found).toEqual({ 'team a': 'b', 'team b': 'a' })
})

test('the same id elsewhere means nothing', async () => {
  const right = { team: { a: titled('Another') } }
  expect((await match({ team: { a: titled('One') } }, right)).found).toEqual({ 'team a': null })
})

test('of two of one name each is taken once, and the third is not there', async () => {
  const left = { team: { a: titled('Same'), b: titled('Same'), c: titled('Same') } }
  const right = { team: { x: titled('Same'), y: titled('Same'), z: titled('same') } }
  expect((await match(left, right)).found).toEqual({ 'team a': 'x', 'team b': 'y', 'team c': null })
})

test('what an earlier restore made is known again after both were renamed', async () => {
  const left = { team: { a: titled('One'), b: titled('Two') } }
  const right = { team: { x: titled('Renamed'), y: titled('One') } }
  const { found, matches, source } = await match(left, right, { known: [known('team', 'a', 'x')] })
  expect(found).toEqual({ 'team a': 'x', 'team b': null })
  const [a] = source.list('team')
  expect(a && matches.ids.of(a)).toEqual({ target: 'x', made: false })
})

test('a record of what is gone leaves the name to decide', async () => {
  const left = { team: { a: titled('One') } }
  const right = { team: { y: titled('One') } }
  expect((await match(left, right, { known: [known('team', 'a', 'gone')] })).found).toEqual({ 'team a': 'y' })
})

test('only what the run at work made counts as made by it', async () => {
  const left = { team: { a: titled('One'), b: titled('Two'), c: titled('Three') } }
  const right = { team: { x: titled('One'), y: titled('Two'), z: titled('Three') } }
  const rows = [known('team', 'a', 'x', 7), known('team', 'b', 'y', 7, false), known('team', 'c', 'z', 6)]
  const { matches, source } = await match(left, right, { known: rows, run: 7 })
  expect(source.list('team').map(one => matches.ids.of(one))).toEqual([
    { target: 'x', made: true },
    { target: 'y', made: false },
    { target: 'z', made: false },
  ])
})

test('what is to be made beside what is there is matched by nothing but its own run', async () => {
  const left = { team: { a: titled('One') } }
  const right = { team: { a: titled('One'), x: titled('One') } }
  const copies = ['team a']
  const found = async (rows: RestoredId[], run: number | null) =>
    (await match(left, right, { home: true, copies, known: rows, run })).found['team a']
  expect(await found([], 7)).toBe(null)
  expect(await found([known('team', 'a', 'x', 6)], 7)).toBe(null)
  expect(await found([known('team', 'a', 'x', 7)], 7)).toBe('x')
})

test('what stands under something without a match has none', async () => {
  const left = { team: { a: titled('Gone', { 'team-member': { u1: {} } }) }, member: { u1: person('a@x') } }
  const right = { team: { b: titled('Other', { 'team-member': { u1: {} } }) }, member: { u1: person('a@x') } }
  expect((await match(left, right)).found).toMatchObject({
    'team a': null,
    'team-member a/u1': null,
    'member u1': 'u1',
  })
})

test('a person is known by address in any case, and the places they have follow', async () => {
  const left = {
    member: { u1: person('Ann@x.org'), u2: person('bob@x.org') },
    team: { t: titled('T', { 'team-member': { u1: {}, u2: {} } }) },
  }
  const right = {
    member: { v9: person('ann@X.org'), u2: person('eve@x.org') },
    team: { s: titled('T', { 'team-member': { v9: {}, u2: {} } }) },
  }
  const { found, matches } = await match(left, right)
  expect(found).toEqual({
    'member u1': 'v9',
    'member u2': null,
    'team t': 's',
    'team-member t/u1': 's/v9',
    'team-member t/u2': null,
  })
  expect([matches.map('user', 'u1'), matches.map('user', 'u2')]).toEqual(['v9', null])
})

test('a person who is only named is known by address, or at home by id', async () => {
  const left = {
    user: { u1: { json: { email: 'Ann@x.org' } }, u2: { json: {} }, u3: { json: { email: 'c@x' } } },
  }
  const right = { user: { v1: { json: { email: 'ann@x.org' } }, u2: { json: {} } } }
  const idsOf = async (home: boolean) => {
    const { matches } = await match(left, right, { home })
    return ['u1', 'u2', 'u3'].map(id => matches.map('user', id))
  }
  expect(await idsOf(false)).toEqual(['v1', null, null])
  expect(await idsOf(true)).toEqual(['v1', 'u2', null])
})

test('the space that content goes into stands for the chosen one, though another has its name', async () => {
  const left = { space: { s: titled('Manual'), r: titled('Notes') } }
  const right = { space: { x: titled('Manual'), y: titled('Notes') } }
  const { found } = await match(left, right, { into: ['s', 'y'] })
  expect(found).toEqual({ 'space s': 'y', 'space r': null })
})

test('spaces of one title are told apart by the collection that they are in', async () => {
  const inside = (parent: string): Branch => ({ json: { title: 'Manual', parent } })
  const left = {
    collection: { c1: titled('A'), c2: titled('B') },
    space: { s1: inside('c1'), s2: inside('c2') },
  }
  const right = {
    collection: { d1: titled('A'), d2: titled('B') },
    space: { x: inside('d2'), y: inside('d1') },
  }
  expect((await match(left, right)).found).toMatchObject({ 'space s1': 'y', 'space s2': 'x' })
})

const spaceOf = (pages: unknown[], items: Tree): Branch =>
  titled('Manual', { revision: { r: { json: { pages } } }, ...items })

test('pages are matched level by level, by place, name and title, each once', async () => {
  const page = (title: string, path: string): Branch => ({
    json: { title, path, slug: path.split('/').at(-1) },
  })
  const left = spaceOf([{ id: 'a', pages: [{ id: 'b' }] }, { id: 'c' }, { id: 'd' }], {
    page: {
      a: page('Intro', 'intro'),
      b: page('More', 'intro/more'),
      c: page('More', 'more'),
      d: page('Lost', 'lost'),
    },
  })
  const right = spaceOf([{ id: 'x' }, { id: 'y', pages: [{ id: 'z' }] }], {
    page: { x: page('More', 'more-1'), y: page('Intro', 'intro'), z: page('More', 'intro/more') },
  })
  expect((await match({ space: { s: left } }, { space: { t: right } })).found).toMatchObject({
    'page s/a': 't/y',
    'page s/b': 't/z',
    'page s/c': 't/x',
    'page s/d': null,
  })
})

test('files are matched by path, then by name and size', async () => {
  const file = (name: string, size: number, path?: string): Branch => ({
    json: { name, size, ...(path && { git: { path } }) },
  })
  const left = spaceOf([], {
    file: { a: file('a.png', 1, 'x/a.png'), b: file('b.png', 2), c: file('b.png', 3) },
  })
  const right = spaceOf([], {
    file: { p: file('a.png', 1), q: file('a.png', 9, 'x/a.png'), r: file('b.png', 2) },
  })
  expect((await match({ space: { s: left } }, { space: { t: right } })).found).toMatchObject({
    'file s/a': 't/q',
    'file s/b': 't/r',
    'file s/c': null,
  })
})

test('what an earlier restore made of a page is known again, of one path the newest, and whose it is', async () => {
  const left = spaceOf([{ id: 'a' }, { id: 'b' }], { page: { a: titled('A'), b: titled('B') } })
  const right = spaceOf([{ id: 'x' }, { id: 'y' }, { id: 'z' }], {
    page: { x: titled('X'), y: titled('Y'), z: titled('Z') },
  })
  const rows = [known('page', 's/a', 'x', 6), known('page', 's/b', 'z', 6), known('page', 's/a', 'y', 7)]
  const trees = [{ space: { s: left } }, { space: { t: right } }] as const
  const { found, matches, source } = await match(...trees, { known: rows, run: 7 })
  expect(found).toMatchObject({ 'page s/a': 't/y', 'page s/b': 't/z' })
  const madeOf = (path: string) => matches.ids.of(source.at('page', path) ?? source.organization)?.made
  expect([madeOf('s/a'), madeOf('s/b')]).toEqual([true, false])
})

test('a page that a restore made of a group stands for the group', async () => {
  const left = spaceOf([{ id: 'g' }], { 'page-group': { g: titled('Group') } })
  const right = spaceOf([{ id: 'p' }], { page: { p: titled('Another title') } })
  const rows = [known('page-group', 's/g', 'p')]
  const trees = [{ space: { s: left } }, { space: { t: right } }] as const
  expect((await match(...trees, { known: rows })).found).toMatchObject({ 'page-group s/g': 't/p' })
  expect((await match(...trees)).found).toMatchObject({ 'page-group s/g': null })
})
