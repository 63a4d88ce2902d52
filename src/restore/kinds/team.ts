import { recordOf, textOf } from '../../model/fields.ts'
import { phases, type Restorer } from './restorer.ts'

export const team: Restorer = {
  kind: 'team',
  phase: phases.teams,
  key: ({ json }) => textOf(json.title),
  create: async ({ platform, organization }, { json, id }) => {
    const made = await platform.teams.create(organization, { title: textOf(json.title) ?? id })
    return { id: made.id, json: made }
  },
  settings: [
    {
      name: 'title',
      phase: phases.teams,
      fields: ({ json }) => ({ title: json.title }),
      write: async ({ platform, organization }, target, { title }) => {
        await platform.teams.update(organization, target, { title: String(title) })
      },
    },
  ],
  remove: ({ platform, organization }, { id }) => platform.teams.delete(organization, id),
  lost: [
    { field: 'id', why: 'new-one' },
    { field: 'createdAt', why: 'date' },
  ],
}

/** Somebody is in a team under their own id. */
export const teamMember: Restorer = {
  kind: 'team-member',
  givesAccess: true,
  gains: ({ json, parent }) =>
    `${textOf(recordOf(json.team)?.role) ?? 'member'} of team ${textOf(parent?.json.title) ?? parent?.id}`,
  phase: phases.teams,
  key: ({ id }, map) => map('user', id),
  obstacle: ({ id }, { map, target }) => {
    const user = map('user', id)
    // Somebody who is only named there, by what they wrote once, is no member.
    const isMember = map('member', id) !== null || target.byId('member', user ?? '') !== undefined
    return user === null || !isMember
      ? 'the person is not a member of the target and cannot be invited'
      : null
  },
  create: async (doing, item) => {
    const user = doing.need('user', item.id)
    await doing.platform.teams.putMember(doing.organization, teamOf(doing, item), user, roleOf(item.json))
    return { id: user, json: item.json }
  },
  settings: [
    {
      name: 'role',
      phase: phases.teams,
      fields: ({ json }) => ({ role: recordOf(json.team)?.role ?? null }),
      write: async (doing, target, _fields, item) => {
        const team = teamOf(doing, item)
        await doing.platform.teams.putMember(doing.organization, team, target, roleOf(item.json))
      },
      widens: (before, after) => before.role !== 'owner' && after.role === 'owner',
    },
  ],
  remove: (doing, { id, parent }) =>
    doing.platform.teams.removeMember(doing.organization, parent?.id ?? '', id),
  lost: [{ field: 'organization', why: 'person-id' }],
}

function teamOf(doing: Parameters<NonNullable<Restorer['create']>>[0], item: { parent: unknown }): string {
  const parent = recordOf(item.parent)
  return doing.need('team', String(parent?.id))
}

function roleOf(json: Readonly<Record<string, unknown>>): { role?: string } {
  const role = textOf(recordOf(json.team)?.role)
  return role === null ? {} : { role }
}
