/**
 * Which page of the space each wanted page is: by file first, then a moved file by its bytes and title, then by
 * place, then by name. Each old page is taken at most once; a wanted page without a match is new.
 */
import { walkPages } from '../state/page.ts'
import type { PageNode } from '../state/records/content.ts'
import { type Wanted, walkWanted } from './wanted.ts'

export function matchPages(old: readonly PageNode[], wanted: readonly Wanted[]): Map<Wanted, PageNode> {
  const matches = new Map<Wanted, PageNode>()
  const free = new Set(walkPages(old))
  const open = new Set(walkWanted(wanted))
  for (const { ofOld, ofWanted } of CRITERIA) {
    const candidates = Map.groupBy(free, ofOld)
    for (const page of open) {
      const key = ofWanted(page)
      const match = key === null ? undefined : candidates.get(key)?.shift()
      if (match === undefined) continue
      matches.set(page, match)
      free.delete(match)
      open.delete(page)
    }
  }
  return matches
}

interface Criterion {
  /** null = cannot be matched this way. */
  ofOld(page: PageNode): string | null
  ofWanted(page: Wanted): string | null
}

const CRITERIA: readonly Criterion[] = [
  { ofOld: page => page.git?.path ?? null, ofWanted: page => page.git?.path ?? null },
  {
    ofOld: page => (page.git === undefined ? null : `${page.git.oid} ${page.title}`),
    ofWanted: page => (page.git === null ? null : `${page.git.oid} ${page.title}`),
  },
  {
    ofOld: page => (page.type === 'link' ? null : `${kindOf(page)} ${page.path}`),
    ofWanted: page => (page.kind === 'link' ? null : `${page.kind} ${page.path}`),
  },
  {
    ofOld: page => (page.type === 'link' ? `${page.title} ${page.href}` : null),
    ofWanted: page => (page.kind === 'link' ? `${page.title} ${page.path}` : null),
  },
  {
    ofOld: page => (kindOf(page) === 'document' ? null : `${kindOf(page)} ${page.title}`),
    ofWanted: page => (page.kind === 'document' ? null : `${page.kind} ${page.title}`),
  },
  {
    ofOld: page => (page.type === 'link' ? String(page.href) : null),
    ofWanted: page => (page.kind === 'link' ? page.path : null),
  },
]

function kindOf(page: PageNode): string {
  return page.computed === undefined ? page.type : 'computed'
}
