import { recordOf, textOf } from '../../model/fields.ts'
import { PLAIN_TEAM_ROLE } from '../../platform/operations/member-shapes.ts'
import { MEMBERSHIP } from '../../resources/people.ts'
import type { RestoreKnowledge } from '../apply/session.ts'
import { type ItemOf, phases, restorer } from './restorer.ts'

export const team = restorer({
  kind: 'team',
  phase: phases.teams,
  key: ({ json }) => textOf(json.title),
  create: async ({ context: { platform, organization } }, { json, id }) => {
    const made = await platform.teams.create(organization, { title: textOf(json.title) ?? id })
    return { id: made.id, json: made }
  },
  settings: [
    {
      name: 'title',
      phase: phases.teams,
      fields: ({ json }) => ({ title: json.title }),
      write: async ({ context: { platform, organization } }, target, { title }) => {
        await platform.teams.update(organization, target, { title: String(title) })
      },
    },
  ],
  remove: ({ context: { platform, organization } }, { id }) => platform.teams.delete(organization, id),
  lost: [
    { field: 'id', why: 'new-one' },
    { field: 'createdAt', why: 'date' },
  ],
})

/** Somebody is in a team under their own id. */
export const teamMember = restorer({
  kind: 'team-member',
  givesAccess: true,
  gains: ({ json, parent }) =>
    `${textOf(recordOf(json.team)?.role) ?? PLAIN_TEAM_ROLE} of team ${textOf(parent?.json.title) ?? parent?.id}`,
  phase: phases.teams,
  key: ({ id }, map) => map('user', id),
  obstacle: ({ id }, { map, target }) => {
    const user = map('user', id)
    // Somebody who is only named there, by what they wrote once, is no member.
    const isMember = map(MEMBERSHIP, id) !== null || target.byId(MEMBERSHIP, user ?? '') !== undefined
    return user === null || !isMember
      ? 'the person is not a member of the target and cannot be invited'
      : null
  },
  create: async ({ context, knowledge }, item) => {
    const user = knowledge.need('user', item.id)
    await context.platform.teams.putMember(
      context.organization,
      teamOf(knowledge, item),
      user,
      roleOf(item.json),
    )
    return { id: user, json: item.json }
  },
  settings: [
    {
      name: 'role',
      phase: phases.teams,
      fields: ({ json }) => ({ role: recordOf(json.team)?.role ?? null }),
      write: async ({ context, knowledge }, target, _fields, item) => {
        const team = teamOf(knowledge, item)
        await context.platform.teams.putMember(context.organization, team, target, roleOf(item.json))
      },
      widens: (before, after) => before.role !== 'owner' && after.role === 'owner',
    },
  ],
  remove: ({ context }, { id, parent }) =>
    context.platform.teams.removeMember(context.organization, parent?.id ?? '', id),
  lost: [{ field: 'organization', why: 'person-id' }],
})

function teamOf(knowledge: RestoreKnowledge, item: { parent: unknown }): string {
  const parent = recordOf(item.parent)
  return knowledge.need('team', String(parent?.id))
}

function roleOf(json: ItemOf<'team-member'>['json']): { role?: string } {
  const role = textOf(recordOf(json.team)?.role)
  return role === null ? {} : { role }
}
