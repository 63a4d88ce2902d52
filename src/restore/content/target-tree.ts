/**
 * The content of a space or draft of the target as it is right now, and which of it is which of the source. Matching
 * goes by place and name, the way the content was written; each target is taken once.
 */
import type {
  ContentFile,
  Page,
  ReusableContent,
  Revision,
} from '../../platform/operations/content-shapes.ts'
import { recordOf, textOf } from '../fields.ts'
import { type OrganizationState, type StateItem, type TreeNode, treeOf, walkTree } from '../state.ts'

export interface ContentMatches {
  pages: [StateItem, Page][]
  files: [StateItem, ContentFile][]
  contents: [StateItem, ReusableContent][]
}

/** `known`: the id of what stands for an item, where that is settled; it counts wherever in the tree it is. */
export function matchContent(
  source: OrganizationState,
  owner: StateItem,
  target: Pick<Revision, 'pages' | 'files' | 'reusableContents'>,
  known: (item: StateItem) => string | undefined = () => undefined,
): ContentMatches {
  const prefix = owner.kind === 'space' ? '' : 'change-request-'
  return {
    pages: matchPages(treeOf(source, owner), target.pages, known),
    files: matchByKeys(source.list(`${prefix}file`, owner), target.files, known, [filePath, fileLook]),
    contents: matchByKeys(
      source.list(`${prefix}reusable-content`, owner),
      target.reusableContents ?? [],
      known,
      [filePath, one => textOf(one.title)],
    ),
  }
}

type Known = (item: StateItem) => string | undefined

/** What is known first; then level by level, siblings of one name in their order. */
export function matchPages(
  tree: readonly TreeNode[],
  pages: readonly Page[],
  known: Known = () => undefined,
): [StateItem, Page][] {
  const byId = new Map([...walkPages(pages)].map(page => [page.id, page]))
  const nodes = [...walkTree(tree)]
  const found = new Map<TreeNode, Page>()
  for (const node of nodes) {
    const page = byId.get(known(node.item) ?? '')
    if (page) found.set(node, page)
  }
  matchLevel(tree, pages, found, new Set(found.values()))
  return nodes.flatMap(node => {
    const page = found.get(node)
    return page ? [[node.item, page] as [StateItem, Page]] : []
  })
}

function matchLevel(
  nodes: readonly TreeNode[],
  pages: readonly Page[],
  found: Map<TreeNode, Page>,
  taken: Set<Page>,
): void {
  const free = pages.filter(page => !taken.has(page))
  for (const matches of [samePlace, sameName, sameTitle]) {
    for (const node of nodes) {
      if (found.has(node)) continue
      const index = free.findIndex(page => matches(node.item, page))
      const [page] = index === -1 ? [] : free.splice(index, 1)
      if (page) found.set(node, page)
    }
  }
  for (const node of nodes) {
    const page = found.get(node)
    if (page) matchLevel(node.below, page.pages ?? [], found, taken)
  }
}

export function* walkPages(pages: readonly Page[]): Generator<Page> {
  for (const page of pages) {
    yield page
    yield* walkPages(page.pages ?? [])
  }
}

function samePlace({ json }: StateItem, page: Page): boolean {
  const path = textOf(json.path)
  return path !== null && path === page.path && json.title === page.title
}

function sameName({ json }: StateItem, page: Page): boolean {
  return (
    json.title === page.title &&
    (textOf(json.slug) === null || json.slug === page.slug || json.type === 'link')
  )
}

/** A service may have given it another slug, because its own was taken. */
function sameTitle({ json }: StateItem, page: Page): boolean {
  return (textOf(json.title) || 'Untitled') === page.title
}

type Key = (fields: Readonly<Record<string, unknown>>) => string | null

function matchByKeys<T extends Readonly<Record<string, unknown>> & { id: string }>(
  items: readonly StateItem[],
  targets: readonly T[],
  known: Known,
  keys: readonly Key[],
): [StateItem, T][] {
  const byId = new Map(targets.map(one => [one.id, one]))
  const matches = new Map<StateItem, T>()
  const free = new Set(targets)
  for (const item of items) {
    const target = byId.get(known(item) ?? '')
    if (target === undefined || !free.delete(target)) continue
    matches.set(item, target)
  }
  for (const key of keys) {
    const byKey = Map.groupBy(free, key)
    for (const item of items) {
      const name = key(item.json)
      const target = matches.has(item) || name === null ? undefined : byKey.get(name)?.shift()
      if (target === undefined) continue
      matches.set(item, target)
      free.delete(target)
    }
  }
  return [...matches]
}

function filePath(fields: Readonly<Record<string, unknown>>): string | null {
  return textOf(recordOf(fields.git)?.path)
}

function fileLook({ name, size }: Readonly<Record<string, unknown>>): string | null {
  return `${String(name)} ${String(size)}`
}
