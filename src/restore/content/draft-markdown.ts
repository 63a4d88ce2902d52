/** The Markdown of a page as it is written into a draft: its links lead to where things stand there now. */
import { followMoves } from '../../bundle/follow-moves.ts'
import { giveWay } from '../../model/give-way.ts'
import type { Revision } from '../../platform/operations/content-shapes.ts'
import { kindUnder } from '../../resources/drafts.ts'
import { markdownPathOf } from '../../space/markdown-path.ts'
import type { RestoreKnowledge } from '../apply/session.ts'
import type { StateItem } from '../state.ts'
import { rewrittenMarkdown } from './bundle-writer.ts'
import { walkPages } from './target-tree.ts'

/** Where the things of a space stand in a draft, which may be elsewhere than in the snapshot. */
export interface DraftStanding {
  /** By their ids there. */
  paths: ReadonlyMap<string, string>
  /** From their paths in the snapshot: of what is elsewhere now, and of everything. */
  moved: ReadonlyMap<string, string>
  all: ReadonlyMap<string, string>
  /** An import changes none: a heading that says another one would come into the body. */
  titles: ReadonlyMap<string, string>
}

export async function standingInDraft(
  { source, ids }: RestoreKnowledge,
  owner: StateItem,
  content: Revision,
): Promise<DraftStanding> {
  const pages = [...walkPages(content.pages)]
  const paths = new Map<string, string>()
  for (const thing of [...pages, ...content.files, ...(content.reusableContents ?? [])]) {
    const path = markdownPathOf(thing)
    if (path !== null) paths.set(thing.id, path)
  }
  const moved = new Map<string, string>()
  const all = new Map<string, string>()
  for (const kind of ['page', 'file', 'reusable-content'] as const)
    for (const item of source.list(kindUnder(owner.kind, kind), owner)) {
      await giveWay()
      const to = paths.get(ids.of(item)?.target ?? '')
      const from = markdownPathOf(item.json)
      if (from === null || to === undefined) continue
      all.set(from, to)
      if (to !== from) moved.set(from, to)
    }
  return { paths, moved, all, titles: new Map(pages.map(page => [page.id, page.title])) }
}

/** A page that is where it was keeps its bytes, but for links to what is not. */
export function markdownForDraft(
  knowledge: RestoreKnowledge,
  { owner, item, standing }: { owner: StateItem; item: StateItem; standing: DraftStanding },
  markdown: Buffer,
): Buffer {
  const from = markdownPathOf(item.json) ?? ''
  const to = standing.paths.get(knowledge.target(item)) ?? from
  const moves = to === from ? standing.moved : standing.all
  const { bytes } = followMoves(markdown, { from, to, moves })
  return rewrittenMarkdown(knowledge, owner, bytes)
}
