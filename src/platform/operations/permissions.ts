/**
 * *Extensions* E: who was given which role on a space, a collection or a site. Direct grants, which a restore needs,
 * and the aggregate: everybody who can get in, whatever way.
 */
import { z } from 'zod'
import type { Caller } from '../caller.ts'
import { teamSchema } from './member-shapes.ts'
import { type Role, roleSchema, userSchema } from './shapes.ts'

const userGrantSchema = z.looseObject({ permission: roleSchema.nullish(), user: userSchema })
const teamGrantSchema = z.looseObject({ permission: roleSchema.nullish(), team: teamSchema })
export type UserGrant = z.infer<typeof userGrantSchema>
export type TeamGrant = z.infer<typeof teamGrantSchema>

interface NewGrant {
  /** Null is a guest. */
  role: Role | null
  users?: readonly string[]
  teams?: readonly string[]
}

interface GrantChange {
  role?: Role | null
}

export const permissionOperations = (caller: Caller) => ({
  ofSpace: (space: string) => grantsOf(caller, 'Space', ['spaces', space]),
  ofCollection: (collection: string) => grantsOf(caller, 'Collection', ['collections', collection]),
  ofSite: (organization: string, site: string) =>
    grantsOf(caller, 'Site', ['orgs', organization, 'sites', site]),
})

export type Permissions = ReturnType<typeof grantsOf>

const grantsOf = (caller: Caller, noun: string, place: readonly string[]) => {
  const pathOf = (...rest: readonly string[]) => [...place, 'permissions', ...rest]
  return {
    listUsers: () =>
      caller.list([`listUserPermissionsIn${noun}`, pathOf('users')], userGrantSchema, item => item.user.id),
    listTeams: () =>
      caller.list([`listTeamPermissionsIn${noun}`, pathOf('teams')], teamGrantSchema, item => item.team.id),
    listAggregate: () =>
      caller.list(
        [`listPermissionsAggregateIn${noun}`, pathOf('aggregate')],
        userGrantSchema,
        item => item.user.id,
      ),
    grant: (grant: NewGrant) => caller.run([`inviteTo${noun}`, 'POST', pathOf(), grant]),
    updateUser: (user: string, change: GrantChange) =>
      caller.run([`updateUserPermissionIn${noun}`, 'PATCH', pathOf('users', user), change]),
    removeUser: (user: string) => caller.run([`removeUserFrom${noun}`, 'DELETE', pathOf('users', user)]),
    updateTeam: (team: string, change: GrantChange) =>
      caller.run([`updateTeamPermissionIn${noun}`, 'PATCH', pathOf('teams', team), change]),
    removeTeam: (team: string) => caller.run([`removeTeamFrom${noun}`, 'DELETE', pathOf('teams', team)]),
  }
}
