/**
 * Pages as nodes of a revision's tree. Nodes are immutable and shared between revisions when nothing changed.
 *
 * A computed page is held in its generated form (a document with `computed`); the other form is a way to present it.
 */
import { canonicalJson } from '../../model/digest.ts'
import { notFound } from '../protocol/api-error.ts'
import type { PageNode, Revision } from './records/content.ts'

export function* walkPages(pages: readonly PageNode[]): Generator<PageNode> {
  for (const page of pages) {
    yield page
    yield* walkPages(page.pages ?? [])
  }
}

/** What its Markdown is called, from which links of other files lead to it: what came by no repository, after its path. */
export function fileOf(page: PageNode): string {
  return page.git?.path ?? `${page.path}.md`
}

export function getPage(revision: Revision, id: string): PageNode {
  const page = revision.pageById.get(id)
  if (page === undefined) throw notFound('page')
  return page
}

/** The tree with one page replaced, or left out for null; everything beside its ancestors is shared. */
export function replacePage(
  pages: readonly PageNode[],
  id: string,
  replacement: PageNode | null,
): readonly PageNode[] {
  return pages.flatMap(page => {
    if (page.id === id) return replacement === null ? [] : [replacement]
    if (page.pages === undefined) return [page]
    const inner = replacePage(page.pages, id, replacement)
    const changed =
      inner.length !== page.pages.length || inner.some((below, index) => below !== page.pages?.[index])
    return [changed ? { ...page, pages: inner } : page]
  })
}

/** Apart from the pages below it and its dates. */
export function isSamePage(left: PageNode, right: PageNode): boolean {
  return (
    left === right ||
    canonicalJson(withoutChildrenAndDates(left)) === canonicalJson(withoutChildrenAndDates(right))
  )
}

export function withoutChildrenAndDates({ pages, createdAt, updatedAt, ...rest }: PageNode) {
  return rest
}
