import { describe, expect, test } from 'vitest'
import { fieldChanges } from '../../src/diff/field-changes.ts'
import type { Kind } from '../../src/model/resource.ts'
import { resources } from '../../src/resources/index.ts'
import type { Item } from '../../src/resources/resource.ts'

describe('fields that differ', () => {
  test('a secret that changed is named as another one, and shown in no case', () => {
    expect(changes('installation', { configuration: { key: 'a' } }, { configuration: { key: 'b' } })).toEqual(
      [{ path: 'configuration.key', before: '(secret)', after: '(other secret)' }],
    )
    expect(changes('installation', {}, { configuration: { key: 'b' } })).toEqual([
      { path: 'configuration', before: undefined, after: '(secret)' },
    ])
    expect(changes('member', { oauth: { clientSecret: 'a' } }, { oauth: { clientSecret: 'b' } })).toEqual([
      { path: 'oauth.clientSecret', before: '(secret)', after: '(other secret)' },
    ])
  })

  test('objects of a list are matched by their id, and another order is told as one', () => {
    const [a, b] = [
      { id: 'a', title: 'A' },
      { id: 'b', title: 'B' },
    ]
    expect(changes('space', { links: [a, b] }, { links: [a, { ...b, title: 'C' }] })).toEqual([
      { path: 'links[b].title', before: 'B', after: 'C' },
    ])
    expect(changes('space', { links: [a, b] }, { links: [b, a] })).toEqual([
      { path: 'links.order', before: ['a', 'b'], after: ['b', 'a'] },
    ])
    expect(changes('space', { links: [a] }, { links: [a, b] })).toEqual([
      { path: 'links[b]', before: undefined, after: b },
    ])
  })

  test('texts of a list are one value, and null is the same as absent', () => {
    expect(changes('space', { words: ['x', 'y'] }, { words: ['x'] })).toEqual([
      { path: 'words', before: ['x', 'y'], after: ['x'] },
    ])
    expect(changes('space', { emoji: null }, {})).toEqual([])
  })

  test('what is a resource of its own is no field of the tree', () => {
    expect(changes('revision', { pages: [1], files: [1] }, { pages: [2], files: [] })).toEqual([])
  })
})

function changes(kind: Kind, before: Item, after: Item) {
  return fieldChanges(
    resources.find(one => one.kind === kind),
    before,
    after,
  )
}
