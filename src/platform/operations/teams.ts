/** Teams and their members: api.md 4.14. */
import { z } from 'zod'
import type { Caller } from '../caller.ts'
import { memberSchema } from './members.ts'

export const teamSchema = z.looseObject({
  id: z.string().min(1),
  title: z.string().nullish(),
  members: z.number().nullish(),
})
export type Team = z.infer<typeof teamSchema>

export const teamMemberSchema = z.looseObject({
  organization: memberSchema,
  team: z.looseObject({ role: z.string().nullish() }),
})
export type TeamMember = z.infer<typeof teamMemberSchema>

export const teamOperations = (caller: Caller) => ({
  list: (organization: string) =>
    caller.list(['listTeamsInOrganizationById', ['orgs', organization, 'teams']], teamSchema, one => one.id),
  /** Null where the platform answers 404. */
  find: (organization: string, team: string) =>
    caller.find(['getTeamInOrganizationById', ['orgs', organization, 'teams', team]], teamSchema),
  listMembers: (organization: string, team: string) =>
    caller.list(
      ['listTeamMembersInOrganizationById', ['orgs', organization, 'teams', team, 'members']],
      teamMemberSchema,
      one => one.organization.id,
    ),
})
