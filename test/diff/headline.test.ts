/** What is said first of a change: its place, and how much of it there is, whatever the size of the damage. */
import { expect, test } from 'vitest'
import type { DescribedChange } from '../../src/diff/change.ts'
import { Headline, headlineWords } from '../../src/diff/headline.ts'

const PLACES = 10_000

test('a headline names ten thousand places, and counts what stands in further ones together', () => {
  const headline = new Headline()
  const more = 5
  for (let index = 0; index < PLACES + more; index++) headline.add(...removedMember(index))
  headline.add(...removedMember(0))
  const places = headline.places()
  expect(places.length).toBe(PLACES + 1)
  expect(places.reduce((sum, one) => sum + one.changes, 0)).toBe(PLACES + more + 1)
  const [elsewhere, ...others] = places.toReversed()
  expect(elsewhere && headlineWords(elsewhere)).toBe('elsewhere: 5 changes (member: 5 deleted)')
  expect(others.every(one => one.kind === 'member' && one.state === 'removed')).toBe(true)
})

function removedMember(index: number): Parameters<Headline['add']> {
  const id = `person-${index}`
  const change: DescribedChange = {
    type: 'removed',
    actions: ['deleted'],
    description: { kind: 'member', id, title: id, path: null, gitPath: null, within: null },
    before: null,
    after: null,
    fields: [],
    parts: [],
    moved: null,
    cause: null,
    firstMissing: null,
  }
  return [change, { place: { kind: 'member', id, title: id }, wentWith: null }]
}
