/**
 * Places in content as link and backlink answers show them: absolute, with the objects embedded
 * (docs/development/platform.md#references-in-links).
 */
import { type Branch, headOf } from './branch.ts'
import { presentChangeRequest } from './change-request.ts'
import { presentCollection } from './collection.ts'
import { presentPage, presentReusableContent, presentRevision } from './content-view.ts'
import { presentFile } from './file.ts'
import type { JsonObject } from './json-object.ts'
import { type Link, type LinkPlace, revisionFor } from './link.ts'
import { presentOrganization } from './organization.ts'
import type { Revision } from './records/content.ts'
import type { SpaceState } from './records/space.ts'
import { presentSpace } from './space.ts'
import { presentSpec } from './spec.ts'
import type { World } from './world.ts'

const VIEW = { metadata: true, computed: true }
/** Each location would carry the whole revision: past so many pages in all of them it is left out. */
const MAX_EMBEDDED_PAGES = 50_000

/** What the locations of one answer have in common. */
export interface Surroundings {
  organization: JsonObject
  space: JsonObject
  versionContext?: JsonObject
}

/** `locations` = how many will be shown. */
export function surroundingsOf(world: World, branch: Branch, locations: number): Surroundings {
  const { space, changeRequest } = branch
  const head = headOf(branch)
  const surroundings = spaceOf(world, space)
  if (changeRequest !== null) {
    const shown = presentChangeRequest(world, space, changeRequest)
    return { ...surroundings, versionContext: { type: 'changeRequest', changeRequest: shown } }
  }
  if (head.pageById.size * locations > MAX_EMBEDDED_PAGES) return surroundings
  const revision = presentRevision(world, space, head, VIEW)
  return { ...surroundings, versionContext: { type: 'revision', revision } }
}

function spaceOf(world: World, space: SpaceState): Surroundings {
  const organization = world.organizations.get(space.json.organization)
  return {
    organization: organization === undefined ? {} : presentOrganization(world, organization),
    space: presentSpace(world, space),
  }
}

export function presentPlace(
  world: World,
  space: SpaceState,
  place: LinkPlace,
  surroundings: Surroundings,
): JsonObject {
  if ('page' in place)
    return { kind: 'page', ...surroundings, page: presentPage(world, space, place.page, VIEW) }
  const reusableContent = presentReusableContent(place.reusableContent, VIEW)
  return { kind: 'reusable-content', ...surroundings, reusableContent }
}

/** undefined when there is nothing at the other end; addresses are shown whatever they lead to. */
export function presentTarget(
  world: World,
  branch: Branch,
  { ref, status }: Link,
  here: Surroundings,
): JsonObject | undefined {
  if (ref.kind === 'url') return { kind: 'url', url: ref.url }
  if (status === 'broken') return undefined
  const { space } = branch
  const other = typeof ref.space === 'string' ? world.spaces.get(ref.space) : undefined
  const surroundings = other === undefined || other === space ? here : spaceOf(world, other)
  const revision = revisionFor(world, space, headOf(branch), ref)
  return revision === undefined
    ? undefined
    : presentThing(world, { space: other ?? space, revision }, ref, surroundings)
}

/** The content that a reference leads into. */
interface ReferredContent {
  space: SpaceState
  revision: Revision
}

function presentThing(
  world: World,
  { space, revision }: ReferredContent,
  ref: JsonObject,
  surroundings: Surroundings,
): JsonObject | undefined {
  const { organization } = surroundings
  const found = world.organizations.get(space.json.organization)
  switch (ref.kind) {
    case 'page':
    case 'anchor': {
      const page = revision.pageById.get(String(ref.page))
      const internal =
        ref.kind === 'anchor' ? { internalLocation: { type: 'anchor', anchor: ref.anchor } } : {}
      if (page === undefined) return undefined
      return { kind: 'page', ...surroundings, page: presentPage(world, space, page, VIEW), ...internal }
    }
    case 'file': {
      const file = revision.fileById.get(String(ref.file))
      return file && { kind: 'file', ...surroundings, file: presentFile(world, file, true) }
    }
    case 'reusable-content': {
      const content = revision.reusableContents.find(content => content.id === ref.reusableContent)
      if (content === undefined) return undefined
      return { kind: ref.kind, ...surroundings, reusableContent: presentReusableContent(content, VIEW) }
    }
    case 'space':
      return { kind: 'space', organization, space: surroundings.space }
    case 'collection': {
      const collection = world.collections.get(String(ref.collection))
      return collection && { kind: ref.kind, organization, collection: presentCollection(world, collection) }
    }
    case 'openapi': {
      const spec = found?.specs.get(String(ref.spec))
      if (found === undefined || spec === undefined) return undefined
      return { kind: ref.kind, organization, openAPISpec: presentSpec(world, found, spec) }
    }
    default:
      return { kind: 'user', user: found?.members.get(String(ref.user))?.user }
  }
}
