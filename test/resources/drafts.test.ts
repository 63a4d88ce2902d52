import { expect, test } from 'vitest'
import { CONTENT, isContent, isNode, isTree, kindInSpace, NODES, OWNERS } from '../../src/resources/drafts.ts'
import { resources } from '../../src/resources/index.ts'

test('what is called content is all that declarations take from a revision, of a space and of a draft', () => {
  const declared = resources.filter(({ kind }) => isContent(kind)).map(({ kind }) => kind)
  expect(declared.filter(kind => kind === kindInSpace(kind)).toSorted()).toEqual([...CONTENT].toSorted())
  expect(declared.filter(kind => kind !== kindInSpace(kind)).toSorted()).toEqual([
    'change-request-file',
    'change-request-page',
    'change-request-page-group',
    'change-request-reusable-content',
  ])
})

test('the tree of a draft and what stands in it are told by what the draft kind stands for', () => {
  const trees = resources.filter(({ kind }) => isTree(kind)).map(({ kind }) => kind)
  expect(trees).toEqual(['revision', 'change-request-revision'])
  expect(OWNERS).toEqual(['space', 'change-request'])
  const nodes = resources.filter(({ kind }) => isNode(kind)).map(({ kind }) => kindInSpace(kind))
  expect(nodes.toSorted()).toEqual(NODES.flatMap(kind => [kind, kind]).toSorted())
})
