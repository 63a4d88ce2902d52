/**
 * The content of a space or draft of the target as it is right now, and which of it is which of the source. Matching
 * goes by place and name, the way the content was written; each target is taken once.
 */

import { recordOf, textOf } from '../../model/fields.ts'
import type {
  ContentFile,
  Page,
  ReusableContent,
  Revision,
} from '../../platform/operations/content-shapes.ts'

import { kindUnder } from '../../resources/drafts.ts'
import { type OrganizationState, type StateItem, type TreeNode, treeOf, walkTree } from '../state.ts'

export interface ContentMatches {
  pages: [StateItem, Page][]
  files: [StateItem, ContentFile][]
  contents: [StateItem, ReusableContent][]
}

/** What is settled about a space or draft before its content is matched. */
export interface Settled {
  /** The id of what stands for an item; it counts wherever in the tree it is. */
  known?: Known
  /** Of a draft, by id: pages that it has from its space. */
  ofSpace?: ReadonlySet<string>
}

export function matchContent(
  source: OrganizationState,
  owner: StateItem,
  target: Pick<Revision, 'pages' | 'files' | 'reusableContents'>,
  { known = () => undefined, ofSpace = new Set() }: Settled = {},
): ContentMatches {
  return {
    pages: matchPages(treeOf(source, owner), target.pages, known, ofSpace),
    files: matchByKeys(source.list(kindUnder(owner.kind, 'file'), owner), target.files, known, [
      filePath,
      fileLook,
    ]),
    contents: matchByKeys(
      source.list(kindUnder(owner.kind, 'reusable-content'), owner),
      target.reusableContents ?? [],
      known,
      [filePath, fields => textOf(fields.title)],
    ),
  }
}

type Known = (item: StateItem) => string | undefined

/**
 * What is known first; then level by level, siblings of one name in their order. `ofSpace`: pages that a draft has from its
 * space, by id; one of them is another page than that of the draft, unless both stand at one place under one title.
 */
export function matchPages(
  tree: readonly TreeNode[],
  pages: readonly Page[],
  known: Known = () => undefined,
  ofSpace: ReadonlySet<string> = new Set(),
): [StateItem, Page][] {
  const byId = new Map([...walkPages(pages)].map(page => [page.id, page]))
  const nodes = [...walkTree(tree)]
  const found = new Map<TreeNode, Page>()
  for (const node of nodes) {
    const page = byId.get(known(node.item) ?? '')
    if (page) found.set(node, page)
  }
  matchLevel(tree, pages, { found, taken: new Set(found.values()), ofSpace })
  return nodes.flatMap(node => {
    const page = found.get(node)
    return page ? [[node.item, page] as [StateItem, Page]] : []
  })
}

/** What of a draft is asked for, and which pages it has from its space, by id. */
interface DraftPages {
  isWanted(item: StateItem): boolean
  ofSpace: ReadonlySet<string>
}

/** Of a draft, what came although what it stands under did not: wherever it is among what is of nobody else. */
export function matchAlone(
  tree: readonly TreeNode[],
  pages: readonly Page[],
  { pages: matched }: ContentMatches,
  { isWanted, ofSpace }: DraftPages,
): [StateItem, Page][] {
  const found = new Set(matched.map(([item]) => item))
  const taken = new Set(matched.map(([, page]) => page.id))
  const isAlone = ({ item, above }: TreeNode) => !found.has(item) && above !== null && !found.has(above)
  const nodes = [...walkTree(tree)].filter(node => isWanted(node.item) && isAlone(node))
  const fresh = [...walkPages(pages)].filter(({ id }) => !taken.has(id) && !ofSpace.has(id))
  return matchPages(
    nodes.map(node => ({ ...node, below: [] })),
    fresh.map(page => ({ ...page, pages: [] })),
  )
}

interface Matching {
  found: Map<TreeNode, Page>
  taken: ReadonlySet<Page>
  ofSpace: ReadonlySet<string>
}

function matchLevel(nodes: readonly TreeNode[], pages: readonly Page[], matching: Matching): void {
  const { found, taken, ofSpace } = matching
  const free = pages.filter(page => !taken.has(page))
  for (const matches of [samePlace, sameName, sameTitle]) {
    for (const node of nodes) {
      if (found.has(node)) continue
      const mayBe = (page: Page) => matches === samePlace || !ofSpace.has(page.id)
      const index = free.findIndex(page => mayBe(page) && matches(node.item, page))
      const [page] = index === -1 ? [] : free.splice(index, 1)
      if (page) found.set(node, page)
    }
  }
  // Below what is not there may stand what is known, in another place by now.
  for (const node of nodes) matchLevel(node.below, found.get(node)?.pages ?? [], matching)
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
  const byId = new Map(targets.map(target => [target.id, target]))
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
