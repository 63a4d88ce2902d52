/**
 * Links of a space in the description of the whole state: how many there are, and which are broken, as ids.
 */
import type { JsonObject } from '../state/json-object.ts'
import { type Link, type LinkPlace, linksOf } from '../state/link.ts'
import { currentRevision, type SpaceState } from '../state/space.ts'
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

/** There is nothing at the other end. */
function describeLink(space: SpaceState, { relation, places }: Link): JsonObject {
  return { relation, target: null, locations: places.map(place => describePlace(space, place)) }
}

function describePlace({ json }: SpaceState, place: LinkPlace): JsonObject {
  return 'page' in place
    ? { kind: 'page', space: json.id, page: place.page.id }
    : { kind: 'reusable-content', space: json.id, reusableContent: place.reusableContent.id }
}
