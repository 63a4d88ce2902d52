/**
 * Three-way merge of content: what both sides made of a common ancestor. Always gives whole content; where both
 * changed the same thing differently, the draft wins over main and an edit wins over a deletion, and that is told.
 */
import { canonicalJson } from '../../model/digest.ts'
import { mergePages } from './merge-pages.ts'
import type { Content } from './records/content.ts'
import { threeWay } from './three-way.ts'

export interface Merged {
  content: Content
  /** Both changed the same page, file, reusable content or variable. */
  conflicted: boolean
}

export function mergeContent(base: Content, main: Content, draft: Content): Merged {
  if (base === main) return { content: draft, conflicted: false }
  if (base === draft) return { content: main, conflicted: false }
  const pages = mergePages(base.pages, main.pages, draft.pages)
  const files = mergeItems(base.files, main.files, draft.files)
  const reusable = mergeItems(base.reusableContents, main.reusableContents, draft.reusableContents)
  const variables = mergeItems(pairs(base), pairs(main), pairs(draft))
  return {
    content: {
      pages: pages.merged,
      files: files.merged,
      reusableContents: reusable.merged,
      variables: Object.fromEntries(variables.merged.map(({ id, value }) => [id, value] as const)),
    },
    conflicted: [pages, files, reusable, variables].some(merge => merge.conflicted),
  }
}

function pairs({ variables }: Content): { id: string; value: unknown }[] {
  return Object.entries(variables).map(([id, value]) => ({ id, value }))
}

/** In the order of main, what only the draft has behind it. */
function mergeItems<T extends { id: string }>(
  base: readonly T[],
  main: readonly T[],
  draft: readonly T[],
): { merged: T[]; conflicted: boolean } {
  const [inBase, inMain, inDraft] = [base, main, draft].map(
    items => new Map(items.map(item => [item.id, item])),
  )
  let conflicted = false
  const ids = new Set([...main, ...draft].map(item => item.id))
  const merged = [...ids].flatMap(id => {
    const choice = threeWay(inBase?.get(id), inMain?.get(id), inDraft?.get(id), sameItem)
    conflicted ||= choice.conflicted
    return choice.value === undefined ? [] : [choice.value]
  })
  return { merged, conflicted }
}

function sameItem(left: object, right: object): boolean {
  return left === right || canonicalJson(left) === canonicalJson(right)
}
