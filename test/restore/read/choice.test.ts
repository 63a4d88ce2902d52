/** What a choice takes from a snapshot, and what it leaves. */
import { expect, test } from 'vitest'
import { UsageError } from '../../../src/model/errors.ts'
import { chosenOf } from '../../../src/restore/read/choice.ts'
import { readState } from '../../../src/restore/read-state.ts'
import type { RestoreChoice } from '../../../src/restore/request.ts'
import { type Tree, writeTree } from '../../helpers/snapshot-tree.ts'
import { newVault } from '../../vault/fixture.ts'

const page = (title: string) => ({ json: { title } })

const tree: Tree = {
  organization: {
    org: {
      below: {
        member: {
          u1: { json: { user: { email: 'Ann@Example.org' } } },
          u2: { json: { user: { email: 'bob@example.org' } } },
        },
        team: { t: { json: { title: 'Team' }, below: { 'team-member': { u1: {}, u2: {} } } } },
        collection: {
          inner: { json: { title: 'Inner', parent: 'outer' } },
          innermost: { json: { title: 'Innermost', parent: 'inner' } },
          outer: { json: { title: 'Outer' } },
          aside: { json: { title: 'Aside' } },
        },
        space: {
          s1: {
            json: { title: 'Manual', parent: 'innermost' },
            below: {
              revision: {
                r: {
                  json: { pages: [{ id: 'p1', pages: [{ id: 'p2', pages: [{ id: 'p3' }] }] }, { id: 'p4' }] },
                },
              },
              page: { p1: page('One'), p2: page('Two'), p3: page('Three'), p4: page('Four') },
              file: { f1: { json: { name: 'a.png', git: { path: 'assets/a.png' } } } },
              'space-user-grant': { u1: {} },
            },
          },
          s2: { json: { title: 'Manual', parent: 'aside' }, below: { page: { p5: page('One') } } },
          s3: { json: { title: 's1' } },
        },
        site: { w: { json: { title: 'Site', slug: 'docs' } } },
      },
    },
  },
}

async function holding() {
  const { vault } = await newVault()
  const state = readState(vault, await writeTree(vault, tree))
  const chosen = (choice: RestoreChoice): string[] => {
    const { has } = chosenOf(state, choice)
    const items = state.kinds().flatMap(kind => state.list(kind).filter(has))
    return items.map(one => `${one.kind} ${one.path}`).sort()
  }
  return { state, chosen }
}

test('without a choice everything is chosen, and nothing is named', async () => {
  const { state } = await holding()
  const { all, named, has } = chosenOf(state, {})
  expect([all, named.size]).toEqual([true, 0])
  for (const kind of state.kinds()) expect(state.list(kind).every(has)).toBe(true)
})

test('a space comes with all that is in it, and a name that several have is refused', async () => {
  const { state, chosen } = await holding()
  const below = ['file s1/f1', 'page s1/p1', 'page s1/p2', 'page s1/p3', 'page s1/p4']
  const all = [...below, 'revision s1/r', 'space s1', 'space-user-grant s1/u1']
  expect(chosen({ spaces: ['s1'] })).toEqual(all)
  expect(chosenOf(state, { spaces: ['s1'] }).all).toBe(false)
  expect(() => chosenOf(state, { spaces: ['Manual'] })).toThrow('snapshot 1 has 2 of space Manual')
  expect(() => chosenOf(state, { spaces: ['manual'] })).toThrow('snapshot 1 has 2 of space manual')
  expect(() => chosenOf(state, { spaces: ['manual'] })).toThrow(UsageError)
  expect(() => chosenOf(state, { spaces: ['p1'] })).toThrow('snapshot 1 has no space p1')
})

test('a page comes with the pages below it, and with nothing beside it', async () => {
  const { state, chosen } = await holding()
  expect(chosen({ pages: ['Two'] })).toEqual(['page s1/p2', 'page s1/p3'])
  expect(chosen({ pages: ['p4'] })).toEqual(['page s1/p4'])
  expect(chosen({ pages: ['p5'] })).toEqual(['page s2/p5'])
  expect(() => chosenOf(state, { pages: ['One'] })).toThrow('snapshot 1 has 2 of page One')
})

test('a file and a site are known by each of their names', async () => {
  const { chosen } = await holding()
  for (const name of ['f1', 'a.png', 'assets/a.png'])
    expect(chosen({ files: [name] })).toEqual(['file s1/f1'])
  for (const name of ['w', 'Site', 'docs']) expect(chosen({ sites: [name] })).toEqual(['site w'])
})

test('a collection comes with what is in it, however deep, and with no other', async () => {
  const { chosen } = await holding()
  const kinds = ['collection', 'space'] as const
  expect(chosen({ collections: ['Outer'], kinds })).toEqual([
    'collection inner',
    'collection innermost',
    'collection outer',
    'space s1',
  ])
  expect(chosen({ collections: ['Aside'], kinds })).toEqual(['collection aside', 'space s2'])
})

test('a person is known by id and by address in any case, and comes with their places alone', async () => {
  const { state, chosen } = await holding()
  const places = ['member u1', 'space-user-grant s1/u1', 'team-member t/u1']
  for (const name of ['u1', 'ann@example.org', 'ANN@EXAMPLE.ORG'])
    expect(chosen({ people: [name] })).toEqual(places)
  expect(() => chosenOf(state, { people: ['eve@example.org'] })).toThrow('no member eve@example.org')
})

test('choices add up, and kinds narrow them', async () => {
  const { state, chosen } = await holding()
  expect(chosen({ pages: ['p4'], sites: ['w'], people: ['u2'] })).toEqual([
    'member u2',
    'page s1/p4',
    'site w',
    'team-member t/u2',
  ])
  expect(chosen({ spaces: ['s1'], kinds: ['page'] })).toHaveLength(4)
  expect(chosen({ kinds: ['team', 'site'] })).toEqual(['site w', 'team t'])
  expect(chosenOf(state, { kinds: ['team'] }).all).toBe(false)
  expect([...chosenOf(state, { spaces: ['s1'], kinds: ['page'] }).named].map(one => one.path)).toEqual(['s1'])
})
