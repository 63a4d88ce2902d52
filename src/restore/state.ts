/**
 * A snapshot of one organization, indexed for a restore: what there is, under what, in an order that can be repeated.
 * JSON and bodies are read when they are asked for.
 */

import { type Fields, listOf, recordOf, textOf } from '../model/fields.ts'
import type { Kind } from '../model/resource.ts'
import { kindUnder, NODES } from '../resources/drafts.ts'
import type { Outline } from '../space/outline.ts'
import type { ContentKey, StoredResource, Vault } from '../vault/vault.ts'
import { ADDRESSED, type KnownAddress, knownAddresses } from './known-addresses.ts'
import { KnownContents } from './known-contents.ts'
import { inPlace, jsonIn, type StateItem } from './state-item.ts'

export type { StateItem } from './state-item.ts'

type Stored = Pick<StateItem, 'resource'>

export interface OrganizationState {
  vault: Vault
  snapshot: number
  organization: StateItem
  /** Of a kind, under one parent where it is given; oldest first. */
  list(kind: Kind, parent?: StateItem): readonly StateItem[]
  /** As `list`, what stands in spaces and drafts owner by owner, so that no more than that has to be held. */
  each(kind: Kind): Iterable<StateItem>
  /** Of a kind, under one parent where it is given; reads none. */
  isAny(kind: Kind, parent?: StateItem): boolean
  kinds(): Kind[]
  at(kind: Kind, path: string): StateItem | undefined
  /** Whether there is one. */
  has(kind: Kind, path: string): boolean
  /** By platform id alone; the first one where an id is used under several parents. */
  byId(kind: Kind, id: string): StateItem | undefined
  /** Nobody changes it, nor a document: the last few are remembered, as several questions in a row are about the same one. */
  part(item: StateItem, name: string): Buffer | null
  /** As it is stored. */
  jsonOf(resource: StoredResource): unknown
  document(item: Stored): Fields | null
  outline(item: Stored): Outline | null
  /** Of the platform's own, that content may lead to. */
  addresses(): readonly KnownAddress<StateItem>[]
}

/** `snapshot`: where bodies that are read by snapshot are found. Each parent is among the items. */
export function indexState(
  vault: Vault,
  snapshot: number,
  items: readonly StateItem[],
  known = new KnownContents(),
): OrganizationState {
  const byKind = Map.groupBy(items, item => item.kind)
  for (const [kind, list] of byKind) byKind.set(kind, inPlace(list))
  for (const kind of ['site-section-group', 'site-section', 'site-space', 'site-external-link'] as const)
    byKind.set(kind, asShown(byKind.get(kind) ?? [], byKind.get('site-structure') ?? []))
  byKind.set('collection', parentsFirst(byKind.get('collection') ?? []))
  const byParent = new Map([...byKind].map(([kind, list]) => [kind, Map.groupBy(list, item => item.parent)]))
  const paths = new Map(items.map(item => [`${item.kind} ${item.path}`, item]))
  const [organization] = byKind.get('organization') ?? []
  if (!organization) throw new Error(`snapshot ${snapshot} has no organization`)
  const ids = new Map<string, StateItem>()
  for (const item of items) {
    const name = `${item.kind} ${item.id}`
    if (!ids.has(name)) ids.set(name, item)
  }
  let addresses: readonly KnownAddress<StateItem>[] | null = null
  const parts = lastFew(vault.read)
  const list: OrganizationState['list'] = (kind, parent) =>
    (parent === undefined ? byKind.get(kind) : byParent.get(kind)?.get(parent)) ?? []
  return {
    vault,
    snapshot,
    organization,
    list,
    each: kind => list(kind),
    isAny: (kind, parent) => list(kind, parent).length > 0,
    kinds: () => [...byKind.keys()],
    at: (kind, path) => paths.get(`${kind} ${path}`),
    has: (kind, path) => paths.has(`${kind} ${path}`),
    byId: (kind, id) => ids.get(`${kind} ${id}`),
    part: (item, name) => withPart(item, name, parts),
    jsonOf: resource => jsonIn({ vault, known }, resource),
    ...makeDocuments(vault, known),
    addresses: () => {
      addresses ??= knownAddresses(ADDRESSED.flatMap(kind => byKind.get(kind) ?? []))
      return addresses
    },
  }
}

