/**
 * Kinds that are read together: a listed kind alone, or a source with the kinds that its answer contains. Gives the
 * items of all of them as one stream, so that the reading need not know which it is.
 */
import type { Kind } from '../model/resource.ts'
import type { Platform } from '../platform/client.ts'
import { askedOf, beliefOf, mayBeEmpty } from '../resources/absence-proof.ts'
import type {
  ChangeToken,
  ContainedResource,
  Item,
  ListedResource,
  ReadContext,
  Resource,
  SourceResource,
  Unreadable,
} from '../resources/resource.ts'
import { type KeptItems, kept } from './kept-items.ts'
import { OperationAbsent } from './operation-absent.ts'
import { UnreadableParts } from './unreadable-parts.ts'

export interface Group {
  head: Resource
  /** The head first. */
  members: readonly Resource[]
  /** One answer of the platform: it cannot be cut between two items, and names all or nothing. */
  atomic: boolean
  /** Read in every run, whatever its token; `lists`: as the setting `backup.listsEvery` says. */
  everyRun: boolean | 'lists'
  /** Read only where the setting `backup.alsoRead` names it. */
  byStrangers: boolean
  /** Kinds from which it follows: where one of them changed, it is read in the same run. */
  follows: readonly Kind[]
  /** As `follows`, wherever that one stands. */
  followsAll: readonly Kind[]
  /** Asked for in its turn only. */
  inTurn: boolean
  /** What the list does not name stays. */
  grows: boolean
  tokenOf(platform: Platform, readContext: ReadContext): Promise<ChangeToken | null>
  /** Throws OperationAbsent where the service lacks what the kind needs, UnreadableItems or UnreadableParts at the end. */
  items(platform: Platform, readContext: ReadContext, changed?: ChangedItems): AsyncIterable<GroupItem>
  isGone: ReturnType<typeof askedOf<ReadContext>>
  /** Extension that makes the kind superfluous. */
  insteadOf: string | null
  /** The parent itself says that there is nothing. */
  isEmpty(parent: Item): boolean
  mayBeEmpty(parent: Item): boolean
}

/** Of the parts of an answer, those that are to be compared with the base: of the others it is known that they are as it has them. */
export type ChangedItems = (
  resource: ContainedResource,
  items: Iterable<Item>,
  readContext: ReadContext,
) => AsyncIterable<Item> | Iterable<Item>

export interface GroupItem {
  resource: Resource
  item: Item
  readContext: ReadContext
  /** How many items follow, where that is known. */
  followedBy?: number
}

/** They are asked for of each resource that there is. */
const groups = new WeakMap<readonly Resource[], Map<Kind | null, readonly Group[]>>()

export function groupsUnder(resources: readonly Resource[], parent: Kind | null): readonly Group[] {
  const known = groups.get(resources) ?? new Map<Kind | null, readonly Group[]>()
  groups.set(resources, known)
  const found =
    known.get(parent) ??
    resources
      .filter(resource => resource.parent === parent && !('within' in resource))
      .map(head => groupOf(resources, head))
  known.set(parent, found)
  return found
}

export function isAnyUnder(resources: readonly Resource[], parent: Kind): boolean {
  return resources.some(resource => resource.parent === parent)
}

function groupOf(resources: readonly Resource[], head: Resource): Group {
  if ('list' in head) return listGroup(head)
  if (!('read' in head)) throw new Error(`the kind ${head.kind} is neither listed nor read`)
  return sourceGroup(
    head,
    resources.filter(resource => isWithin(resource, head.kind)),
  )
}

