/** Who was given which role on a space, a collection or a site. Never given to whoever has not got it, unasked. */

import { textOf } from '../../model/fields.ts'
import type { RestoreContext, RestoreSession } from '../apply/session.ts'
import type { StateItem } from '../state.ts'
import { rankOf } from './member.ts'
import { phases, type Restorer, restorer } from './restorer.ts'

type Place = 'space' | 'collection' | 'site'

export const grants: readonly Restorer[] = (['space', 'collection', 'site'] as const).flatMap(place => [
  userGrant(place),
  teamGrant(place),
])

function userGrant(place: Place): Restorer {
  return grant(place, 'user', {
    write: (operations, user, role) => operations.updateUser(user, { role }),
    create: (operations, user, role) => operations.grant({ role, users: [user] }),
    remove: (operations, user) => operations.removeUser(user),
  })
}

function teamGrant(place: Place): Restorer {
  return grant(place, 'team', {
    write: (operations, team, role) => operations.updateTeam(team, { role }),
    create: (operations, team, role) => operations.grant({ role, teams: [team] }),
    remove: (operations, team) => operations.removeTeam(team),
  })
}

type Operations = ReturnType<RestoreSession['context']['platform']['permissions']['ofSpace']>

interface Writes {
  create(operations: Operations, who: string, role: string | null): Promise<void>
  write(operations: Operations, who: string, role: string | null): Promise<void>
  remove(operations: Operations, who: string): Promise<void>
}

function grant(place: Place, who: 'user' | 'team', writes: Writes): Restorer {
  return restorer({
    kind: `${place}-${who}-grant`,
    phase: phases.grants + (place === 'site' ? 2 : 0),
    givesAccess: true,
    gains: ({ json, parent }) =>
      `${textOf(json.permission) ?? 'access'} on ${place} ${textOf(parent?.json.title) ?? parent?.id}`,
    key: ({ id }, map) => map(who, id),
    obstacle: ({ id }, { map, extended }) => {
      if (!extended) return 'this service has no operation that grants a role'
      return map(who, id) === null ? `the ${who} is not in the target` : null
    },
    create: async (session, item) => {
      const id = session.knowledge.need(who, item.id)
      await writes.create(operationsOf(session, place, item), id, textOf(item.json.permission))
      return { id, json: item.json }
    },
    settings: [
      {
        name: 'role',
        phase: phases.grants + (place === 'site' ? 2 : 0),
        fields: ({ json }) => ({ permission: json.permission ?? null }),
        write: (session, target, { permission }, item) =>
          writes.write(operationsOf(session, place, item), target, textOf(permission)),
        widens: (before, after) => rankOf(after.permission) > rankOf(before.permission),
      },
    ],
    remove: ({ context }, { id, parent }) =>
      writes.remove(operationsAt(context, place, parent?.id ?? ''), id),
    lost: [
      { field: who, why: 'other-id' },
      { field: 'id', why: 'new-one' },
    ],
  })
}

function operationsOf(
  { context, knowledge }: RestoreSession,
  place: Place,
  { parent }: StateItem,
): Operations {
  return operationsAt(context, place, parent ? knowledge.target(parent) : '')
}

function operationsAt({ platform, organization }: RestoreContext, place: Place, id: string): Operations {
  const { permissions } = platform
  if (place === 'space') return permissions.ofSpace(id)
  return place === 'collection' ? permissions.ofCollection(id) : permissions.ofSite(organization, id)
}
