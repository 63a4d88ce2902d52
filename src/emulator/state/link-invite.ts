/**
 * Links that let whoever has them in: to the organization with a role, or to one space or collection with a level.
 * The id is the secret of the link.
 */
import { notFound } from '../protocol/api-error.ts'
import { presentCollection } from './collection.ts'
import type { JsonObject } from './json-object.ts'
import { addMember } from './member.ts'
import type { OrganizationState } from './records/organization.ts'
import type { InviteTarget, LinkInvite } from './records/people.ts'
import { presentSpace } from './space.ts'
import type { World } from './world.ts'

export function getLinkInvite(organization: OrganizationState, id: string): LinkInvite {
  const invite = organization.linkInvites.get(id)
  if (invite === undefined) throw notFound('link invite')
  return invite
}

export function addLinkInvite(
  world: World,
  organization: OrganizationState,
  target: InviteTarget,
): LinkInvite {
  const invite = { id: world.makeId(), target }
  organization.linkInvites.set(invite.id, invite)
  return invite
}

/** The links to a space or a collection that is gone. */
export function dropLinkInvites(organization: OrganizationState | undefined, content: string): void {
  for (const [id, { target }] of organization?.linkInvites ?? []) {
    const leadsTo = 'space' in target ? target.space : 'collection' in target ? target.collection : null
    if (leadsTo === content) organization?.linkInvites.delete(id)
  }
}

/** The owner of the token goes in. A grant or membership that they have stays as it is. */
export function followLinkInvite(world: World, organization: OrganizationState, invite: LinkInvite): void {
  const { target } = invite
  const { id } = world.owner
  if (!organization.members.has(id))
    addMember(organization, world.owner, 'role' in target ? target.role : null, world.clock.timestamp())
  if ('role' in target || target.level === null) return
  const shared = 'space' in target ? world.spaces.get(target.space) : world.collections.get(target.collection)
  if (shared !== undefined && !shared.userGrants.has(id)) shared.userGrants.set(id, target.level)
}

export function isToOrganization({ target }: LinkInvite): boolean {
  return 'role' in target
}

/** `redundant`: an older link gives the same. */
export function presentLinkInvite(
  world: World,
  organization: OrganizationState,
  invite: LinkInvite,
): JsonObject {
  const { id, target } = invite
  const first = [...organization.linkInvites.values()].find(other => sameTarget(other.target, target))
  return { object: 'invite', id, redundant: first !== invite, ...target, ...wholeTarget(world, target) }
}

function wholeTarget(world: World, target: InviteTarget): JsonObject {
  const space = 'space' in target ? world.spaces.get(target.space) : undefined
  const collection = 'collection' in target ? world.collections.get(target.collection) : undefined
  return {
    ...(space === undefined ? {} : { space: presentSpace(world, space) }),
    ...(collection === undefined ? {} : { collection: presentCollection(world, collection) }),
  }
}

function sameTarget(left: InviteTarget, right: InviteTarget): boolean {
  return JSON.stringify(left) === JSON.stringify(right)
}
