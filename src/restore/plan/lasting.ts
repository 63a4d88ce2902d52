/**
 * What no undo can take away again, because no operation does, or put back as it is, because it can only be made anew:
 * said before the restore starts. What stands under something removable goes with it.
 */

import type { Standing } from '../../bundle/places.ts'
import { giveWay } from '../../model/give-way.ts'
import { resources } from '../../resources/index.ts'
import { wayOf } from '../content/capabilities.ts'
import { bodyNamesOneOf, isAnyIn } from '../content/names-one-of.ts'
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
      await giveWay()
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
      if (lost.length > 0)
        lasting.push({
          ...aboutOf(page),
          reason: `an undo would make it anew, without its ${lost.join(', ')}`,
        })
    }
    lasting.push(...(await lostOfLeading(basis, space, new Set(pages), paths)))
  }
  return lasting
}

/** What leads to a page that is made anew: its body is written on top, and no operation changes the rest. */
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
    if (deleted.has(page)) continue
    const isWritten = page.json.type !== 'link' && bodyNamesOneOf({ source: target }, page, ids)
    const lost = [
      ...(isWritten ? lostOfBody(target, wayOf(profile), page, { there: page, paths: [paths] }) : []),
      ...['target', 'metaLinks'].filter(name => isAnyIn(page.json[name], ids)),
    ]
    if (lost.length > 0)
      lasting.push({
        ...aboutOf(page),
        reason: `an undo would make anew what it leads to, and loses of it: ${lost.join(', ')}`,
      })
  }
  return lasting
}

const BY_HAND = 'this service deletes no pages'

function isMade({ basis: { matches }, plan: { coming } }: Planning, item: StateItem): boolean {
  return matches.target(item) === null && coming.has(item)
}
