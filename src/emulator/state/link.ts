/**
 * Links of a revision, computed from its documents: what each place refers to, and whether that is there.
 */
import { canonicalJson } from '../../model/digest.ts'
import { findReferences } from '../content/find-references.ts'
import { documentJson } from './body.ts'
import type { JsonObject } from './json-object.ts'
import { walkPages } from './page.ts'
import type { PageNode, ReusableContent, Revision } from './records/content.ts'
import type { SpaceState } from './records/space.ts'
import type { World } from './world.ts'

export const LINK_STATUSES = ['ok', 'broken', 'in-app'] as const
type LinkStatus = (typeof LINK_STATUSES)[number]

export type LinkPlace = { page: PageNode } | { reusableContent: ReusableContent }

/** One target, and all the places that refer to it. */
export interface Link {
  status: LinkStatus
  relation: 'reference' | 'dependsOn'
  /** As it stands in the content; a page of its own where the content leaves it out. */
  ref: JsonObject
  places: LinkPlace[]
}

/** Of the whole revision, or of one page. */
export function linksOf(world: World, space: SpaceState, revision: Revision, page?: PageNode): Link[] {
  const links = new Map<string, Link>()
  for (const { place, relation, ref } of uses(space, revision, page)) {
    const key = `${relation} ${canonicalJson(ref)}`
    const link = links.get(key) ?? {
      status: statusOf(world, space, revision, ref),
      relation,
      ref,
      places: [],
    }
    links.set(key, link)
    if (!link.places.some(other => samePlace(other, place))) link.places.push(place)
  }
  return [...links.values()]
}

interface Use {
  place: LinkPlace
  relation: Link['relation']
  ref: JsonObject
}

function uses(space: SpaceState, revision: Revision, only: PageNode | undefined): Use[] {
  const pages = only === undefined ? [...walkPages(revision.pages)] : [only]
  const contents = only === undefined ? revision.reusableContents : []
  return [
    ...pages.flatMap(page => usesOfPage(space, page)),
    ...contents.flatMap(reusableContent =>
      referencesIn(space, reusableContent.document).map(ref => reference({ reusableContent }, ref)),
    ),
  ]
}

function usesOfPage(space: SpaceState, page: PageNode): Use[] {
  const place = { page }
  const own = [...findReferences([page.cover, page.target]), ...referencesIn(space, page.documentId)]
  return [
    ...own.map(ref => reference(place, ref.kind === 'anchor' ? { page: page.id, ...ref } : ref)),
    ...findReferences(page.computed).map(ref => ({ place, relation: 'dependsOn' as const, ref })),
  ]
}

function referencesIn({ bodies }: SpaceState, documentId: string | undefined): JsonObject[] {
  const body = documentId === undefined ? undefined : bodies.get(documentId)
  return body === undefined ? [] : findReferences(documentJson(body))
}

function reference(place: LinkPlace, ref: JsonObject): Use {
  return { place, relation: 'reference', ref }
}

function samePlace(left: LinkPlace, right: LinkPlace): boolean {
  const target = (place: LinkPlace) => ('page' in place ? place.page : place.reusableContent)
  return target(left) === target(right)
}

/** An address without a scheme names nothing that the content has. */
function statusOf(world: World, space: SpaceState, revision: Revision, ref: JsonObject): LinkStatus {
  if (ref.kind !== 'url') return isThere(world, space, revision, ref) ? 'ok' : 'broken'
  const url = String(ref.url)
  if (url.startsWith(`${world.appUrl}/`) || url === world.appUrl) return 'in-app'
  return /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(url) ? 'ok' : 'broken'
}

function isThere(world: World, space: SpaceState, revision: Revision, ref: JsonObject): boolean {
  const name = (field: string) => String(ref[field])
  const organization = world.organizations.get(space.json.organization)
  const inside = revisionFor(world, space, revision, ref)
  switch (ref.kind) {
    case 'page':
    case 'anchor':
      return inside?.pageById.has(name('page')) === true
    case 'file':
      return revision.fileById.has(name('file'))
    case 'reusable-content':
      return inside?.reusableContents.some(content => content.id === name('reusableContent')) === true
    case 'space':
      return world.spaces.has(name('space'))
    case 'collection':
      return world.collections.has(name('collection'))
    case 'openapi':
      return organization?.specs.has(name('spec')) === true
    default:
      return organization?.members.has(name('user')) === true
  }
}

/** A reference into another space means that space's current content. */
export function revisionFor(
  world: World,
  space: SpaceState,
  revision: Revision,
  ref: JsonObject,
): Revision | undefined {
  if (typeof ref.space !== 'string' || ref.space === space.json.id) return revision
  const other = world.spaces.get(ref.space)
  return other?.revisions.get(other.json.revision)
}
