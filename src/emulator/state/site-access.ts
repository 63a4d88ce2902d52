/**
 * Who can reach a site, and whence: by a grant on the site itself, by the organization, or by a space it shows.
 */
import { peopleWithAccess, roleOn, teamsOfMember } from './access.ts'
import type { JsonObject } from './json-object.ts'
import { offered } from './offered.ts'
import type { OrganizationState } from './records/organization.ts'
import type { Member } from './records/people.ts'
import type { SiteState } from './records/site.ts'
import type { SpaceState } from './records/space.ts'
import { liveSiteSpaces } from './site-items.ts'
import type { World } from './world.ts'

/** One entry a person, with the nearest reason. */
export function peopleOnSite(world: World, organization: OrganizationState, site: SiteState): JsonObject[] {
  const bySpace = peopleBySpace(world, organization, site)
  return [...organization.members.values()].flatMap(member => {
    const { user, disabled, lastSeenAt } = member
    const access = ownAccess(organization, site, member) ?? bySpace.get(member.id)
    if (access === undefined) return []
    const seen = { disabled, ...(lastSeenAt === undefined ? {} : { lastSeenAt }) }
    return [{ ...access, user, ...offered(world, 'newest', seen) }]
  })
}

/** How many sites somebody can reach. */
export function sitesOfMember(world: World, organization: OrganizationState, member: Member): number {
  return [...organization.sites.values()].filter(
    site =>
      ownAccess(organization, site, member) !== undefined ||
      spacesOn(world, site).some(space => roleOn(world, organization, space, member) !== null),
  ).length
}

function ownAccess(organization: OrganizationState, site: SiteState, member: Member): JsonObject | undefined {
  return directAccess(organization, site, member) ?? levelAccess(member, site)
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

/** Members have the level of the site, or the role that they have in the organization where it inherits. */
function levelAccess({ role }: Member, { json, organization }: SiteState): JsonObject | undefined {
  const { defaultLevel, id } = json
  if (role === null) return undefined
  if (role === 'admin' || defaultLevel === 'inherit')
    return { permission: role, origin: { type: 'organization', organization } }
  if (defaultLevel === null) return undefined
  return { permission: defaultLevel, origin: { type: 'site', site: id, reason: 'default' } }
}

function peopleBySpace(
  world: World,
  organization: OrganizationState,
  site: SiteState,
): Map<string, JsonObject> {
  return new Map(
    spacesOn(world, site).flatMap(space =>
      peopleWithAccess(world, organization, space).map(({ permission, user }) => [
        user.id,
        { permission, origin: { type: 'space', space: space.json.id } },
      ]),
    ),
  )
}

function spacesOn(world: World, site: SiteState): SpaceState[] {
  return liveSiteSpaces(world, site).flatMap(item => world.spaces.get(item.space) ?? [])
}
