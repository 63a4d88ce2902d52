import { describe, expect, test } from 'vitest'
import { expectCoverage } from './coverage.ts'
import { all, present, type Service, startService } from './service.ts'
import { ofShape } from './shapes.ts'
import { watchClient } from './watch.ts'

const watch = watchClient()

/** Somebody who is not the token's owner. */
async function someoneOf({ platform, organization }: Service): Promise<string> {
  const me = await platform.users.me()
  const members = await all(platform.members.list(organization))
  return present(members.find(one => one.id !== me.id)).id
}

describe('4.13 members', () => {
  test('members are listed in both orders, searched for, filtered by role and sorted', async () => {
    const service = await startService()
    const { platform, organization } = service
    const list = (query = {}) => all(platform.members.list(organization, query))
    const members = (await list()).map(one => ofShape('member', one))
    const joined = members.map(one => present(one.joinedAt))
    expect(joined).toEqual(joined.toSorted())
    expect((await list({ order: 'desc' })).map(one => one.id)).toEqual(
      members.map(one => one.id).toReversed(),
    )
    const someone = present(members.at(-1))
    const found = await list({ search: present(someone.user.email).toUpperCase() })
    expect(found.map(one => one.id)).toEqual([someone.id])
    await platform.members.update(organization, someone.id, { role: null })
    expect((await list({ role: 'guest' })).map(one => one.id)).toContain(someone.id)
    expect((await list({ role: 'admin' })).every(one => one.role === 'admin')).toBe(true)
    const active = await list({ sort: 'lastSeenAt' })
    const seen = active.map(one => present(one.lastSeenAt))
    expect(seen).toEqual(seen.toSorted())
  })

  test('a role can be changed, and a member can be marked for single sign-on', async () => {
    const service = await startService()
    const { platform, organization } = service
    const someone = await someoneOf(service)
    const changed = await platform.members.update(organization, someone, { role: 'review' })
    expect(ofShape('member', changed).role).toBe('review')
    const marked = await platform.members.markAsSso(organization, someone)
    expect(ofShape('member', marked).sso).toBe(true)
    expect(await platform.members.find(organization, someone)).toMatchObject({ role: 'review', sso: true })
  })

  test('a ping moves the last-seen time of the caller', async () => {
    let nowMs = Date.parse('2026-01-01T00:00:00Z')
    const { platform, organization } = await startService({ now: () => nowMs })
    const me = (await platform.users.me()).id
    nowMs += 60_000
    await platform.members.ping(organization)
    const seen = present(await platform.members.find(organization, me)).lastSeenAt
    expect(Date.parse(present(seen))).toBe(nowMs)
  })

  test('a removed member is gone from the list and from all teams', async () => {
    const service = await startService()
    const { platform, organization } = service
    const someone = await someoneOf(service)
    const team = await platform.teams.create(organization, { title: 'New', members: [someone] })
    await platform.members.delete(organization, someone)
    expect(await platform.members.find(organization, someone)).toBeNull()
    expect((await all(platform.members.list(organization))).map(one => one.id)).not.toContain(someone)
    expect(await all(platform.teams.listMembers(organization, team.id))).toEqual([])
    expect(await platform.teams.find(organization, team.id)).toMatchObject({ members: 0 })
    await platform.members.delete(organization, someone)
  })

  test('the counts of a member are the lengths of their lists', async () => {
    const { platform, organization } = await startService()
    for (const member of await all(platform.members.list(organization))) {
      const spaces = await all(platform.members.listSpaces(organization, member.id))
      for (const { space } of spaces) ofShape('space', space)
      const teams = await all(platform.members.listTeams(organization, member.id))
      for (const { team } of teams) ofShape('team', team)
      expect({ spaces: spaces.length, teams: teams.length }).toEqual({
        spaces: member.spaces,
        teams: member.teams,
      })
    }
  })

  test('teams of a member can be searched by title', async () => {
    const service = await startService()
    const { platform, organization } = service
    const someone = await someoneOf(service)
    await platform.teams.create(organization, { title: 'Quality', members: [someone] })
    const found = await all(platform.members.listTeams(organization, someone, { title: 'QUAL' }))
    expect(found).toMatchObject([{ team: { title: 'Quality' }, member: { role: 'member' } }])
  })

  test('every operation was called and answered as documented', () => expectCoverage(watch, '4.13'))
})
