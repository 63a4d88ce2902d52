import { describe, expect, test } from 'vitest'
import { expectCoverage } from './coverage.ts'
import { all, startService } from './service.ts'
import { ofShape } from './shapes.ts'
import { watchClient } from './watch.ts'

const watch = watchClient()

async function startWithPeople() {
  const service = await startService()
  const { platform, organization } = service
  const people = (await all(platform.members.list(organization))).map(one => one.id)
  const [one = '', two = '', three = ''] = people.slice(1)
  const rolesOf = async (team: string) =>
    Object.fromEntries(
      (await all(platform.teams.listMembers(organization, team))).map(item => {
        ofShape('member', item.organization)
        return [item.organization.id, item.team.role]
      }),
    )
  return { ...service, one, two, three, rolesOf }
}

describe('4.14 teams', () => {
  test('a team is made with people, renamed, listed and deleted', async () => {
    const { platform, organization, one, two } = await startWithPeople()
    const team = await platform.teams.create(organization, { title: 'Quality', members: [one, two] })
    expect(ofShape('team', team)).toMatchObject({ title: 'Quality', members: 2 })
    const renamed = await platform.teams.update(organization, team.id, { title: 'Assurance' })
    expect(ofShape('team', renamed).title).toBe('Assurance')
    expect((await all(platform.teams.list(organization))).map(item => ofShape('team', item).id)).toContain(
      team.id,
    )
    expect(await all(platform.teams.list(organization, { title: 'SUR' }))).toMatchObject([{ id: team.id }])
    await platform.teams.delete(organization, team.id)
    expect(await platform.teams.find(organization, team.id)).toBeNull()
    await platform.teams.delete(organization, team.id)
  })

  test('who is added and removed in one request is removed', async () => {
    const { platform, organization, one, two, three, rolesOf } = await startWithPeople()
    const { id } = await platform.teams.create(organization, { title: 'Quality', members: [one] })
    await platform.teams.updateMembers(organization, id, {
      add: [two, three],
      remove: [one, two],
      memberships: { [three]: { role: 'owner' } },
    })
    expect(await rolesOf(id)).toEqual({ [three]: 'owner' })
  })

  test('people can be named by their e-mail address', async () => {
    const { platform, organization, one, rolesOf } = await startWithPeople()
    const { id } = await platform.teams.create(organization, { title: 'Quality' })
    const member = await platform.members.find(organization, one)
    await platform.teams.updateMembers(organization, id, { add: [member?.user.email ?? ''] })
    expect(await rolesOf(id)).toEqual({ [one]: 'member' })
  })

  test('one person is put into a team, given another role, and taken out', async () => {
    const { platform, organization, one, rolesOf } = await startWithPeople()
    const { id } = await platform.teams.create(organization, { title: 'Quality' })
    await platform.teams.putMember(organization, id, one)
    expect(await rolesOf(id)).toEqual({ [one]: 'member' })
    await platform.teams.putMember(organization, id, one, { role: 'owner' })
    expect(await rolesOf(id)).toEqual({ [one]: 'owner' })
    const owned = await all(platform.teams.list(organization, { owner: one }))
    expect(owned.map(team => team.id)).toContain(id)
    await platform.teams.removeMember(organization, id, one)
    await platform.teams.removeMember(organization, id, one)
    expect(await rolesOf(id)).toEqual({})
    expect(await platform.teams.find(organization, id)).toMatchObject({ members: 0 })
  })

  test('every operation was called and answered as documented', () => expectCoverage(watch, '4.14'))
})
