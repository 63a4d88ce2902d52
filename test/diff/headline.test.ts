/** What is said first of a change: its place, and how much of it there is, whatever the size of the damage. */
import { expect, test } from 'vitest'
import type { DescribedChange } from '../../src/diff/change.ts'
import { Headline, headlineWords } from '../../src/diff/headline.ts'
import { makeCompany } from '../helpers/company.ts'
import { docvault } from '../helpers/docvault.ts'

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

test('members with other roles are one line of the organization, not one each', async () => {
  const company = await makeCompany({ profile: 'document', members: 6 })
  await company.backUp()
  const members = [...company.vault().resources(1, { kind: 'member' })].slice(-3)
  for (const [index, { id }] of members.entries())
    company.emulator.patch('member', id, { role: index === 0 ? 'edit' : 'comment' })
  await company.backUp()
  const { stdout } = await docvault(['diff', '1', '2', '--stat'], { env: company.env })
  const places = String(stdout)
    .split('\n')
    .filter(line => /\d changes? \(/.test(line))
  expect(places.join('\n')).toMatch(/the organization: .*member: \d/)
  expect(places.join('\n')).not.toMatch(/^ *member /m)
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
  return [change, { owner: { kind: 'member', id, title: id }, wentWith: null }]
}
