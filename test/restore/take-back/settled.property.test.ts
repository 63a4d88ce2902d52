/** Spaces in which nothing happened are not looked into when something is taken back: that changes nothing of what is. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listOf, recordOf } from '../../../src/model/fields.ts'
import { atOnce } from '../../../src/model/stepwise.ts'
import { resources } from '../../../src/resources/index.ts'
import { nameOf } from '../../../src/restore/naming.ts'
import { readState } from '../../../src/restore/read-state.ts'
import type { OrganizationState, StateItem } from '../../../src/restore/state.ts'
import { everything } from '../../../src/restore/take-back/effects.ts'
import { isSettledBetween } from '../../../src/restore/take-back/open-take-back.ts'
import { type TakenBack, takeBack } from '../../../src/restore/take-back/take-back.ts'
import { type Tree, writeTree } from '../../helpers/snapshot-tree.ts'
import { newVault } from '../../vault/fixture.ts'

/** Space → its title, its pages in order with their titles, and whether each stands below the one before. */
type World = Record<string, { title: string; pages: [string, string, boolean][]; draft: string[] }>

const word = fc.constantFrom('a', 'b', 'c')
const page = fc.constantFrom('p', 'q', 'r')
const space = fc.record({
  title: word,
  pages: fc.uniqueArray(fc.tuple(page, word, fc.boolean()), { selector: ([id]) => id, maxLength: 3 }),
  draft: fc.uniqueArray(page, { maxLength: 2 }),
})
const world: fc.Arbitrary<World> = fc.dictionary(fc.constantFrom('s1', 's2', 's3'), space, {
  noNullPrototype: true,
})
/** What came between the two and was added to since stays. */
const ADDED_TO = {
  to: {},
  from: { s1: { title: 'a', pages: [], draft: [] } },
  now: { s1: { title: 'a', pages: [], draft: ['p'] } },
}
/** In which most spaces are as before. */
const since = (before: World): fc.Arbitrary<World> =>
  fc.tuple(world, fc.uniqueArray(fc.constantFrom('s1', 's2', 's3'), { maxLength: 2 })).map(([other, ids]) => {
    const after = { ...before }
    for (const id of ids)
      if (other[id]) after[id] = other[id]
      else delete after[id]
    return after
  })
const worlds = world.chain(to => since(to).chain(from => since(from).map(now => ({ to, from, now }))))

test('it is taken back as if all spaces had been looked into', async () => {
  await fc.assert(
    fc.asyncProperty(worlds, async ({ to, from, now }) => {
      const { vault } = await newVault()
      const states = {
        to: readState(vault, await writeTree(vault, treeOf(to))),
        from: readState(vault, await writeTree(vault, treeOf(from))),
        now: readState(vault, await writeTree(vault, treeOf(now))),
      }
      const request = { states, effects: everything, isBack: () => false }
      const whole = atOnce(takeBack({ ...request, isSettled: () => false }))
      const taken = atOnce(takeBack({ ...request, isSettled: isSettledBetween(vault, states) }))
      expect(told(taken)).toEqual(told(whole))
    }),
    { numRuns: 60, examples: [[ADDED_TO]] },
  )
})

test('a space in which nothing happened is not read', async () => {
  const { vault } = await newVault()
  const numbers = []
  for (const title of ['a', 'b', 'c'])
    numbers.push(
      await writeTree(
        vault,
        treeOf({
          s1: { title: 'One', pages: [['p', 'a', false]], draft: ['p'] },
          s2: { title: 'Two', pages: [['q', title === 'a' ? 'a' : 'b', false]], draft: [] },
        }),
      ),
    )
  const read: string[] = []
  const watched: typeof vault = {
    ...vault,
    resources(of, filter) {
      if (filter?.kind === 'page') read.push(vault.ref(filter.parent ?? 0).id)
      return vault.resources(of, filter)
    },
  }
  const [to = 0, from = 0, now = 0] = numbers
  const states = {
    to: readState(watched, to),
    from: readState(watched, from),
    now: readState(watched, now),
  }
  const taken = atOnce(
    takeBack({
      states,
      effects: everything,
      isBack: () => false,
      isSettled: isSettledBetween(vault, states),
    }),
  )
  expect([...taken.changed].map(nameOf)).toEqual(['page s2/q'])
  expect(new Set(read)).toEqual(new Set(['s2']))
  expect(taken.wanted.list('page', taken.wanted.at('space', 's1')).map(nameOf)).toEqual(['page s1/p'])
})

function treeOf(spaces: World): Tree {
  const below = Object.fromEntries(
    Object.entries(spaces).map(([id, { title, pages, draft }]) => [
      id,
      {
        json: { title },
        below: {
          page: Object.fromEntries(pages.map(([page, words]) => [page, { json: { title: words } }])),
          revision: { r: { json: { pages: nested(pages) } } },
          'change-request': {
            d: {
              json: { subject: 'Draft', status: 'open' },
              below: { 'change-request-page': Object.fromEntries(draft.map(page => [page, {}])) },
            },
          },
        },
      },
    ]),
  )
  return { organization: { org: { below: { space: below } } } }
}

interface Node {
  id: string
  pages: Node[]
}

function nested(pages: World[string]['pages']): Node[] {
  const roots: Node[] = []
  let last: Node | null = null
  for (const [id, , isBelow] of pages) {
    const node: Node = { id, pages: [] }
    ;(isBelow && last !== null ? last.pages : roots).push(node)
    last = node
  }
  return roots
}

function told({ wanted, changed, removals, kept }: TakenBack) {
  const namesOf = (items: Iterable<StateItem>) => [...items].map(nameOf).sort()
  return {
    wanted: contentOf(wanted),
    changed: namesOf(changed),
    removals: namesOf(removals),
    kept: kept.map(({ kind, source, reason }) => `${kind} ${source}: ${reason}`).sort(),
  }
}

/** Asked in each of the ways in which a restore asks. */
function contentOf(state: OrganizationState) {
  return resources.map(({ kind }) => {
    const items = [...state.each(kind)]
    const byParent = Map.groupBy(items, item => item.parent)
    for (const [parent, list] of byParent)
      if (parent !== null) expect(new Set(state.list(kind, parent))).toEqual(new Set(list))
    for (const item of items) expect(state.at(kind, item.path)).toBe(item)
    const said = items.map(item => [item.path, item.parent && nameOf(item.parent), saidBy(item)])
    return [kind, state.isAny(kind), said.toSorted((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1))]
  })
}

/** Of a tree which page stands where: one that was merged says nothing else. */
function saidBy({ kind, json }: StateItem): unknown {
  return kind === 'revision' ? shapeOf(json.pages) : json
}

function shapeOf(nodes: unknown): unknown[] {
  return listOf(nodes).map(node => [recordOf(node)?.id, shapeOf(recordOf(node)?.pages)])
}
