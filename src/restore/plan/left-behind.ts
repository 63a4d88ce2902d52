/**
 * What a choice leaves behind of that which it makes anew: what stood under it, and what named it by the id that it
 * had. Nothing of that is written; the plan says so, since nobody who chose a team thinks of single sign-on.
 */

import { valuesAt } from '../../model/paths.ts'
import { resources } from '../../resources/index.ts'
import { isPersonKind } from '../../resources/people.ts'
import { referencedKinds } from '../../resources/references.ts'
import { restorers } from '../kinds/index.ts'
import { aboutOf, labelOf } from '../naming.ts'
import type { StateItem } from '../state.ts'
import { isMade } from './is-made.ts'
import type { Planning } from './planning.ts'

export function planLeftBehind(planning: Planning): void {
  const { basis, plan } = planning
  const { source, chosen } = basis
  const { skipped } = plan
  if (chosen.all || basis.taken) return
  for (const { kind } of restorers)
    for (const item of source.list(kind)) {
      if (chosen.has(item)) continue
      const words =
        wordsOf('stands under', madeAbove(planning, item)) ?? wordsOf('names', madeNamed(planning, item))
      if (words !== null)
        skipped.push({ ...aboutOf(item), reason: `${words}, and is not chosen: --kind ${kind} chooses it` })
    }
}

function wordsOf(how: string, made: StateItem | undefined): string | null {
  return made === undefined ? null : `it ${how} ${made.kind} ${labelOf(made)}, which is made anew`
}

function madeAbove(planning: Planning, { parent }: StateItem): StateItem | undefined {
  if (parent === null || parent.kind === 'organization') return undefined
  return isMade(planning, parent) ? parent : madeAbove(planning, parent)
}

/** Not people: whoever comes back under another id is known by their address. */
function madeNamed(planning: Planning, { kind, json }: StateItem): StateItem | undefined {
  const declared = resources.find(declaration => declaration.kind === kind)
  const references = referencedKinds({ references: declared?.references ?? {} }).filter(
    ({ kind: to }) => !isPersonKind(to),
  )
  return references
    .flatMap(({ kind: to, paths }) =>
      paths.flatMap(path => valuesAt(json, path).map(id => [to, id] as const)),
    )
    .flatMap(([to, id]) => planning.basis.source.byId(to, String(id)) ?? [])
    .find(found => isMade(planning, found))
}
