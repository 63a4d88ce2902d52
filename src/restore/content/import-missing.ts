/**
 * What a space lacks, through imports of bundles: one at the root with files and reusable contents, and one below each
 * page that something is missing under, where the service imports into pages. Where it does not, that comes at the
 * end of the root. An import whose answer was lost is made again only if the target does not have what it brings.
 */

import type { Fields } from '../../model/fields.ts'
import type { Kind } from '../../model/resource.ts'
import type { Page } from '../../platform/operations/content-shapes.ts'
import { kindUnder } from '../../resources/drafts.ts'
import type { RestoreSession } from '../apply/session.ts'
import { type StateItem, type TreeNode, treeOf } from '../state.ts'
import { whyUnsaid } from './bundle-links.ts'
import { type BundlePart, importBundle } from './bundle-writer.ts'
import { type ContentTarget, pagesBefore, pagesOfSpace, readContent } from './read-content.ts'
import { type ContentMatches, matchContent, matchPages } from './target-tree.ts'

export interface MissingImport {
  session: RestoreSession
  owner: StateItem
  target: ContentTarget
  part: BundlePart
  /** The service imports into pages. */
  below: boolean
}

interface Importing extends MissingImport {
  /** Pages that were there before anything was written: none of them is what was brought. */
  before: ReadonlySet<string>
}

/** Answers what in the target is which of the source. */
export async function importMissing(wanted: MissingImport): Promise<ContentMatches> {
  const { session, owner, target, part } = wanted
  const importing: Importing = { ...wanted, before: pagesBefore(session.knowledge, owner) }
  const missing = missingIn(importing, await look(importing))
  if (missing.rest > 0 || missing.groups.has(null)) {
    const pages = idsIn(missing.groups.get(null) ?? [])
    // Into a space that has content comes what was asked for, and no variable: no undo could take it away.
    const variables = part.pages === undefined
    const arrived = async () => {
      const left = missingIn(importing, await look(importing))
      return left.rest + idsIn(left.groups.get(null) ?? []).size === 0
    }
    await importBundle(session, owner, {
      place: target,
      part: { ...missing.part, pages, variables },
      arrived,
    })
  }
  for (const [above, nodes] of missing.groups) {
    if (above === null) continue
    const place = { ...target, page: above }
    const arrived = async () => !missingIn(importing, await look(importing)).groups.has(above)
    await importBundle(session, owner, { place, part: { pages: idsIn(nodes), files: new Set() }, arrived })
  }
  return look(importing)
}

/** By what is known, by place, and what came to the root because it could not come below its parent. */
async function look({ session, owner, target, part, before }: Importing): Promise<ContentMatches> {
  const content = await readContent(session.context, target)
  const ofSpace = pagesOfSpace(session.knowledge, owner)
  const matches = matchContent(session.knowledge.source, owner, content, {
    known: item => session.knowledge.ids.of(item)?.target,
    ofSpace,
  })
  const matched = new Set<StateItem>(matches.pages.map(([item]) => item))
  const taken = new Set(matches.pages.map(([, page]) => page.id))
  const fresh = content.pages.filter(
    page => !before.has(page.id) && !taken.has(page.id) && !ofSpace.has(page.id),
  )
  const isLost = ({ item }: TreeNode) => !matched.has(item) && (part.pages?.has(item.id) ?? true)
  const lost = topmost(treeOf(session.knowledge.source, owner), isLost).map(top => top.node)
  return { ...matches, pages: [...matches.pages, ...matchPages(lost, fresh)] }
}

/** What of the part the target lacks; pages by the page of the target that they belong below. */
function missingIn({ session, owner, part, below }: Importing, matches: ContentMatches) {
  const ids = new Map<StateItem, Page>(matches.pages)
  const has = new Set<StateItem>([...matches.files, ...matches.contents].map(([item]) => item))
  const left = (kind: Kind, wanted: ReadonlySet<string> | undefined) =>
    session.knowledge.source
      .list(kindUnder(owner.kind, kind), owner)
      .filter(item => !has.has(item) && (wanted?.has(item.id) ?? true))
      .map(item => item.id)
  const files = left('file', part.files)
  const contents = left('reusable-content', part.contents ?? (part.pages && new Set()))
  const isMissing = ({ item }: TreeNode) =>
    !ids.has(item) && (part.pages?.has(item.id) ?? true) && whyUnsaid('import', item) === null
  const groups = new Map<string | null, TreeNode[]>()
  for (const { node, above } of topmost(treeOf(session.knowledge.source, owner), isMissing)) {
    const parent = above === null ? undefined : ids.get(above)
    const key = below && parent !== undefined && takesImports(parent) ? parent.id : null
    groups.set(key, [...(groups.get(key) ?? []), node])
  }
  const only = { files: new Set(files), contents: new Set(contents) }
  return { groups, part: only, rest: files.length + contents.length }
}

export function takesImports({ type, computed }: Fields): boolean {
  return (type ?? 'document') === 'document' && !computed
}

/** The uppermost nodes that are meant, each with what stands above it, and with nothing below it that is not meant. */
function topmost(
  tree: readonly TreeNode[],
  isMeant: (node: TreeNode) => boolean,
): { node: TreeNode; above: StateItem | null }[] {
  return tree.flatMap(node => {
    if (!isMeant(node)) return topmost(node.below, isMeant)
    return [{ node: meant(node, isMeant), above: node.above }]
  })
}

function meant(node: TreeNode, isMeant: (node: TreeNode) => boolean): TreeNode {
  return { ...node, below: node.below.filter(isMeant).map(child => meant(child, isMeant)) }
}

function idsIn(nodes: readonly TreeNode[]): Set<string> {
  return new Set(nodes.flatMap(node => [node.item.id, ...idsIn(node.below)]))
}
