/** Members, teams and who is in which: docs/development/platform.md#members-and-teams. */
import { z } from 'zod'
import { flagsSchema, idSchema, type Open, open, roleSchema, userSchema } from './shapes.ts'

const TEAM_ROLES = ['owner', 'member'] as const
export type TeamRole = Open<typeof TEAM_ROLES>
/** Of whoever is put into a team without a role. */
export const PLAIN_TEAM_ROLE: TeamRole = 'member'

export const memberSchema = z.looseObject({
  object: z.literal('member'),
  /** The user's. */
  id: idSchema,
  /** Null is a guest. */
  role: roleSchema.nullish(),
  user: userSchema,
  disabled: z.boolean().nullish(),
  joinedAt: z.string().nullish(),
  lastSeenAt: z.string().nullish(),
  sso: z.boolean().nullish(),
  spaces: z.number().nullish(),
  teams: z.number().nullish(),
})
export type Member = z.infer<typeof memberSchema>

export const teamSchema = z.looseObject({
  object: z.literal('team'),
  id: idSchema,
  title: z.string().nullish(),
  members: z.number().nullish(),
  spaces: z.number().nullish(),
  createdAt: z.string().nullish(),
  permissions: flagsSchema,
})
export type Team = z.infer<typeof teamSchema>

const teamRoleSchema = z.looseObject({ role: open(TEAM_ROLES).nullish() })

/** As a team lists its members. */
export const teamMemberSchema = z.looseObject({
  organization: memberSchema,
  team: teamRoleSchema,
  permissions: flagsSchema,
})
export type TeamMember = z.infer<typeof teamMemberSchema>

/** As a member lists their teams. */
export const memberTeamSchema = z.looseObject({ team: teamSchema, member: teamRoleSchema })
