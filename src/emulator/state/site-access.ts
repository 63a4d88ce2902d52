/**
 * Who can reach a site, and whence: by a grant on the site itself, by the organization, or by a space it shows.
 */
import { peopleWithAccess, teamsOfMember } from './access.ts'
import type { JsonObject } from './json-object.ts'
import type { Member } from './member.ts'
import type { OrganizationState } from './organization.ts'
import type { SiteState } from './site.ts'
import { liveSiteSpaces } from './site-items.ts'
import type { World } from './world.ts'

/** One entry a person, with the nearest reason. */
export function peopleOnSite(world: World, organization: OrganizationState, site: SiteState): JsonObject[] {
  const bySpace = peopleBySpace(world, organization, site)
  return [...organization.members.values()].flatMap(member => {
    const { user, disabled, lastSeenAt } = member
    const access =
      directAccess(organization, site, member) ??
      roleAccess(member, site.organization) ??
      bySpace.get(member.id)
    if (access === undefined) return []
    return [{ ...access, user, disabled, ...(lastSeenAt === undefined ? {} : { lastSeenAt }) }]
  })
}

function directAccess(
  organization: OrganizationState,
  site: SiteState,
  member: Member,
): JsonObject | undefined {
  const origin = { type: 'site', site: site.json.id }
  const own = site.userGrants.get(member.id)
  if (own !== undefined) return { permission: own, origin: { ...origin, reason: 'member' } }
  for (const { json } of teamsOfMember(organization, member)) {
    const permission = site.teamGrants.get(json.id)
    if (permission !== undefined) return { permission, origin: { ...origin, reason: 'team', team: json.id } }
  }
  return undefined
}

function roleAccess({ role }: Member, organization: string): JsonObject | undefined {
  return role === null ? undefined : { permission: role, origin: { type: 'organization', organization } }
}

function peopleBySpace(
  world: World,
  organization: OrganizationState,
  site: SiteState,
): Map<string, JsonObject> {
  const spaces = liveSiteSpaces(world, site).flatMap(item => world.spaces.get(item.space) ?? [])
  return new Map(
    spaces.flatMap(space =>
      peopleWithAccess(world, organization, space).map(({ permission, user }) => [
        user.id,
        { permission, origin: { type: 'space', space: space.json.id } },
      ]),
    ),
  )
}
