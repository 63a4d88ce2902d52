/**
 * What happens when spaces and collections are deleted. A deleted space can be restored for seven days of the
 * emulator's clock; then it is gone for good.
 */
import { ApiError } from '../protocol/api-error.ts'
import { dropLinkInvites } from './link-invite.ts'
import { setParent } from './move.ts'
import type { CollectionState, SpaceState } from './records/space.ts'
import { dropTranslations } from './translation.ts'
import type { World } from './world.ts'

const RETENTION_MS = 7 * 86_400_000

/** False when it was deleted before. */
export function deleteSpace(world: World, { json }: SpaceState): boolean {
  if (json.deletedAt !== undefined) return false
  json.deletedAt = world.clock.timestamp()
  world.nextRemovalMs = Math.min(world.nextRemovalMs, removalOf(json.deletedAt))
  return true
}

/** Back to where it was, or to the organization when the collection is gone meanwhile. */
export function restoreSpace(world: World, space: SpaceState): void {
  const { json } = space
  if (json.deletedAt === undefined) throw new ApiError(409, `space ${json.id} is not deleted`)
  delete json.deletedAt
  if (json.parent !== undefined && !world.collections.has(json.parent)) setParent(space, undefined)
}

/** Cheap until there is something to remove. */
export function removeExpiredSpaces(world: World): void {
  const now = world.clock.now()
  if (now < world.nextRemovalMs) return
  world.nextRemovalMs = Number.POSITIVE_INFINITY
  for (const space of [...world.spaces.values()]) {
    const { deletedAt } = space.json
    if (deletedAt === undefined) continue
    const at = removalOf(deletedAt)
    if (at <= now) removeSpace(world, space)
    else world.nextRemovalMs = Math.min(world.nextRemovalMs, at)
  }
}

/** What is in a collection moves to the collection above it, or out of any. */
export function deleteCollection(
  world: World,
  { json: { id, parent, organization } }: CollectionState,
): void {
  const above = parent !== undefined && world.collections.has(parent) ? parent : undefined
  for (const shared of [...world.collections.values(), ...world.spaces.values()])
    if (shared.json.parent === id) setParent(shared, above)
  world.collections.delete(id)
  world.order = world.order.filter(other => other !== id)
  dropLinkInvites(world.organizations.get(organization), id)
}

function removeSpace(world: World, { json: { id, organization } }: SpaceState): void {
  world.spaces.delete(id)
  world.order = world.order.filter(other => other !== id)
  const owner = world.organizations.get(organization)
  dropLinkInvites(owner, id)
  dropTranslations(owner, id)
}

function removalOf(deletedAt: string): number {
  return Date.parse(deletedAt) + RETENTION_MS
}
