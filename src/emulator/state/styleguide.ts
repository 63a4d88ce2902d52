/** Style guides: spaces that sites keep to. A space that was one once stays one. */
import type { JsonObject } from './json-object.ts'
import { getOrganization } from './organization.ts'
import type { SiteState } from './records/site.ts'
import { presentSite } from './site.ts'
import { getLiveSpace, presentSpace, spacesOf } from './space.ts'
import type { World } from './world.ts'

/** Null: to none. */
export function keepTo(world: World, site: SiteState, space: string | null): void {
  if (space === null) delete site.json.styleguide
  else {
    getLiveSpace(world, space).json.type = 'styleguide'
    site.json.styleguide = { kind: 'space', space }
  }
}

export function presentStyleguides(world: World, organization: string): JsonObject[] {
  const sites = [...getOrganization(world, organization).sites.values()]
  return spacesOf(world, organization)
    .filter(({ json }) => json.type === 'styleguide')
    .map(space => ({
      space: presentSpace(world, space),
      sites: sites
        .filter(({ json }) => isOf(json.styleguide, space.json.id))
        .map(site => presentSite(world, site)),
    }))
}

function isOf(styleguide: unknown, space: string): boolean {
  return (
    typeof styleguide === 'object' &&
    styleguide !== null &&
    'space' in styleguide &&
    styleguide.space === space
  )
}
