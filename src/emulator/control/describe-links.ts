/**
 * Links of a space in the description of the whole state: how many there are, and which are broken, as ids.
 */
import type { JsonObject } from '../state/json-object.ts'
import { type Link, type LinkPlace, linksOf } from '../state/link.ts'
import type { SpaceState } from '../state/records/space.ts'
import { currentRevision } from '../state/space.ts'
import type { World } from '../state/world.ts'

export function describeLinks(world: World, space: SpaceState): JsonObject {
  const links = linksOf(world, space, currentRevision(space))
  const broken = links.filter(link => link.status === 'broken')
  return {
    total: links.length,
    broken: broken.length,
    links: broken.map(link => describeLink(space, link)),
  }
}

/** There is nothing at the other end, unless it is an address. */
function describeLink(space: SpaceState, { relation, ref, places }: Link): JsonObject {
  const target = ref.kind === 'url' ? { kind: 'url', url: ref.url } : null
  return { relation, target, locations: places.map(place => describePlace(space, place)) }
}

function describePlace({ json }: SpaceState, place: LinkPlace): JsonObject {
  return 'page' in place
    ? { kind: 'page', space: json.id, page: place.page.id }
    : { kind: 'reusable-content', space: json.id, reusableContent: place.reusableContent.id }
}
