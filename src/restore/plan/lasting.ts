/**
 * What no undo can take away again, because no operation does, or put back as it is, because it can only be made anew:
 * said before the restore starts. What stands under something removable goes with it.
 */

import { setImmediate as turn } from 'node:timers/promises'
import type { Standing } from '../../bundle/places.ts'
import { giveWay } from '../../model/give-way.ts'
import { resources } from '../../resources/index.ts'
import { wayOf } from '../content/capabilities.ts'
import { namesOneOf } from '../content/names-one-of.ts'
import { lostOfBody, lostOfNew, pathsOf } from '../content/plan-losses.ts'
import { aboutOf } from '../naming.ts'
import { type StateItem, treeOf, walkTree } from '../state.ts'
import type { PlanBasis, Planning } from './planning.ts'
import { whyLasting } from './removability.ts'
import type { Skipped } from './steps.ts'

export async function findLasting(planning: Planning): Promise<Skipped[]> {
  const { basis, plan } = planning
  const { source, profile, chosen } = basis
  const isTop = (item: StateItem) =>
    chosen.has(item) && isMade(planning, item) && !(item.parent && isMade(planning, item.parent))
  const made: StateItem[] = []
  for (const { kind } of resources)
    for (const item of source.each(kind)) {
      await turn()
      if (isTop(item)) made.push(item)
    }
  const besides = profile.writer === 'import' && !profile.extended ? plan.written.items(source) : []
  return [
    ...plan.lastingSettings,
    ...made.flatMap(item => {
      const reason = whyLasting(item.kind, profile)
      return reason === null ? [] : [{ ...aboutOf(item), reason }]
    }),
    ...[...besides].flatMap(page =>
      isMade(planning, page)
        ? []
        : [{ ...aboutOf(page), reason: `it comes beside the one that is there: ${BY_HAND}` }],
    ),
    ...(await lostOfDeleted(planning)),
  ]
}

async function lostOfDeleted({ basis, plan }: Planning): Promise<Skipped[]> {
  const { target, profile } = basis
  const lasting: Skipped[] = []
  // One space after the other: its paths are read once.
  for (const [space, pages] of Map.groupBy(plan.deleted, page => page.parent)) {
    if (space === null) continue
    const paths = await pathsOf(target, space)
    for (const page of pages) {
      await giveWay()
      const lost = lostOfNew(target, wayOf(profile), page, paths)
      if (lost.length > 0) lasting.push(withoutAfterUndo(page, 'make it anew', lost))
    }
    lasting.push(...(await lostOfLeading(basis, space, new Set(pages), paths)))
  }
  return lasting
}

/** What leads to a page that is made anew is written on top, where nothing else of it changes. */
async function lostOfLeading(
  { target, profile }: PlanBasis,
  space: StateItem,
  deleted: ReadonlySet<StateItem>,
  paths: Standing,
): Promise<Skipped[]> {
  const ids = new Set([...deleted].map(({ id }) => id))
  const lasting: Skipped[] = []
  for (const { item: page } of walkTree(treeOf(target, space))) {
    await giveWay()
    if (deleted.has(page) || !namesOneOf({ source: target }, page, ids)) continue
    // A link of the table of contents: no operation changes its target.
    const isLink = page.json.type === 'link'
    const lost = isLink
      ? ['target']
      : lostOfBody(target, wayOf(profile), page, { there: page, paths: [paths] })
    const does = isLink ? 'make what it leads to anew' : 'write its links anew'
    if (lost.length > 0) lasting.push(withoutAfterUndo(page, does, lost))
  }
  return lasting
}

function withoutAfterUndo(page: StateItem, does: string, lost: readonly string[]): Skipped {
  return { ...aboutOf(page), reason: `an undo would ${does}, without its ${lost.join(', ')}` }
}

const BY_HAND = 'this service deletes no pages'

function isMade({ basis: { matches }, plan: { coming } }: Planning, item: StateItem): boolean {
  return matches.target(item) === null && coming.has(item)
}
