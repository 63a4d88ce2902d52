/**
 * Moving spaces and collections to another organization. They arrive at its end, outside of any collection, without
 * what only meant something in the old one: team grants, grants to people who are not there, invitations.
 */
import { ApiError } from '../protocol/api-error.ts'
import { dropLinkInvites } from './link-invite.ts'
import { setParent } from './move.ts'
import { place } from './order.ts'
import { getOrganization } from './organization.ts'
import type { OrganizationState } from './records/organization.ts'
import type { Shared } from './records/space.ts'
import type { World } from './world.ts'

/** A collection takes along all that is in it. 404 no such organization, 409 already there, 412 not allowed there. */
export function transferShared(world: World, shared: Shared, organization: string): void {
  const target = getOrganization(world, organization)
  assertMayArrive(world, shared, target)
  const moved = withContents(world, shared)
  setParent(shared, undefined)
  for (const arriving of moved) {
    settle(world, arriving, target)
    place(world, arriving.json.id, null)
  }
}

/** With everything below, deleted spaces too; outer things first. */
function withContents(world: World, shared: Shared): Shared[] {
  const found = [shared]
  const all = [...world.collections.values(), ...world.spaces.values()]
  for (const above of found)
    found.push(
      ...all.filter(candidate => candidate.json.parent === above.json.id && !found.includes(candidate)),
    )
  return found
}

function assertMayArrive(world: World, { json }: Shared, target: OrganizationState): void {
  if (json.organization === target.json.id)
    throw new ApiError(409, `${json.object} ${json.id} is in organization ${target.json.id} already`)
  const role = target.members.get(world.owner.id)?.role
  if (role !== 'admin' && role !== 'create')
    throw new ApiError(412, `the caller may not create content in organization ${target.json.id}`)
}

function settle(world: World, { json, userGrants, teamGrants }: Shared, target: OrganizationState): void {
  dropLinkInvites(world.organizations.get(json.organization), json.id)
  json.organization = target.json.id
  teamGrants.clear()
  for (const user of userGrants.keys()) if (!target.members.has(user)) userGrants.delete(user)
}
