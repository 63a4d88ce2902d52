/** Members, teams and whoever is known. */
import type { Company } from '../../helpers/company.ts'
import { countNamed, first, type KindCases, lastId, removeOne, write } from './kind-case.ts'

export const peopleCases: KindCases = {
  member: {
    operation: 'listMembersInOrganizationById',
    remove: async company => {
      const gone = lastId(company, 'member')
      const goes = countNamed(company, gone)
      removeOne(company, 'member', gone)
      return goes
    },
    change: async company =>
      company.emulator.patch('member', lastId(company, 'member'), { role: 'comment', disabled: true }),
  },
  team: {
    operation: 'listTeamsInOrganizationById',
    remove: async company => {
      const gone = first(company, 'team').id
      const goes = countNamed(company, gone)
      removeOne(company, 'team', gone)
      return goes
    },
    change: async company => company.emulator.patch('team', lastId(company, 'team'), { title: 'Renamed' }),
  },
  'team-member': {
    operation: 'listTeamMembersInOrganizationById',
    remove: async company => {
      const gone = lastId(company, 'member')
      const goes = countNamed(company, gone)
      removeOne(company, 'member', gone)
      return goes
    },
    change: turnRole,
  },
  user: {
    operation: 'listMembersInOrganizationById',
    gap: 'member',
    remove: async () => 0,
    change: async company => {
      const [person] = company.vault().resources(1, { kind: 'user' })
      if (!person) throw new Error('nobody is known')
      const known = company.vault().readJson(person)
      company.emulator.patch('member', person.id, { user: { ...Object(known), displayName: 'Renamed' } })
    },
  },
}

/** Through the API itself: a membership has no id of its own. */
async function turnRole(company: Company): Promise<void> {
  const [membership] = company.vault().resources(1, { kind: 'team-member' })
  if (!membership) throw new Error('nobody is in a team')
  const wasOwner = JSON.stringify(company.vault().readJson(membership)).includes('"role":"owner"')
  const path = `teams/${membership.parentId}/members/${membership.id}`
  await write(company, 'PUT', path, { role: wasOwner ? 'member' : 'owner' })
}
