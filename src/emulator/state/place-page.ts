/**
 * Pages into trees: where they stand, and paths that no other page has.
 */
import { claimPath, pathOfTitle } from '../../dialect/links/slug.ts'
import { walkPages } from './page.ts'
import type { PageNode } from './records/content.ts'

/** Where a page that is called so would be published, below `parent`. */
export function freePath(pages: readonly PageNode[], title: string, parent: PageNode | null): string {
  return claimPath(pathOfTitle(title, parent?.path ?? ''), pathsOf(pages))
}

/** Of what is published: a group is not, and what is called like one may stand in it. */
export function pathsOf(pages: readonly PageNode[]): Set<string> {
  return new Set([...walkPages(pages)].flatMap(page => (page.type === 'group' ? [] : (page.path ?? []))))
}

/** Below `parent` (null = at the root), before what stands at `at`; at the end without it. */
export function insertPages(
  pages: readonly PageNode[],
  added: readonly PageNode[],
  parent: string | null,
  at?: number,
): readonly PageNode[] {
  const into = (siblings: readonly PageNode[]) => siblings.toSpliced(at ?? siblings.length, 0, ...added)
  if (parent === null) return into(pages)
  return pages.map(page => {
    if (page.id === parent) return { ...page, pages: into(page.pages ?? []) }
    if (page.pages === undefined) return page
    const inner = insertPages(page.pages, added, parent, at)
    return inner.every((below, index) => below === page.pages?.[index]) ? page : { ...page, pages: inner }
  })
}
