/** The page tree of a revision, flattened: what `page` and `page-group` have in common. */
import type { Kept } from '../model/resource.ts'
import type { Page } from '../platform/operations/content-shapes.ts'
import type { SoundRevision, UnreadablePart } from '../platform/operations/sound-revision.ts'
import type { Published } from './field-path.ts'
import type { Unreadable } from './resource.ts'

export type KeptPage<T> = Kept<T, Published<'RevisionPage'> | 'computed.dependencies.*.value'>

/** All nodes that could be read, parents before children, in reading order. */
export function* nodesOf(revision: SoundRevision): Generator<Page> {
  const unreadable = new Set(revision.unreadable.pages.map(page => page.id))
  for (const node of descend(revision.pages)) if (!unreadable.has(node.id)) yield node
}

/** A node that does not say what it is counts as a page, and may be a group all the same. */
export function unreadableNodes({ unreadable }: SoundRevision, what: 'page' | 'group'): Unreadable {
  const items = unreadable.pages.filter(page => page.isGroup === (what === 'group'))
  return { ...unreadableParts(unreadable.pages, 'the tree'), items }
}

export function unreadableParts(parts: readonly UnreadablePart[], within: string): Unreadable {
  const ids = new Set(parts.map(part => part.id))
  const hides = parts.some(part => part.hides)
  return { items: parts, within, mayBe: id => hides || ids.has(id) }
}

function* descend(pages: readonly Page[]): Generator<Page> {
  for (const page of pages) {
    yield page
    if (page.pages) yield* descend(page.pages)
  }
}

/** The node itself: its children are resources of their own, and their order is the revision's. */
export function withoutChildren(page: Page): Page {
  const { pages: _children, ...node } = page
  return node
}

/** Moves without a change of meaning. Which file a page comes from and goes to is no noise: exports follow it. */
export const volatileOfNode = [
  '**.urls',
  'pages',
  // Follows from the type.
  'kind',
  'createdAt',
  'updatedAt',
  'git.oid',
  'documentId',
  'computedSeed',
  'computed.dependencies.*.value',
] as const

/** What newer services say of every page, in the words of one that nobody set. */
const DEFAULT_LOOK = {
  'layout.width': 'default',
  'layout.metadata': true,
  'layout.coverMask': 'none',
  'layout.tags': true,
  'layout.actions': true,
  'layout.anchors': true,
  tags: [],
} as const

export const defaultsOfNode = {
  hidden: false,
  noIndex: false,
  noRobotsIndex: false,
  'cover.yPos': 0,
  ...DEFAULT_LOOK,
} as const
