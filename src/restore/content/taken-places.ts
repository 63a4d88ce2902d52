/** What a draft loses where its space has another page by now at the place of one that only the draft has. */

import { recordOf, textOf } from '../../model/fields.ts'
import { kindInSpace, NODES } from '../../resources/drafts.ts'
import { referencesOf } from '../match/resolves.ts'
import type { Planning } from '../plan/planning.ts'
import { type StateItem, treeOf, walkTree } from '../state.ts'
import { wayOf } from './capabilities.ts'

/** `items`: what the draft says of its own; `missing`: what of that the space has not. Documents name pages by their ids. */
export function loseTakenPlaces(
  planning: Planning,
  draft: StateItem,
  items: readonly StateItem[],
  missing: readonly StateItem[],
): void {
  const space = draft.parent
  if (space === null) return
  const { basis, plan } = planning
  const { source } = basis
  const { losses } = plan
  const there = NODES.flatMap(kind => source.list(kind, space))
  loseUnder(planning, draft, missing)
  if (wayOf(basis.profile) === 'batch') return
  const [paths, files] = [new Set(there.flatMap(pathOf)), new Set(there.flatMap(fileOf))]
  const isIn = (taken: ReadonlySet<string>, of: readonly string[]) => of.some(name => taken.has(name))
  for (const item of missing)
    if (isIn(paths, pathOf(item))) losses.add(draft, item, 'slug', 'another page of the space has it by now')
  const hidden = new Set(missing.filter(item => isIn(files, fileOf(item))).map(item => item.id))
  for (const item of items)
    if (referencesOf(source, item).some(reference => hidden.has(reference.id)))
      losses.add(draft, item, 'links', 'another page of the space stands by now where they lead')
}

/** What they stood under, the space has no more, and the draft did not touch it. */
function loseUnder(
  { basis: { source }, plan: { losses } }: Planning,
  draft: StateItem,
  missing: readonly StateItem[],
): void {
  const coming = new Set(missing)
  const isThere = ({ kind, id }: StateItem) =>
    source.at(kindInSpace(kind), `${draft.parent?.path}/${id}`) !== undefined
  for (const { item, above } of walkTree(treeOf(source, draft)))
    if (coming.has(item) && above !== null && !coming.has(above) && !isThere(above))
      losses.add(draft, item, 'place', 'what it stood under is not in the space any more')
}

function pathOf({ json }: StateItem): string[] {
  const path = textOf(json.path)
  return path === null ? [] : [path]
}

function fileOf({ json }: StateItem): string[] {
  const path = textOf(recordOf(json.git)?.path)
  return path === null ? [] : [path]
}
