import { expect, test } from 'vitest'
import { itemOf } from '../../src/diff/describe.ts'
import type { Kind } from '../../src/model/resource.ts'
import { type Company, makeCompany } from '../helpers/company.ts'
import { write } from '../helpers/platform-write.ts'
import { itemsOf } from '../helpers/state/expected.ts'

const busy = { members: 12, teams: 3, comments: 8, sites: 1 }

test('a role that changes between two fast runs changes who can open what', async () => {
  const company = await makeCompany(busy)
  await company.backUp()
  const { organization, reader } = placesOf(company)
  await write(company.emulator, 'PATCH', `/orgs/${organization}/members/${reader}`, { role: 'admin' })
  const second = await company.backUp()
  expect(second.state).toBe('complete')
  expect(rolesIn(company, second.snapshot, 'space-access', reader)).toEqual(['admin', 'admin'])
})

test('a direct grant is seen by the next fast run, with what it gives', async () => {
  const company = await makeCompany(busy)
  await company.backUp()
  const { space, reader } = placesOf(company)
  const grant = { role: 'admin', users: [reader] }
  await write(company.emulator, 'POST', `/spaces/${space}/permissions`, grant)
  const second = await company.backUp()
  expect(rolesIn(company, second.snapshot, 'space-user-grant', reader)).toContain('admin')
  expect(rolesIn(company, second.snapshot, 'space-access', reader)).toContain('admin')
})

test('one in and one out of a team, and of the comments, are seen although the counts stay', async () => {
  const company = await makeCompany(busy)
  await company.backUp()
  const { organization, space, state } = placesOf(company)
  const [own] = itemsOf(state.organizations)
  const team = itemsOf(own?.teams).find(one => Number(one.members) > 0 && Number(one.members) < 12)
  const inside = Object.keys(Object(team?.roles))
  const outside = itemsOf(own?.members).find(one => !inside.includes(String(one.id)))
  const path = `/orgs/${organization}/teams/${team?.id}/members`
  await write(company.emulator, 'DELETE', `${path}/${inside[0]}`)
  await write(company.emulator, 'PUT', `${path}/${outside?.id}`, { role: 'member' })
  const [comment] = itemsOf(itemsOf(state.spaces)[0]?.discussion).filter(one => one.status === 'open')
  await write(company.emulator, 'DELETE', `/spaces/${space}/comments/${comment?.id}`)
  await write(company.emulator, 'POST', `/spaces/${space}/comments`, { body: { markdown: 'Another.' } })
  const second = await company.backUp()
  const changes = [...company.vault().changes(1, second.snapshot)].map(one => `${one.type} ${one.kind}`)
  expect(changes).toEqual(
    expect.arrayContaining(['added team-member', 'removed team-member', 'added comment', 'removed comment']),
  )
})

test('the report of links follows the content that changed, here and in other spaces', async () => {
  const company = await makeCompany(busy)
  await company.backUp()
  await company.edit({ 'guides/linux.md': '# On Linux\n\nSee [nothing](nowhere.md).\n' })
  company.emulator.resetRequests()
  await company.backUp()
  expect(company.emulator.requests().operations.listSpaceLinks).toBeGreaterThanOrEqual(1)
  await company.edit({
    'guides/more.md': '# More\n',
    'SUMMARY.md': '# Table of contents\n\n* [More](guides/more.md)\n',
  })
  company.emulator.resetRequests()
  await company.backUp()
  // The tree has changed: what other spaces point to may be gone.
  expect(company.emulator.requests().operations.listSpaceLinks).toBeGreaterThanOrEqual(2)
})

test('what was taken over without proof is named, and only that', async () => {
  const company = await makeCompany({ ...busy, changeRequests: 4 })
  const first = await company.backUp()
  expect(first.weak).toEqual([])
  const fast = await company.backUp()
  const weak = new Set(fast.weak?.map(one => one.kind))
  expect(weak).toContain('space-user-grant')
  for (const kind of ['member', 'team-member', 'space-access', 'comment', 'page', 'file', 'revision'])
    expect(weak).not.toContain(kind)
  expect(fast.weak?.every(one => one.oldest_read >= first.started && one.scopes > 0)).toBe(true)
  expect((await company.backUp({ exact: true })).weak).toEqual([])
})

test('lists that may be older are named, and read all the same when a role changed', async () => {
  const company = await makeCompany(busy)
  const env = { DOCVAULT_BACKUP_LISTS_EVERY: '1h' }
  await company.backUp()
  company.emulator.resetRequests()
  const second = await company.backUp({}, { env })
  expect(company.emulator.requests().operations).not.toHaveProperty('listPermissionsAggregateInSpace')
  expect(second.weak?.map(one => one.kind)).toContain('space-access')
  const { organization, reader } = placesOf(company)
  await write(company.emulator, 'PATCH', `/orgs/${organization}/members/${reader}`, { role: 'admin' })
  const third = await company.backUp({}, { env })
  expect(rolesIn(company, third.snapshot, 'space-access', reader)).toEqual(['admin', 'admin'])
})

function placesOf({ emulator }: Company) {
  const state = emulator.state()
  const [own] = itemsOf(state.organizations)
  const reader = String(itemsOf(own?.members).find(one => one.role === 'read' && one.disabled !== true)?.id)
  return { state, organization: emulator.organization, space: String(itemsOf(state.spaces)[0]?.id), reader }
}

function rolesIn(company: Company, snapshot: number, kind: Kind, person: string): unknown[] {
  const vault = company.vault()
  return vault.find(snapshot, kind, person).map(one => itemOf(vault, one).permission)
}
