/**
 * Page nodes from wanted pages. What did not change keeps its node, its document id and its dates.
 */
import { canonicalJson } from '../../model/digest.ts'
import { addDocument } from '../state/body.ts'
import { isSamePage, withoutChildrenAndDates } from '../state/page.ts'
import type { PageNode } from '../state/records/content.ts'
import type { SpaceState } from '../state/records/space.ts'
import { appUrlOf } from '../state/space.ts'
import type { World } from '../state/world.ts'
import type { Layout } from './layout.ts'
import { defaultLayout, pageMetadata } from './page-metadata.ts'
import type { Wanted } from './wanted.ts'

export interface Building {
  world: World
  space: SpaceState
  /** The page that each wanted page was. */
  old: ReadonlyMap<Wanted, PageNode>
  ids: ReadonlyMap<Wanted, string>
  layout: Layout
}

export function buildPages(building: Building, pages: readonly Wanted[]): PageNode[] {
  return pages.map(page => buildPage(building, page))
}

function buildPage(building: Building, wanted: Wanted): PageNode {
  const old = building.old.get(wanted)
  const own = { id: building.ids.get(wanted) ?? '', title: wanted.title, ...fieldsOf(building, wanted, old) }
  const pages = wanted.kind === 'link' ? undefined : buildPages(building, wanted.children)
  const node: PageNode = pages === undefined ? own : { ...own, pages }
  if (old === undefined) return { ...node, ...bothDates(building.world) }
  if (isSamePage(node, old) && sameChildren(pages, old.pages)) return old
  return { ...node, ...datesOf(building.world, node, old) }
}

type Fields = Omit<PageNode, 'id' | 'title' | 'pages'> & Pick<PageNode, 'type'>

function fieldsOf(building: Building, wanted: Wanted, old: PageNode | undefined): Fields {
  const { entry, slug, path } = wanted
  const place = { slug, path }
  switch (entry.type) {
    case 'group':
      return { type: 'group', ...place }
    case 'link':
      return { type: 'link', target: { kind: 'url', url: entry.url }, href: entry.url }
    case 'computed': {
      const computedSeed = old?.computedSeed ?? building.world.makeId()
      return {
        type: 'document',
        ...place,
        urls: urlsOf(building, path),
        layout: defaultLayout(),
        computed: entry.source,
        computedSeed,
      }
    }
    case 'page': {
      const metadata = pageMetadata(entry, target => building.layout.resolve(target, entry.file))
      return {
        type: 'document',
        ...place,
        urls: urlsOf(building, path),
        ...metadata,
        ...bodyOf(building, wanted, old),
      }
    }
  }
}

function urlsOf({ world, space }: Building, path: string): { app: string } {
  return { app: `${appUrlOf(world, space)}/${path}` }
}

/** A new document id exactly when the bytes are new to this page. No file = an empty page, without one. */
function bodyOf(
  building: Building,
  wanted: Wanted,
  old: PageNode | undefined,
): Pick<PageNode, 'documentId' | 'git'> {
  const { entry, git, title } = wanted
  if (git === null || entry.type !== 'page' || entry.markdown === undefined) return {}
  if (old?.documentId !== undefined && old.git?.oid === git.oid) return { documentId: old.documentId, git }
  const { world, space, layout } = building
  const { markdown, file } = entry
  const body = { markdown, title, file, resolve: layout.resolve }
  return { documentId: addDocument(world, space, body, layout.key), git }
}

function sameChildren(pages: readonly PageNode[] = [], old: readonly PageNode[] = []): boolean {
  return pages.length === old.length && pages.every((page, index) => page === old[index])
}

function bothDates(world: World) {
  return { createdAt: world.clock.timestamp(), updatedAt: world.clock.timestamp() }
}

/** Being moved, by itself or with its parents, is not an edit of the page. */
function datesOf(world: World, node: PageNode, old: PageNode) {
  const edited = withoutPlace(node) !== withoutPlace(old)
  return { createdAt: old.createdAt, updatedAt: edited ? world.clock.timestamp() : old.updatedAt }
}

function withoutPlace(page: PageNode): string {
  const { path, urls, git, ...rest } = withoutChildrenAndDates(page)
  return canonicalJson(rest)
}
