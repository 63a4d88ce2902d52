/** What is told at the very ends: of a span of time, and of a secret that is another one. */
import { expect, test } from 'vitest'
import { periodOf } from '../../src/audit/period.ts'
import { compare } from '../../src/diff/compare.ts'
import { makeLabelOf } from '../../src/diff/describe.ts'
import { fieldChanges } from '../../src/diff/field-changes.ts'
import { makeFilter } from '../../src/diff/filter.ts'
import { resources } from '../../src/resources/index.ts'
import { makeCompany } from '../helpers/company.ts'

test('a secret that is another one is told as another one, and neither is shown', () => {
  const server = resources.find(one => one.kind === 'site-mcp-server')
  const [before, after] = ['one', 'two'].map(secret => ({ id: 'm', headers: { Authorization: secret } }))
  const [change, ...others] = fieldChanges(server, before ?? {}, after ?? {})
  expect(others).toEqual([])
  expect(change).toEqual({ path: 'headers.Authorization', before: '(secret)', after: '(other secret)' })
  expect(fieldChanges(server, before ?? {}, before ?? {})).toEqual([])
  expect(fieldChanges(server, { id: 'm', headers: {} }, after ?? {})).toEqual([
    { path: 'headers.Authorization', before: undefined, after: '(secret)' },
  ])
})

test('a span of time has both of its ends, to the millisecond', async () => {
  const company = await makeCompany({ members: 2, teams: 1 })
  await company.backUp()
  for (const text of ['First.', 'Second.']) {
    await company.edit({ 'README.md': `# Welcome\n\n${text}\n` })
    await company.backUp()
  }
  const vault = company.vault()
  const [one, two, three] = [1, 2, 3].map(number => vault.resolve(String(number)))
  if (!one || !two || !three) throw new Error('three snapshots were taken')
  const at = (time: string, ms: number) => new Date(Date.parse(time) + ms).toISOString()
  const label = makeLabelOf(vault, resources)
  const seen = (since: string | undefined, until: string | undefined): number =>
    [...compare(vault, resources, { a: one, b: two }, { by: 'id', kinds: ['page'] })].filter(
      makeFilter(vault, label, { since, until }),
    ).length
  expect(seen(undefined, undefined)).toBe(1)
  expect([seen(two.started, undefined), seen(at(two.started, 1), undefined)]).toEqual([1, 0])
  expect([seen(undefined, two.started), seen(undefined, at(two.started, -1))]).toEqual([1, 0])
  expect(seen(two.started, two.started)).toBe(1)

  // A snapshot is of the time when it was sealed.
  const ends = [one, two, three].map(({ sealed }) => sealed ?? '')
  const [first = '', second = '', third = ''] = ends
  const period = (since: string, until: string) =>
    periodOf(vault, { since, until }).map(snapshot => snapshot.snapshot)
  expect(period(first, third)).toEqual([1, 2, 3])
  expect(period(second, third)).toEqual([2, 3])
  // The newest at or before a time.
  expect(period(at(second, -1), at(third, -1))).toEqual([1, 2])
  expect(period(at(second, 1), at(third, 1))).toEqual([2, 3])
})
