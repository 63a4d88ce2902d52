/** *Extensions* F: a member cannot be made, only invited. */
import { z } from 'zod'
import type { Caller } from '../caller.ts'
import { idSchema, type Role, roleSchema } from './shapes.ts'

/** Where the link leads, as an id or as the whole object. */
const placeSchema = z.union([z.string(), z.looseObject({ id: idSchema })]).nullish()

/** Into the organization with a role, or into a space or a collection with a level. */
const inviteLinkSchema = z.looseObject({
  id: idSchema,
  role: roleSchema.nullish(),
  level: roleSchema.nullish(),
  space: placeSchema,
  collection: placeSchema,
})
export type InviteLink = z.infer<typeof inviteLinkSchema>
const invitationSchema = z.looseObject({
  /** Ids. */
  users: z.array(z.string()),
  invited: z.number(),
  failedSSOEmails: z.array(z.string()).nullish(),
})

/** Into the organization, or into one space or collection of it. */
type NewInviteLink =
  | { role: Role | null }
  | { level: Role | null; space: string }
  | { level: Role | null; collection: string }

interface Invitation {
  emails: readonly (string | { email: string; role: Role | null })[]
  role?: Role | null
  sso?: boolean
}

export const inviteOperations = (caller: Caller) => ({
  /** *Extension.* By e-mail. */
  send: (organization: string, invitation: Invitation) =>
    caller.send(
      ['inviteUsersToOrganization', 'POST', ['orgs', organization, 'invites'], invitation],
      invitationSchema,
    ),
  /** *Extension.* The id of a link is its secret. */
  listLinks: (organization: string) =>
    caller.list(['listOrganizationInviteLinks', pathOf(organization)], inviteLinkSchema, item => item.id),
  /** *Extension.* */
  createLink: (organization: string, link: NewInviteLink) =>
    caller.send(['createOrganizationInvite', 'POST', pathOf(organization), link], inviteLinkSchema),
  /** *Extension.* Null where the platform answers 404. */
  findLink: (organization: string, invite: string) =>
    caller.find(['getOrganizationInviteLink', pathOf(organization, invite)], inviteLinkSchema),
  /** *Extension.* */
  updateLink: (
    organization: string,
    invite: string,
    change: { role: Role | null } | { level: Role | null },
  ) =>
    caller.send(
      ['updateOrganizationInviteById', 'PATCH', pathOf(organization, invite), change],
      inviteLinkSchema,
    ),
})

function pathOf(organization: string, ...rest: readonly string[]): string[] {
  return ['orgs', organization, 'link-invites', ...rest]
}
