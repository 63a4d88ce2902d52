/** The page tree of a revision, flattened: what `page` and `page-group` have in common. */
import type { Page, Revision } from '../platform/operations/content-shapes.ts'

/** All nodes, parents before children, in reading order. */
export function* nodesOf(revision: Revision): Generator<Page> {
  yield* descend(revision.pages)
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
  'createdAt',
  'updatedAt',
  'git.oid',
  'documentId',
  'computedSeed',
  'computed.dependencies.*.value',
]

export const defaultsOfNode = { hidden: false, noIndex: false, noRobotsIndex: false, 'cover.yPos': 0 }
