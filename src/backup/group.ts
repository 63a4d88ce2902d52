/**
 * Kinds that are read together: a listed kind alone, or a source with the kinds that its answer contains. Gives the
 * items of all of them as one stream, so that the reading need not know which it is.
 */
import type { Kind } from '../model/resource.ts'
import type { Platform } from '../platform/client.ts'
import type {
  ChangeToken,
  ContainedResource,
  Item,
  ListedResource,
  Place,
  Resource,
  SourceResource,
} from '../resources/resource.ts'

export interface Group {
  head: Resource
  /** The head first. */
  members: readonly Resource[]
  /** One answer of the platform: it cannot be cut between two items, and names all or nothing. */
  atomic: boolean
  tokenOfParent(parent: Item): ChangeToken | null
  items(platform: Platform, place: Place): AsyncIterable<GroupItem>
  isGone: NonNullable<ListedResource['isGone']> | null
  mayBeEmpty(parent: Item): boolean
}

export interface GroupItem {
  resource: Resource
  item: Item
  place: Place
  /** How many items follow, where that is known. */
  followedBy?: number
}

export function groupsUnder(resources: readonly Resource[], parent: Kind | null): Group[] {
  return resources
    .filter(resource => resource.parent === parent && !('within' in resource))
    .map(head => groupOf(resources, head))
}

export function kindsUnder(resources: readonly Resource[], parent: Kind): Resource[] {
  return resources.filter(resource => resource.parent === parent)
}

function groupOf(resources: readonly Resource[], head: Resource): Group {
  if ('read' in head)
    return sourceGroup(
      head,
      resources.filter(one => isWithin(one, head.kind)),
    )
  if (!('list' in head)) throw new Error(`the kind ${head.kind} is neither listed nor read`)
  return {
    head,
    members: [head],
    atomic: false,
    isGone: head.isGone?.bind(head) ?? null,
    mayBeEmpty: parent => head.mayBeEmpty?.(parent) ?? true,
    tokenOfParent: parent => head.token?.(parent) ?? null,
    async *items(platform, place) {
      for await (const item of head.list(platform, place)) yield { resource: head, item, place }
    },
  }
}

function sourceGroup(head: SourceResource, contents: ContainedResource[]): Group {
  return {
    head,
    members: [head, ...contents],
    atomic: true,
    isGone: null,
    mayBeEmpty: () => true,
    tokenOfParent: parent => head.token(parent),
    async *items(platform, place) {
      const item = await head.read(platform, place)
      const within: Place = { ...place, sourceToken: head.tokenOf(item) }
      const parts = contents.flatMap(resource =>
        [...resource.items(item)].map(part => ({ resource, item: part, place: within })),
      )
      yield { resource: head, item, place: within, followedBy: parts.length }
      yield* parts
    },
  }
}

function isWithin(resource: Resource, head: Kind): resource is ContainedResource {
  return 'within' in resource && resource.within === head
}