function makeDocuments(vault: Vault, known: KnownContents): Pick<OrganizationState, 'document' | 'outline'> {
  const documentIn = lastFew(content => recordOf(JSON.parse(vault.read(content).toString())))
  return {
    document: item => withPart(item, 'document', documentIn),
    outline: item => withPart(item, 'document', content => known.outline(content, () => documentIn(content))),
  }
}

const MOST_HELD = 4

function lastFew<T>(read: (content: ContentKey) => T): (content: ContentKey) => T {
  const held = new Map<ContentKey, T>()
  return content => {
    const known = held.get(content)
    if (known !== undefined) return known
    const made = read(content)
    const [oldest] = held.keys()
    if (held.size === MOST_HELD && oldest !== undefined) held.delete(oldest)
    held.set(content, made)
    return made
  }
}

function withPart<T>({ resource }: Stored, name: string, use: (content: number) => T): T | null {
  const part = resource.parts.find(part => part.name === name)
  return part === undefined ? null : use(part.content)
}

/** What sites are built of, in the order in which they show it. */
function asShown(items: readonly StateItem[], structures: readonly StateItem[]): StateItem[] {
  const order = new Map<string, number>()
  const walk = (branches: unknown): void => {
    for (const branch of listOf(branches)) {
      const fields = recordOf(branch)
      order.set(textOf(fields?.id) ?? '', order.size)
      walk(fields?.children)
    }
  }
  for (const { json } of structures) walk(json.structure)
  const placeOf = ({ id }: StateItem) => order.get(id) ?? Number.POSITIVE_INFINITY
  return items.toSorted((a, b) => placeOf(a) - placeOf(b) || 0)
}

/** Nested collections stand beside those that they are in. */
function parentsFirst(collections: readonly StateItem[]): StateItem[] {
  const byId = new Map(collections.map(collection => [collection.id, collection]))
  const depthOf = (collection: StateItem, depth = 0): number => {
    const above = byId.get(textOf(collection.json.parent) ?? '')
    return above === undefined || depth > collections.length ? depth : depthOf(above, depth + 1)
  }
  return collections.toSorted((a, b) => depthOf(a) - depthOf(b))
}

/** Pages and groups of a space (or of a change request) in reading order, with the node above each. */
export interface TreeNode {
  item: StateItem
  above: StateItem | null
  below: TreeNode[]
}

export function treeOf(state: OrganizationState, owner: StateItem): TreeNode[] {
  const nodes = NODES.flatMap(kind => state.list(kindUnder(owner.kind, kind), owner))
  const byId = new Map(nodes.map(node => [node.id, node]))
  const [revision] = state.list(kindUnder(owner.kind, 'revision'), owner)
  const branch = (value: unknown, above: StateItem | null): TreeNode[] => {
    const fields = recordOf(value)
    const item = byId.get(textOf(fields?.id) ?? '')
    const inner = listOf(fields?.pages)
    if (item === undefined) return inner.flatMap(page => branch(page, above))
    return [{ item, above, below: inner.flatMap(page => branch(page, item)) }]
  }
  return listOf(revision?.json.pages).flatMap(page => branch(page, null))
}

export function* walkTree(nodes: readonly TreeNode[]): Generator<TreeNode> {
  for (const node of nodes) {
    yield node
    yield* walkTree(node.below)
  }
}

/** The very same: in the organization that the snapshot is of, and nobody has touched it. */
export function isUntouched(item: StateItem, source: OrganizationState, target: OrganizationState): boolean {
  if (source.organization.id !== target.organization.id) return false
  const there = target.at(item.kind, item.path)
  return there !== undefined && digestsOf(there) === digestsOf(item)
}

function digestsOf({ resource }: StateItem): string {
  return [resource.contentDigest, ...resource.parts.map(part => part.digest)].join()
}
