/** Before something counts as removed, a second witness has to say so. */
import { expect, test } from 'vitest'
import { compare } from '../../src/diff/compare.ts'
import { resources } from '../../src/resources/index.ts'
import { makeCompany } from '../helpers/company.ts'
import { write } from '../helpers/platform-write.ts'
import { itemsOf } from '../helpers/state/expected.ts'

test('a list that once leaves items out is read again, and another listing has to agree', async () => {
  const company = await makeCompany({ sites: 1 })
  const [own] = itemsOf(company.emulator.state().organizations)
  const site = String(itemsOf(own?.sites)[0]?.id)
  const path = `/orgs/${own?.id}/sites/${site}/share-links`
  for (const name of ['one', 'two', 'three']) await write(company.emulator, 'POST', path, { name })
  const before = await company.backUp({ exact: true })
  for (const kind of ['missing-page', 'empty'] as const) {
    company.emulator.fault({ operation: 'listSiteShareLinks', kind, count: 1 })
    const after = await company.backUp({ exact: true })
    expect(after).toMatchObject({ state: 'complete', removed: 0, resources: before.resources })
  }
})

test.each([0, 1])('every missing item has to be gone, not the last one asked for alone (%i)', async gone => {
  const company = await makeCompany({ members: 12, teams: 0 })
  const { emulator } = company
  const state = emulator.state()
  const [own] = itemsOf(state.organizations)
  const space = String(itemsOf(state.spaces)[0]?.id)
  const people = itemsOf(own?.members)
    .filter(one => one.role === 'read')
    .map(one => String(one.id))
    .sort()
  for (const one of itemsOf(itemsOf(state.spaces)[0]?.grantedUsers))
    await write(emulator, 'DELETE', `/spaces/${space}/permissions/users/${Object(one.user).id}`)
  const granted = people.slice(0, 2)
  await write(emulator, 'POST', `/spaces/${space}/permissions`, { role: 'edit', users: granted })
  expect((await company.backUp({ exact: true })).state).toBe('complete')
  // One leaves, the other goes on to see the space as every member does: nobody can tell about their grant.
  await write(emulator, 'DELETE', `/orgs/${own?.id}/members/${granted[gone]}`)
  company.emulator.fault({ operation: 'listUserPermissionsInSpace', kind: 'empty', match: space })
  const after = await company.backUp({ exact: true })
  expect(after.gaps).toContainEqual(expect.objectContaining({ kind: 'space-user-grant', class: 'shrunken' }))
  expect(
    [...company.vault().resources(after.snapshot, { kind: 'space-user-grant' })].map(one => one.id),
  ).toEqual(expect.arrayContaining(granted))
})

test('what the earlier of two snapshots never read is unknown, in whichever order they are compared', async () => {
  const company = await makeCompany({ comments: 12 })
  company.emulator.fault({ operation: 'listCommentRepliesInSpace', kind: 'status', status: 403 })
  const without = await company.backUp({ exact: true })
  company.emulator.clearFaults()
  const last = await company.backUp({ exact: true })
  expect(last.resources['comment-reply']).toBeGreaterThan(0)
  for (const [a, b] of [
    [without, last],
    [last, without],
  ] as const) {
    const found = [...compare(company.vault(), resources, { a, b }, { by: 'id', kinds: ['comment-reply'] })]
    expect(found.length).toBeGreaterThan(0)
    expect(new Set(found.map(one => one.type))).toEqual(new Set(['unknown']))
    expect(found.every(one => one.cause?.snapshots.join() === String(without.snapshot))).toBe(true)
  }
})
