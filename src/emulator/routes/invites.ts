/**
 * Invitations by e-mail: extensions. Whoever is invited is a member at once, one who was never there.
 */
import { z } from 'zod'
import { type Answer, noContent, ok } from '../protocol/answer.ts'
import { badRequest } from '../protocol/api-error.ts'
import { type Call, param } from '../protocol/call.ts'
import { bodyOf } from '../protocol/checked.ts'
import type { Route } from '../protocol/route.ts'
import { addMember, memberWithEmail } from '../state/member.ts'
import { getOrganization } from '../state/organization.ts'
import type { OrganizationState } from '../state/records/organization.ts'
import type { Role } from '../state/role.ts'
import { userWithEmail } from '../state/user.ts'
import type { World } from '../state/world.ts'
import { role } from './fields.ts'

export const inviteRoutes: readonly Route[] = [
  {
    name: 'inviteUsersToOrganization',
    method: 'POST',
    path: '/v1/orgs/{organizationId}/invites',
    offer: 'extension',
    handle: invite,
  },
  {
    name: 'joinOrganization',
    method: 'POST',
    path: '/v1/orgs/{organizationId}/join',
    offer: 'extension',
    handle: join,
  },
]

const inviteSchema = z.object({
  emails: z.array(
    z.union([z.email(), z.object({ email: z.email(), role: role.exactOptional() })], 'an address'),
  ),
  role: role.optional(),
  sso: z.boolean().optional(),
})

/** Single sign-on takes only addresses of the organization's own domains. */
async function invite(call: Call): Promise<Answer> {
  const { world } = call
  const organization = getOrganization(world, param(call, 'organizationId'))
  const { emails, role = organization.json.defaultRole, sso = false } = await bodyOf(call, inviteSchema)
  const wanted = emails.map(person => ({
    role,
    ...(typeof person === 'string' ? { email: person } : person),
  }))
  const refused = sso ? wanted.filter(({ email }) => !isOfDomain(email, organization.json.emailDomains)) : []
  const accepted = wanted.filter(person => !refused.includes(person))
  const before = organization.members.size
  const users = accepted.map(person => invitedMember(world, organization, { ...person, sso }))
  return ok({
    users,
    invited: organization.members.size - before,
    ...(refused.length === 0 ? {} : { failedSSOEmails: refused.map(({ email }) => email) }),
  })
}

interface Invitation {
  email: string
  role: Role | null
  sso: boolean
}

/** Answers the user's id. Who is a member already stays one as before. */
function invitedMember(
  world: World,
  organization: OrganizationState,
  { email, role, sso }: Invitation,
): string {
  const known = memberWithEmail(organization, email)
  if (known !== undefined) return known.id
  const member = addMember(organization, userWithEmail(world, email), role, world.clock.timestamp())
  member.sso = sso
  return member.id
}

/** With an address of one of the organization's domains. */
function join(call: Call): Answer {
  const { world } = call
  const organization = getOrganization(world, param(call, 'organizationId'))
  if (!organization.members.has(world.owner.id)) {
    if (!isOfDomain(world.owner.email, organization.json.emailDomains))
      throw badRequest('the address of the caller is of none of the emailDomains')
    addMember(organization, world.owner, organization.json.defaultRole, world.clock.timestamp())
  }
  return noContent()
}

function isOfDomain(email: string, domains: readonly string[]): boolean {
  const own = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return domains.some(domain => domain.toLowerCase() === own)
}
