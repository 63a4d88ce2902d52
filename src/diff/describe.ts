/**
 * Words for a resource as a snapshot has it: title, path, the space it belongs to. The stored JSON is read when the
 * first of them is asked for, so nothing here costs anything for resources that are only counted.
 */
import { recordOf, textOf } from '../model/fields.ts'
import { mapAt } from '../model/paths.ts'
import type { Kind } from '../model/resource.ts'
import type { Item, Resource } from '../resources/resource.ts'
import type { StoredResource, Vault } from '../vault/vault.ts'

/** To be read while the vault is open. */
export interface Description {
  kind: Kind
  id: string
  title: string
  /** Of a page in its space, or of a file in the bundle. */
  path: string | null
  /** Path of the file that the page or file comes from and is exported to. */
  gitPath: string | null
  /** Title of the resource it stands under; null directly under the organization. */
  within: string | null
}

export type Describe = (resource: StoredResource, snapshot: number) => Description
export type LabelOf = (resource: StoredResource) => string

/** Titles of parents that are remembered; a vault may have more spaces than fit. */
const MAX_TITLES = 10_000

export function makeDescribe(vault: Vault, resources: readonly Resource[]): Describe {
  const declarations = new Map(resources.map(resource => [resource.kind, resource]))
  const titles = new Map<string, string | null>()
  const titleOfParent = (resource: StoredResource, snapshot: number): string | null => {
    if (resource.parent === null || resource.parentKind === 'organization') return null
    const name = `${resource.parent}@${snapshot}`
    if (!titles.has(name)) {
      if (titles.size >= MAX_TITLES) titles.clear()
      const parent = vault.at(snapshot, resource.parent)
      titles.set(name, parent ? labelOf(declarations, parent.kind, itemOf(vault, parent)) : resource.parentId)
    }
    return titles.get(name) ?? null
  }
  return (resource, snapshot) => {
    const item = () => itemOf(vault, resource)
    return {
      kind: resource.kind,
      id: resource.id,
      get title() {
        return labelOf(declarations, resource.kind, item())
      },
      get path() {
        return textOf(item().path)
      },
      get gitPath() {
        return gitPathOf(item())
      },
      get within() {
        return titleOfParent(resource, snapshot)
      },
    }
  }
}

/** The JSON of a resource for people to see: secrets are kept for a restore, and never shown. */
export function shownJson(vault: Vault, resources: readonly Resource[], resource: StoredResource): unknown {
  const secret = resources.find(({ kind }) => kind === resource.kind)?.secret ?? []
  return secret.reduce(
    (value: unknown, path) => mapAt(value, path, () => '(secret)'),
    vault.readJson(resource),
  )
}

/** The title, name or label of a resource, as its declaration says. */
export function makeLabelOf(vault: Vault, resources: readonly Resource[]): LabelOf {
  const declarations = new Map(resources.map(resource => [resource.kind, resource]))
  return resource => labelOf(declarations, resource.kind, itemOf(vault, resource))
}

const decoded = new WeakMap<StoredResource, Item>()

/** The stored JSON; decoded once for as long as somebody holds the resource. */
export function itemOf(vault: Vault, resource: StoredResource): Item {
  const known = decoded.get(resource)
  if (known) return known
  const item = recordOf(vault.readJson(resource)) ?? {}
  decoded.set(resource, item)
  return item
}

/** So many are decoded before they are handed on. */
const TOGETHER = 200

/**
 * The same resources in the same order, decoded some at a time in the order in which they are stored: neighbours of a
 * list lie in blocks far apart, each of which is unpacked whole.
 */
export function* readTogether<T extends StoredResource>(vault: Vault, listed: Iterable<T>): Generator<T> {
  let waiting: T[] = []
  const handOn = function* () {
    for (const resource of waiting.toSorted((a, b) => a.content - b.content)) itemOf(vault, resource)
    yield* waiting
    waiting = []
  }
  for (const resource of listed) {
    waiting.push(resource)
    if (waiting.length >= TOGETHER) yield* handOn()
  }
  yield* handOn()
}

function labelOf(declarations: ReadonlyMap<Kind, Resource>, kind: Kind, item: Item): string {
  return declarations.get(kind)?.label(item) ?? textOf(item.title) ?? textOf(item.id) ?? kind
}

function gitPathOf(item: Item): string | null {
  return textOf(recordOf(item.git)?.path)
}