function listGroup(head: ListedResource): Group {
  const belief = beliefOf(head.absence)
  return {
    head,
    members: [head],
    atomic: false,
    everyRun: head.everyRun ?? (head.parent === null || head.parent === 'organization'),
    byStrangers: head.byStrangers ?? false,
    follows: head.follows ?? [],
    followsAll: head.followsAll ?? [],
    inTurn: head.inTurn ?? false,
    grows: head.absence === 'kept',
    isGone: askedOf(head.absence),
    insteadOf: head.insteadOf ?? null,
    isEmpty: parent => head.isEmpty?.(parent) ?? false,
    mayBeEmpty: parent => head.isEmpty?.(parent) ?? mayBeEmpty(belief, parent),
    tokenOf: async (platform, readContext) =>
      (await head.token?.(readContext.parent, platform, readContext)) ?? null,
    async *items(platform, readContext) {
      if (head.isOverlooked === undefined && head.isEmpty?.(readContext.parent)) return
      for await (const item of listOf(head, platform, readContext))
        yield { resource: head, item, readContext }
    },
  }
}

function listOf(head: ListedResource, platform: Platform, readContext: ReadContext): AsyncIterable<Item> {
  const { needs } = head
  if (needs === undefined) return head.list(platform, readContext)
  return platform.capabilities.preferList(
    needs,
    async function* () {
      yield* head.list(platform, readContext)
    },
    // biome-ignore lint/correctness/useYield: a list that cannot even begin
    async function* () {
      throw new OperationAbsent(needs, platform.capabilities.absence(needs) ?? 'missing')
    },
  )
}

function sourceGroup(head: SourceResource, contents: ContainedResource[]): Group {
  return {
    head,
    members: [head, ...contents],
    atomic: true,
    everyRun: head.everyRun ?? false,
    byStrangers: false,
    follows: [],
    followsAll: [],
    inTurn: true,
    grows: false,
    isGone: null,
    insteadOf: null,
    isEmpty: () => false,
    mayBeEmpty: () => true,
    tokenOf: async (_platform, readContext) => head.token(readContext.parent),
    async *items(platform, readContext, changed = (_resource, items) => items) {
      const source = { head, contents, changed }
      const { whole, within, parts, unreadable } = await readSource(source, platform, readContext)
      yield* taken(whole)
      for (const { resource, items } of parts)
        for (const item of items) yield { resource, item, readContext: within }
      if (unreadable.size > 0) throw new UnreadableParts(head.kind, unreadable)
    },
  }
}

interface Source {
  /** The answer itself, which goes when it is taken: its parts are kept without it. */
  whole: GroupItem[]
  /** With the token that the answer itself carries. */
  within: ReadContext
  parts: { resource: Resource; items: Iterable<Item> }[]
  unreadable: Map<Resource, Unreadable>
}

interface SourceRequest {
  head: SourceResource
  contents: readonly ContainedResource[]
  changed: ChangedItems
}

async function readSource(
  { head, contents, changed }: SourceRequest,
  platform: Platform,
  { hold, ...above }: ReadContext,
): Promise<Source> {
  const item = await head.read(platform, hold ? { ...above, hold } : above)
  const sourceToken = head.tokenOf(item)
  const within = sourceToken === null ? above : { ...above, sourceToken }
  const parts: { resource: Resource; items: KeptItems }[] = []
  for (const resource of contents) {
    const items = await kept(changed(resource, resource.items(item), within), hold?.isKept ?? false)
    parts.push({ resource, items })
  }
  const followedBy = parts.reduce((sum, { items }) => sum + items.count, 0)
  const unreadable = unreadableIn(head, contents, item)
  const whole = [{ resource: head, item, readContext: within, followedBy }]
  return { whole, within, parts, unreadable }
}

function* taken<T>(items: T[]): Generator<T> {
  for (let first = items.shift(); first !== undefined; first = items.shift()) yield first
}

function unreadableIn(
  head: SourceResource,
  contents: readonly ContainedResource[],
  item: Item,
): Map<Resource, Unreadable> {
  const said: [Resource, Unreadable | undefined][] = [
    [head, head.unreadable?.(item)],
    ...contents.map((resource): [Resource, Unreadable | undefined] => [
      resource,
      resource.unreadable?.(item),
    ]),
  ]
  const found = said.filter((entry): entry is [Resource, Unreadable] => entry[1] !== undefined)
  return found.some(([, { items }]) => items.length > 0) ? new Map(found) : new Map()
}

function isWithin(resource: Resource, head: Kind): resource is ContainedResource {
  return 'within' in resource && resource.within === head
}
