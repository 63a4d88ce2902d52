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
import { type OrganizationState, type StateItem, type TreeNode, treeOf } from '../state.ts'

export interface ContentMatches {
  pages: [StateItem, Page][]
  files: [StateItem, ContentFile][]
  contents: [StateItem, ReusableContent][]
}

export function matchContent(
  source: OrganizationState,
  owner: StateItem,
  target: Pick<Revision, 'pages' | 'files' | 'reusableContents'>,
): ContentMatches {
  const prefix = owner.kind === 'space' ? '' : 'change-request-'
  return {
    pages: matchLevel(treeOf(source, owner), target.pages),
    files: matchByKeys(source.list(`${prefix}file`, owner), target.files, [filePath, fileLook]),
    contents: matchByKeys(source.list(`${prefix}reusable-content`, owner), target.reusableContents ?? [], [
      filePath,
      one => textOf(one.title),
    ]),
  }
}

/** Level by level; siblings of one name in their order. */
function matchLevel(nodes: readonly TreeNode[], pages: readonly Page[]): [StateItem, Page][] {
  const free = [...pages]
  const take = (matches: (page: Page) => boolean): Page | undefined => {
    const index = free.findIndex(matches)
    return index === -1 ? undefined : free.splice(index, 1)[0]
  }
  const found = new Map<TreeNode, Page>()
  for (const matches of [samePlace, sameName, sameTitle]) {
    for (const node of nodes) {
      if (found.has(node)) continue
      const page = take(one => matches(node.item, one))
      if (page) found.set(node, page)
    }
  }
  return nodes.flatMap(node => {
    const page = found.get(node)
    return page ? [[node.item, page] as [StateItem, Page], ...matchLevel(node.below, page.pages ?? [])] : []
  })
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

function matchByKeys<T extends Readonly<Record<string, unknown>>>(
  items: readonly StateItem[],
  targets: readonly T[],
  keys: readonly Key[],
): [StateItem, T][] {
  const matches = new Map<StateItem, T>()
  const free = new Set(targets)
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
