/** Three states of an organization, as they come: what is taken back, and what somebody did since. */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Kind } from '../../../src/model/resource.ts'
import { atOnce } from '../../../src/model/stepwise.ts'
import { indexState, type OrganizationState, type StateItem } from '../../../src/restore/state.ts'
import { everything } from '../../../src/restore/take-back/effects.ts'
import { type Branch, mergeTree } from '../../../src/restore/take-back/merge-tree.ts'
import { type TakenBack, takeBack } from '../../../src/restore/take-back/take-back.ts'
import { newVault } from '../../vault/fixture.ts'

/** Team id → its title, and the members' roles. */
type World = Record<string, { title: string; level: string; people: Record<string, string> }>

const role = fc.constantFrom('owner', 'member')
const word = fc.constantFrom('a', 'b', 'c')
const world: fc.Arbitrary<World> = fc.dictionary(
  fc.constantFrom('t1', 't2', 't3'),
  fc.record({
    title: word,
    level: word,
    people: fc.dictionary(fc.constantFrom('u1', 'u2'), role, { noNullPrototype: true }),
  }),
  { noNullPrototype: true },
)

test('where nobody did anything since, taking back ends where it began', async () => {
  const { vault } = await newVault()
  fc.assert(
    fc.property(world, world, (to, from) => {
      const taken = takeBackOf(vault, to, from, from)
      expect(taken.kept).toEqual([])
      expect(worldOf(taken)).toEqual(to)
    }),
    { numRuns: 500 },
  )
})

test('what somebody did since stays, and is named where it is in the way', async () => {
  const { vault } = await newVault()
  fc.assert(
    fc.property(world, world, world, (to, from, now) => {
      const taken = takeBackOf(vault, to, from, now)
      const after = factsOf(worldOf(taken))
      const [wanted, left, there] = [to, from, now].map(factsOf)
      const named = new Set(taken.kept.map(one => one.source.split('/')[0]))
      for (const name of new Set([
        ...Object.keys(left ?? {}),
        ...Object.keys(there ?? {}),
        ...Object.keys(wanted ?? {}),
      ])) {
        const [a, b, c] = [wanted?.[name], left?.[name], there?.[name]]
        const team = name.split('/')[0] ?? ''
        // Nobody else's work is lost: what is not as it was left stays as it is now.
        if (c !== b && c !== undefined) expect(after[name] ?? 'gone').toBe(c)
        // What is as it was left goes back, unless what it stands under is named.
        else if (!named.has(team)) expect(after[name]).toBe(c === b ? a : after[name])
      }
    }),
    { numRuns: 500 },
  )
})

const tree: fc.Arbitrary<Branch[]> = fc
  .tuple(fc.shuffledSubarray(['a', 'b', 'c', 'd', 'e', 'f']), fc.infiniteStream(fc.nat(6)))
  .map(([ids, places]) => {
    const nodes: { id: string; pages: Branch[] }[] = []
    const roots: Branch[] = []
    for (const id of ids) {
      const above = nodes[places.next().value]
      const node = { id, pages: [] }
      ;(above?.pages ?? roots).push(node)
      nodes.push(node)
    }
    return roots
  })

test('a tree in which nobody moved anything since is the first tree again', () => {
  fc.assert(
    fc.property(tree, tree, (to, from) => {
      const { pages, kept } = mergeTree({ to, from, now: from }, new Set(idsOf(to)))
      expect(kept).toEqual([])
      expect(shape(pages)).toEqual(shape(to))
    }),
    { numRuns: 500 },
  )
})

test('a merged tree has each page once, whatever was moved since', () => {
  fc.assert(
    fc.property(tree, tree, tree, (to, from, now) => {
      const wanted = new Set([...idsOf(to), ...idsOf(now)])
      const { pages } = mergeTree({ to, from, now }, wanted)
      expect(idsOf(pages).sort()).toEqual([...wanted].sort())
      expect(shape(mergeTree({ to: from, from, now }, new Set(idsOf(now))).pages)).toEqual(shape(now))
    }),
    { numRuns: 500 },
  )
})

type Vault = OrganizationState['vault']

function takeBackOf(vault: Vault, to: World, from: World, now: World): TakenBack {
  const states = { to: stateOf(vault, 1, to), from: stateOf(vault, 2, from), now: stateOf(vault, 3, now) }
  return atOnce(takeBack({ states, effects: everything, isBack: () => false, isSettled: () => false }))
}

function stateOf(vault: Vault, snapshot: number, teams: World): OrganizationState {
  const organization = itemOf('organization', 'org', null, {})
  const items = Object.entries(teams).flatMap(([id, { title, level, people }]) => {
    const team = itemOf('team', id, organization, { title, level })
    const members = Object.entries(people).map(([user, one]) =>
      itemOf('team-member', user, team, { team: { role: one } }),
    )
    return [team, ...members]
  })
  return indexState(vault, snapshot, [organization, ...items])
}

let keys = 0

/** No two have a version in common: they are told apart by what they say. */
function itemOf(kind: Kind, id: string, parent: StateItem | null, json: object): StateItem {
  const path = parent === null ? '' : parent.path === '' ? id : `${parent.path}/${id}`
  const resource = {
    key: ++keys,
    kind,
    id,
    parent: parent?.resource.key ?? null,
    parentKind: parent?.kind ?? null,
    parentId: parent?.id ?? null,
    since: 1,
    content: keys,
    contentDigest: String(keys),
    parts: [],
  }
  return { kind, id, path, parent, json: { ...json }, resource }
}

/** What there is once the removals are gone. */
function worldOf({ wanted }: TakenBack): World {
  return Object.fromEntries(
    wanted.list('team').map(team => [
      team.id,
      {
        title: String(team.json.title),
        level: String(team.json.level),
        people: Object.fromEntries(
          wanted
            .list('team-member', team)
            .map(({ id, json }) => [id, JSON.parse(JSON.stringify(json)).team.role]),
        ),
      },
    ]),
  )
}

/** One for each thing that can change by itself. */
function factsOf(teams: World): Record<string, string> {
  return Object.fromEntries(
    Object.entries(teams).flatMap(([id, { title, level, people }]) => [
      [`${id}/title`, title],
      [`${id}/level`, level],
      ...Object.entries(people).map(([user, one]) => [`${id}/people/${user}`, one]),
    ]),
  )
}

function idsOf(pages: readonly Branch[]): string[] {
  return pages.flatMap(one => [one.id, ...idsOf(one.pages ?? [])])
}

function shape(pages: readonly Branch[]): unknown {
  return pages.map(one => [one.id, shape(one.pages ?? [])])
}
