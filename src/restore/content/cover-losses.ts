/** Covers that a bundle cannot show: what they show is there already, or comes in another bundle. */

import { kindInSpace } from '../../resources/drafts.ts'
import { findReferences } from '../../space/references.ts'
import type { PlanBasis, Planning } from '../plan/planning.ts'
import { type StateItem, treeOf, walkTree } from '../state.ts'
import { wayOf } from './capabilities.ts'

const APART = 'a bundle leads to files that come in it, and the one that it shows does not'

/** What comes below a page that is there comes in a bundle without files. */
export function loseCovers({ basis, plan }: Planning, owner: StateItem, made: readonly StateItem[]): void {
  const { source, profile } = basis
  const { losses } = plan
  const way = wayOf(profile)
  if (way === 'batch') return
  const coming = new Set(made)
  const files = new Set(made.filter(item => kindInSpace(item.kind) === 'file').map(item => item.id))
  const apart = new Set<StateItem>()
  for (const { item, above } of walkTree(treeOf(source, owner))) {
    const isApart = above !== null && (coming.has(above) ? apart.has(above) : takesBundles(basis, above))
    if (way === 'page-import' && isApart) apart.add(item)
    const shown = coming.has(item) ? findReferences(item.json.cover) : []
    if (shown.some(reference => reference.kind === 'file' && (apart.has(item) || !files.has(reference.id))))
      losses.add(owner, item, 'cover', APART)
  }
}

function takesBundles({ matches }: PlanBasis, above: StateItem): boolean {
  const there = matches.target(above)
  const isPage = there != null && kindInSpace(there.kind) === 'page' && there.json.type !== 'link'
  return isPage && !there.json.computed
}
