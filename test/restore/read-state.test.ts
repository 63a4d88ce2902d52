/** What is read of a snapshot before anything is asked of it. */
import { expect, test } from 'vitest'
import { readState, readStateInTurns } from '../../src/restore/read-state.ts'
import type { Vault } from '../../src/vault/vault.ts'
import { type Tree, writeTree } from '../helpers/snapshot-tree.ts'
import { newVault } from '../vault/fixture.ts'

const content = {
  revision: { r: { json: { pages: [{ id: 'p1' }, { id: 'p2' }] } } },
  page: { p2: { json: { title: 'Two' } }, p1: { json: { title: 'One' } } },
}
const tree: Tree = {
  organization: {
    org: {
      below: {
        team: { t: { json: { title: 'Team' }, below: { 'team-member': { u1: {}, u2: {} } } } },
        space: {
          s1: { json: { title: 'Manual' }, below: { ...content, 'space-user-grant': { u1: {} } } },
          s2: { json: { title: 'Empty' } },
          s3: { json: { title: 'Files' }, below: { file: { f: { json: { name: 'a.png' } } } } },
        },
      },
    },
  },
}

async function holding() {
  const { vault } = await newVault()
  const snapshot = await writeTree(vault, tree)
  const read: unknown[] = []
  const watched: Vault = {
    ...vault,
    resources(of, filter) {
      read.push(filter?.kind)
      return vault.resources(of, filter)
    },
  }
  return { watched, snapshot, read }
}

test('what stands in spaces is not gone through before somebody asks for it', async () => {
  const { watched, snapshot, read } = await holding()
  const state = readState(watched, snapshot)
  expect(read).toEqual(['organization', 'space', 'space-user-grant', 'team', 'team-member'])
  expect([state.isAny('page'), state.isAny('file'), state.isAny('page-group')]).toEqual([true, true, false])
  expect(state.at('page', 's1/p2')?.json.title).toBe('Two')
  expect(state.at('page', 's2/p2')).toBeUndefined()
  const paths = (['space', 'team-member', 'page', 'file'] as const).map(kind =>
    state.list(kind).map(({ path }) => path),
  )
  expect(paths).toEqual([['s1', 's2', 's3'], ['t/u1', 't/u2'], ['s1/p2', 's1/p1'], ['s3/f']])
})

test('whether a space has something is told without reading that', async () => {
  const { watched, snapshot, read } = await holding()
  const state = readState(watched, snapshot)
  read.length = 0
  const kinds = ['page', 'file', 'page-group', 'space-user-grant'] as const
  const having = state.list('space').map(space => kinds.filter(kind => state.isAny(kind, space)))
  expect([having, read]).toEqual([[['page', 'space-user-grant'], [], ['file']], []])
})

test('a state that is read in turns is the one that is read at once', async () => {
  const { watched, snapshot } = await holding()
  const [inTurns, atOnce] = [await readStateInTurns(watched, snapshot), readState(watched, snapshot)]
  const namesIn = (state: typeof atOnce) =>
    state.kinds().map(kind => [kind, state.list(kind).map(({ path, json }) => [path, json])])
  expect(namesIn(inTurns)).toEqual(namesIn(atOnce))
})
