/**
 * What no undo can take away again, because no operation does, or put back as it is, because it can only be made anew:
 * said before the restore starts. What stands under something removable goes with it.
 */

import { setImmediate as turn } from 'node:timers/promises'
import { giveWay } from '../../model/give-way.ts'
import { resources } from '../../resources/index.ts'
import { wayOf } from '../content/capabilities.ts'
import { lostOfNew, pathsOf } from '../content/plan-losses.ts'
import { aboutOf } from '../naming.ts'
import type { StateItem } from '../state.ts'
import type { Planning } from './planning.ts'
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
  const last = new Map<StateItem, Awaited<ReturnType<typeof pathsOf>>>()
  for (const page of plan.deleted) {
    await giveWay()
    const { parent: space } = page
    if (space === null) continue
    const paths = last.get(space) ?? (await pathsOf(target, space))
    last.clear()
    last.set(space, paths)
    const lost = lostOfNew(target, wayOf(profile), page, paths)
    if (lost.length > 0)
      lasting.push({ ...aboutOf(page), reason: `an undo would make it anew, without its ${lost.join(', ')}` })
  }
  return lasting
}

const BY_HAND = 'this service deletes no pages'

function isMade({ basis: { matches }, plan: { coming } }: Planning, item: StateItem): boolean {
  return matches.target(item) === null && coming.has(item)
}
